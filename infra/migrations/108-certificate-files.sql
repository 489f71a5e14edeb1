-- Scans of a certificate (STUDENT-STATUS-07) are taken away with it; their bytes go as all others.
create function base.release_certificate_files() returns trigger language plpgsql as $$ begin
  update base.file_resource set removed_at = now(), removed_by = 'student_certificate'
   where business_table = 'T_XJ_ZS' and business_id = old.certificate_id and removed_at is null;
  return null;
end $$;
create trigger student_certificate_files_released after delete on base.student_certificate for each row execute function base.release_certificate_files();

-- Photos of students (STUDENT-STATUS-08), one of a type: 1 admission, 2 enrolment, 3 graduation. The bytes are those of the attachment; a row without is a photo that is to come. check_result: 0 not yet, 1 good, 2 bad.
create table base.student_photo (
  photo_id text generated always as (student_code || '/' || photo_type) stored primary key, student_code text not null references base.student (student_code), photo_type text not null check (photo_type in ('1', '2', '3')),
  relational_id uuid references base.file_resource (relational_id), digest text, photo_size text, file_size int, upload_time timestamptz, uploader text, uploader_name text,
  check_result text not null default '0' check (check_result in ('0', '1', '2')), check_opinion text);
create index student_photos_by_time on base.student_photo (upload_time desc);
-- The attachment of a photo that is replaced or removed is taken away with it; its bytes go as all others.
create function base.release_photo() returns trigger language plpgsql as $$ begin
  update base.file_resource set removed_at = now(), removed_by = 'student_photo' where relational_id = old.relational_id and removed_at is null;
  return null;
end $$;
create trigger student_photo_released after delete on base.student_photo for each row execute function base.release_photo();
create trigger student_photo_replaced after update of relational_id on base.student_photo for each row when (old.relational_id <> new.relational_id) execute function base.release_photo();

-- Times in which students look at their own data (STUDENT-STATUS-21), and who found it right. Lists of codes; empty: all.
create table base.info_check_time (
  check_time_id text primary key, check_name text not null, begin_time timestamptz not null, end_time timestamptz not null check (end_time > begin_time), grades jsonb not null default '[]', department_ids jsonb not null default '[]',
  editable_fields jsonb not null default '[]', must_file jsonb not null default '[]', sfqy text not null default '1');
create table base.info_check_confirmation (
  check_time_id text not null references base.info_check_time (check_time_id) on delete cascade, student_code text not null references base.student (student_code), confirmed_at timestamptz not null, primary key (check_time_id, student_code));
-- Whom a time is for: of its grades and units, the units below them included.
create function base.info_check_covers(checked base.info_check_time, grade text, unit text) returns boolean language sql stable as $$
  select (checked.grades = '[]' or checked.grades ? grade)
    and (checked.department_ids = '[]' or exists (select from unnest(base.unit_path(unit)) as above (dwh) where checked.department_ids ? substr(above.dwh, 7)))
$$;

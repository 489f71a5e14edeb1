-- Streaming of main classes into majors and directions (STUDENT-STATUS-20, 36, 37, 41), scores of interviews (22), transfers between majors (23). Scores in tenths, averages and totals in hundredths.
create table base.professional_diversion (
  diversion_id text primary key, diversion_name text not null, source_grade_major_id text not null references base.grade_major (njzydm), diversion_type text not null check (diversion_type in ('1', '2')),
  volunteer_begin timestamptz not null, volunteer_end timestamptz not null check (volunteer_end > volunteer_begin), volunteer_num int not null check (volunteer_num between 1 and 10),
  admit_rule text not null check (admit_rule in ('1', '2')), score_basis text not null check (score_basis in ('1', '2', '3')), interview_ratio int check (interview_ratio between 0 and 100), sort_rule_id text,
  need_interview text not null default '0', allow_short text not null default '0', publish_status text not null default '0' check (publish_status in ('0', '1', '2')));
create index professional_diversions_of_grade_major on base.professional_diversion (source_grade_major_id);
create table base.major_or_direction (
  major_or_direction_key text primary key, diversion_id text not null references base.professional_diversion, target_grade_major_id text not null references base.grade_major (njzydm), direction_name text,
  target_name text not null, quota int not null check (quota >= 0), class_num int, min_score int, limit_text text, apply_num int not null default 0, admit_num int not null default 0);
create index majors_or_directions_of_diversion on base.major_or_direction (diversion_id);
create index majors_or_directions_of_target on base.major_or_direction (target_grade_major_id);

-- What a student of the main class asks for, in his order: a list of keys of `major_or_direction`.
create table base.diversion_volunteer (
  diversion_id text not null references base.professional_diversion, student_code text not null references base.student (student_code), choices jsonb not null, filed_at timestamptz not null,
  primary key (diversion_id, student_code));
create index diversion_volunteers_of_student on base.diversion_volunteer (student_code);
create function base.count_diversion_volunteers() returns trigger language plpgsql as $$
begin
  update base.major_or_direction place set apply_num = (select count(*) from base.diversion_volunteer filed
      where filed.diversion_id = place.diversion_id and filed.choices ->> 0 = place.major_or_direction_key)
   where place.diversion_id = coalesce(new.diversion_id, old.diversion_id);
  return null;
end $$;
create trigger count_diversion_volunteers after insert or delete or update of choices on base.diversion_volunteer for each row execute function base.count_diversion_volunteers();

-- What the stream `shunt-<diversionId>` says, kept as rows by its policy.
create table base.shunt (
  diversion_id text primary key references base.professional_diversion, shunt_status text not null, list_hash text not null, computed_at timestamptz not null, published_at timestamptz, apply_id text,
  opinion text, effective_date date, implemented_at timestamptz);
create table base.shunt_student (
  diversion_id text not null references base.shunt on delete cascade, student_code text not null references base.student (student_code), rank int, rank_score int, required_average int, volunteers jsonb not null default '[]',
  admit_major_key text, admit_way text, target_class text references base.class_info (bjdm), why text not null default '', left_out text, primary key (diversion_id, student_code));
create index shunt_students_of_student on base.shunt_student (student_code);
create index shunt_students_of_class on base.shunt_student (target_class);

create table base.transfer_batch (
  transfer_batch_id text primary key, batch_name text not null, begin_time timestamptz not null, end_time timestamptz not null check (end_time > begin_time), limit_ratio int not null default 10 check (limit_ratio between 0 and 100),
  interview_ratio int not null default 0 check (interview_ratio between 0 and 100), publish_status text not null default '0' check (publish_status in ('0', '1', '2')), publish_time timestamptz);
create table base.transfer_quota (
  transfer_quota_id text primary key, transfer_batch_id text not null references base.transfer_batch, grade_major_id text not null references base.grade_major (njzydm), quota_in int not null check (quota_in >= 0), quota_out int check (quota_out >= 0),
  limit_text text, unique (transfer_batch_id, grade_major_id));
create index transfer_quotas_of_grade_major on base.transfer_quota (grade_major_id);
-- Transfers that both departments have passed: 1 passed, 2 to be admitted, 3 not within the quota, 4 carried out.
create table base.major_transfer (
  apply_id text primary key, transfer_batch_id text not null references base.transfer_batch, student_code text not null references base.student (student_code), source_grade_major_id text not null references base.grade_major (njzydm),
  target_grade_major_id text not null references base.grade_major (njzydm), gpa int, average_score int, rank_in_major int, total_score int, target_class text references base.class_info (bjdm), transfer_status text not null default '1' check (transfer_status in ('1', '2', '3', '4')),
  why text not null default '', implemented_at timestamptz);
create index major_transfers_of_batch on base.major_transfer (transfer_batch_id, target_grade_major_id);
create index major_transfers_of_student on base.major_transfer (student_code);

-- Batches in which units interview and examine.
create view base.selection_batch as
  select diversion_id as batch_id, diversion_name as batch_name, '1' as source_type from base.professional_diversion
  union all select transfer_batch_id, batch_name, '2' from base.transfer_batch;
create table base.interview_score (
  interview_score_id text primary key, batch_id text not null, student_code text not null references base.student (student_code), target_grade_major_id text not null references base.grade_major (njzydm), source_type text not null,
  written_score int check (written_score between 0 and 1000), interview_score int check (interview_score between 0 and 1000), written_ratio int not null check (written_ratio between 0 and 100),
  total_score int, pass_sign text not null default '0', unique (batch_id, student_code));
create index interview_scores_of_student on base.interview_score (student_code);
create index interview_scores_of_target on base.interview_score (target_grade_major_id);

-- When scores may be handed in for recognition: of a semester, by kind (1 in-system, 2 out-of-system, 3 off-campus), for some grades (a json
-- list of codes; null: all) or one unit's students. A semester without a row for a kind takes applications of that kind at any time.
create table base.outside_score_time (
  time_id text primary key, semester_id text not null references base.semester (xnxq), cognizance_type text not null check (cognizance_type in ('1', '2', '3')),
  begin_time timestamptz not null, end_time timestamptz not null, grades jsonb, department_id text references base.department (dwh), sfqy text not null default '1', check (end_time > begin_time));
create index outside_score_time_semester on base.outside_score_time (semester_id, cognizance_type);

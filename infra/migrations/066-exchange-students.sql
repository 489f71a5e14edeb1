-- Students at other schools for a time, and theirs here (SCORE-MORE-44). A row that an application made has its id.
create table base.exchange_student (
  exchange_student_id text primary key, student_code text not null references base.student, direction text not null check (direction in ('1', '2')), partner_school text not null, country text,
  project_name text, begin_date date not null, end_date date not null, exchange_status text not null default '0' check (exchange_status in ('0', '1', '2', '3')),
  unique (student_code, partner_school, begin_date), check (end_date >= begin_date));

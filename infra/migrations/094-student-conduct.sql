-- Rewards, punishments, leave and yearly grades (STUDENT-STATUS-29, 35, 38, 39; decision 087). apply_id: the application that brought the row; null: registered or imported by the office.
-- Money in hundredths, scores and days in tenths.
create table base.reward (
  reward_id text primary key, student_code text not null references base.student (student_code), reward_name text not null, reward_level text not null, reward_category text not null, reward_grade text, reward_type text, reward_way text,
  reward_amount bigint check (reward_amount >= 0), reward_date date not null, xnzj text not null, award_unit text, document_number text, total_person int check (total_person > 0), self_rank int check (self_rank > 0),
  despite_punishment text not null default '0', apply_id text unique, row_source text not null generated always as (case when apply_id is null then '1' else '2' end) stored);
create index reward_student on base.reward (student_code, xnzj);

-- A punishment from the decision that was approved to its removal. punish_status: 0 to be delivered or within the time for an appeal, 1 in force, 2 removed, 3 revoked. end_date: the last day before it can be removed.
create table base.punishment (
  punishment_id text primary key, student_code text not null references base.student (student_code), violation_type text not null, violation_date date not null, violation_text text not null, punish_name text not null,
  months int check (months between 1 and 24), punish_date date, document_number text, deliver_date date, effect_date date, end_date date, appeal_status text not null default '0' check (appeal_status between '0' and '4'), appeal_date date, appeal_text text,
  appeal_decide_date date, appeal_opinion text, remove_date date, end_reason text, punish_status text not null default '0' check (punish_status between '0' and '3'), attempt_id text, attempt_name text, told_end_date date, apply_id text unique, row_source text not null generated always as (case when apply_id is null then '1' else '2' end) stored,
  check (punish_status <> '1' or effect_date is not null), check (punish_status <> '2' or remove_date is not null));
create index punishment_student on base.punishment (student_code, punish_status);
create index punishment_open on base.punishment (punish_status) where punish_status in ('0', '1');
-- The punishments in force on a day: those removed or revoked since then count too.
create function base.punishment_in_force(of_student text, day date default base.school_day()) returns setof base.punishment language sql stable as $$
  select * from base.punishment where student_code = of_student and effect_date <= day and punish_status <> '3' and (remove_date is null or remove_date > day) order by effect_date
$$;

-- Leave that was granted. affect_classes: the meetings that it touched when it was granted.
create table base.leave_result (
  leave_result_id text primary key, student_code text not null references base.student (student_code), leave_type text not null check (leave_type in ('1', '2', '3')), begin_time timestamptz not null, end_time timestamptz not null,
  days int not null check (days > 0), leave_reason text not null, affect_classes text, back_time timestamptz, leave_status text not null default '1' check (leave_status in ('1', '2', '3')), apply_id text unique, row_source text not null generated always as (case when apply_id is null then '1' else '2' end) stored, check (begin_time < end_time));
create index leave_result_student on base.leave_result (student_code, begin_time);
create index leave_result_open on base.leave_result (end_time) where leave_status = '1';

create table base.student_grade (
  student_grade_id text primary key, student_code text not null references base.student (student_code), xnzj text not null, grade_level text not null check (grade_level in ('1', '2', '3', '4')), moral_score int check (moral_score between 0 and 1000),
  study_score int check (study_score between 0 and 1000), sport_score int check (sport_score between 0 and 1000), total_score int, rank_in_class int, unique (student_code, xnzj));

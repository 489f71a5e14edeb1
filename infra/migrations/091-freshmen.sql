-- Freshmen (STUDENT-STATUS-11), what their classes and numbers are made by (13, 14, 15), and the order in a class (19); decision 085. Scores in tenths.
create table base.sort_rule (
  sort_rule_id text primary key, rule_name text not null, use_for text not null check (use_for in ('1', '2', '3', '4')), sort_fields jsonb not null, sfqy text not null default '1');
create table base.student_id_rule (
  id_rule_id text primary key, rule_name text not null, student_type text not null, segments jsonb not null, serial_length int not null check (serial_length between 1 and 6),
  serial_scope text not null check (serial_scope in ('1', '2', '3')), sample text not null default '', sfqy text not null default '1');
create table base.class_rule (
  class_rule_id text primary key, rule_name text not null, student_type text, number_segments jsonb not null, name_segments jsonb not null, number_sample text not null default '', name_sample text not null default '',
  sfqy text not null default '1');

-- freshman_status: contracts/src/student-status/freshman/freshman.vocabulary.ts. Its key is the code of the student he becomes.
create table base.freshman (
  freshman_key text primary key, examinee_number text not null unique, student_name text not null, sex_code text not null, grade_major_id text not null references base.grade_major (njzydm),
  njdm text not null, dwh text not null, zydm text not null, xqdm text not null, xslbdm text not null, admission_number text, admit_type text, source_place text,
  admit_score int, chinese_score int, math_score int, foreign_score int, comprehensive_score int, id_type text not null, id_number text not null, nation_code text, political_code text, mobile text, address text,
  freshman_status text not null default '0' check (freshman_status in ('0', '1', '2', '3', '4', '7', '8', '9')), report_time timestamptz, leave_until date, leave_reason text,
  keep_reason text check (keep_reason in ('1', '2', '9')), keep_until date, abandon_way text check (abandon_way in ('1', '2')), abandon_reason text,
  bjdm text references base.class_info (bjdm), student_number text unique,
  check ((freshman_status in ('2', '3', '4')) = (bjdm is not null) and (freshman_status in ('3', '4')) = (student_number is not null)));
create index freshman_grade_major on base.freshman (grade_major_id, freshman_status);
create index freshman_grade on base.freshman (njdm, dwh);
create index freshman_class on base.freshman (bjdm) where bjdm is not null;
create index freshman_identity on base.freshman (id_number);
create index freshman_admission on base.freshman (admission_number);

-- Numbers that freshmen were ever given: none is given again. How far the serial numbers of a grade, a major or a class have come.
create table base.student_number_given (student_number text primary key, freshman_key text not null, given_at timestamptz not null);
create table base.student_number_serial (counted_by text primary key, last int not null);

create table base.order_class (
  student_code text primary key references base.student (student_code) on delete cascade, bjdm text not null references base.class_info (bjdm), class_order int not null, group_no int, sort_rule_name text,
  constraint order_class_place unique (bjdm, class_order) deferrable initially immediate);
-- Who moves to another class is the last there, wherever the move comes from.
create function base.move_order_in_class() returns trigger language plpgsql as $$
begin
  update base.order_class set bjdm = new.bjdm, group_no = null, sort_rule_name = null,
      class_order = (select coalesce(max(class_order), 0) + 1 from base.order_class other where other.bjdm = new.bjdm)
    where student_code = new.student_code;
  return null;
end $$;
create trigger move_order_in_class after update of bjdm on base.student for each row when (old.bjdm is distinct from new.bjdm) execute function base.move_order_in_class();

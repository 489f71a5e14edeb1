-- The file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34). Guardians (34) are the family rows with is_guardian = '1'.
create table base.student_family (
  family_id text primary key, student_code text not null references base.student (student_code), member_name text not null, relation text not null, political_code text, work_unit text, duty text, phone text, is_guardian text not null default '0',
  address text, notify_way text check (notify_way in ('1', '2', '3')), last_notify_time timestamptz, unique (student_code, member_name));
create index student_family_guardians on base.student_family (student_code) where is_guardian = '1';
create table base.student_certificate (
  certificate_id text primary key, student_code text not null references base.student (student_code), certificate_type text not null check (certificate_type in ('1', '2', '3', '4', '5', '9')), certificate_name text not null, certificate_number text unique,
  issue_date date, issue_unit text, electronic_number text);
create index student_certificates_of_student on base.student_certificate (student_code);
-- Persons who study here for a time without status: they are rows of base.student, which rosters and sheets hold, with the key of this row as their student code.
create table base.temporary_student (
  temporary_student_id text primary key, temporary_number text not null unique, student_name text not null, sex_code text not null, id_type text, id_number text, temporary_type text not null check (temporary_type in ('1', '2', '3')), source_school text,
  bjdm text not null references base.class_info (bjdm), dwh text not null, xqdm text not null, begin_date date not null, end_date date not null, to_student_code text references base.student (student_code), to_student_number text, check (end_date >= begin_date));
-- One that was never put anywhere goes with its person; otherwise what names the person keeps both.
create function base.remove_temporary_person() returns trigger language plpgsql as $$
begin
  delete from base.student where student_code = old.temporary_student_id;
  return null;
end $$;
create trigger remove_person after delete on base.temporary_student for each row execute function base.remove_temporary_person();

-- Labels: who holds one by hand within its dates, or by its rule, whose conditions all hold.
create table base.student_label (
  label_id text primary key, label_name text not null, label_type text not null, colour text, rule_text text, sfqy text not null default '1');
create table base.student_label_rule (
  label_id text not null references base.student_label on delete cascade, rule_field text not null, rule_compare text not null check (rule_compare in ('1', '2')), rule_value text not null, primary key (label_id, rule_field));
create table base.student_label_member (
  label_member_id text primary key, label_id text not null references base.student_label, student_code text not null references base.student (student_code), begin_date date not null, end_date date, unique (label_id, student_code, begin_date));
create index student_label_members_of_student on base.student_label_member (student_code);
-- Codes that a condition means: people write codes or names, with 、 or a comma between them.
create view base.student_label_condition as
select rule.label_id, rule.rule_field, rule.rule_compare, array(
    select word from unnest(words) word
    union select dm from base.data_dict where mc = any(words) and dmlb = case rule.rule_field when 'nationCode' then 'XTGL_MZ' when 'politicalCode' then 'XTGL_ZZMM' when 'sexCode' then 'XTGL_XB' when 'studentType' then 'XTGL_XSLB' when 'admitType' then 'XJ_LQLB'
      when 'studentStatus' then 'XTGL_XSDQZT' end
    union select dwh from base.department where rule.rule_field = 'departmentId' and dwmc = any(words)
    union select njdm from base.grade where rule.rule_field = 'grade' and njmc = any(words)
    union select zydm from base.major where rule.rule_field = 'majorId' and zymc = any(words)
    union select bjdm from base.class_info where rule.rule_field = 'bjdm' and bjmc = any(words)) as codes
  from base.student_label_rule rule cross join lateral (select regexp_split_to_array(trim(rule.rule_value), '\s*[、，,]\s*') as words) split;
-- Who held which label on a day; one row for each. What a condition asks for and nobody knows of a student does not hold.
create function base.label_holders_on(day date) returns table (label_id text, student_code text, begin_date date, end_date date, by_rule boolean) language sql stable as $$
  with condition as materialized (select rule.* from base.student_label_condition rule join base.student_label label on label.label_id = rule.label_id and label.sfqy = '1')
  select distinct on (label_id, student_code) label_id, student_code, begin_date, end_date, by_rule from (
    select member.label_id, member.student_code, member.begin_date, member.end_date, false as by_rule
      from base.student_label_member member join base.student_label label on label.label_id = member.label_id and label.sfqy = '1'
     where member.begin_date <= day and (member.end_date is null or member.end_date >= day)
    union all
    select label.label_id, student.student_code, null, null, true
      from (select distinct label_id from condition) label cross join base.student
     where not exists (select from condition rule where rule.label_id = label.label_id and not coalesce((case rule.rule_field when 'nationCode' then student.nation_code when 'politicalCode' then student.political_code
       when 'sexCode' then student.xbm when 'studentType' then student.xslbdm when 'admitType' then student.admit_type when 'studentStatus' then student.dqztm when 'departmentId' then student.dwh when 'grade' then student.njdm
       when 'majorId' then student.zydm when 'bjdm' then student.bjdm end = any(rule.codes)) = (rule.rule_compare = '1'), false))
  ) held order by label_id, student_code, by_rule, begin_date
$$;
-- Who holds which label today.
create view base.student_label_holder as select * from base.label_holders_on(base.school_day());

-- Replacements of courses may name labels (SCHEME-38): they hold for their holders of the unit, after rules that name the student and before those of the grade-major.
alter table base.student_tags_replace add column label_ids jsonb not null default '[]';
drop view base.course_replacement;
create view base.course_replacement as
select rule.* from (
    select replace_id, old_courses, new_courses, grade_major_id, '[]'::jsonb as students, '[]'::jsonb as labelled, begin_semester_id from base.grade_course_replace where sfqy = '1'
    union all
    select replace_id, old_courses, new_courses, null, student_codes, case when label_ids = '[]' then '[]' else (
        select coalesce(jsonb_agg(distinct held.student_code), '[]') from base.student_label_holder held join base.student on student.student_code = held.student_code
         where own.label_ids ? held.label_id and student.dwh = own.department_id) end, begin_semester_id
      from base.student_tags_replace own where sfqy = '1' ) rule
 where begin_semester_id is null or begin_semester_id <= coalesce((select max(xnxq) from base.semester where sfdqxq = '1'), begin_semester_id);

-- Batch updates (09): each is a run of an import of base.student; this row says why.
create table base.student_batch_update (
  run_id uuid primary key, batch_fields text not null, batch_reason text not null, user_name text not null, created_at timestamptz not null);

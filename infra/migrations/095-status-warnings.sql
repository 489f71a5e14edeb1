-- Warnings of students (STUDENT-STATUS-25…28, 30…33). Thresholds and values in hundredths. sort_num: how bad a level is.
create table base.warning_level (
  warning_level_code text primary key, warning_level_name text not null unique, colour text not null check (colour in ('blue', 'yellow', 'orange', 'red')), notify_guardian text not null default '0' check (notify_guardian in ('0', '1')),
  advice text, sort_num int not null unique);
create table base.status_warning_type (
  warning_type_code text primary key, warning_type_name text not null unique, indicator text not null check (indicator in ('1', '2', '3', '4', '5', '6', '7')), sfqy text not null default '1');
create table base.warning_rule (
  warning_rule_id text primary key, rule_name text not null unique, rule_text text not null default '', version_no int not null default 1, warning_type_code text not null references base.status_warning_type (warning_type_code),
  operator text not null check (operator in ('<', '<=', '>=', '>')), threshold int not null, warning_level_code text not null references base.warning_level (warning_level_code), grades jsonb not null default '[]', student_types jsonb not null default '[]',
  sfqy text not null default '1');
create index warning_rules_of_type on base.warning_rule (warning_type_code);
create index warning_rules_of_level on base.warning_rule (warning_level_code);
-- Every version that a rule had.
create table base.warning_rule_version (
  warning_rule_id text not null, version_no int not null, rule_text text not null, content jsonb not null, valid_from timestamptz not null default now(), primary key (warning_rule_id, version_no));
create function base.next_warning_rule_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.warning_type_code, new.operator, new.threshold, new.warning_level_code, new.grades, new.student_types) is distinct from
     (old.warning_type_code, old.operator, old.threshold, old.warning_level_code, old.grades, old.student_types) then
    new.version_no := old.version_no + 1;
  end if;
  insert into base.warning_rule_version (warning_rule_id, version_no, rule_text, content) values (new.warning_rule_id, new.version_no, new.rule_text, to_jsonb(new))
    on conflict (warning_rule_id, version_no) do update set rule_text = excluded.rule_text, content = excluded.content;
  return new;
end $$;
create trigger warning_rule_versions before insert or update on base.warning_rule for each row execute function base.next_warning_rule_version();

-- applied: rules with their versions, fixed when it is published. publish_status: LC-P. run_time: when it is computed by itself; auto_run_at: that this was done.
create table base.status_warning_scheme (
  warning_scheme_id text primary key, scheme_name text not null unique, semester_id text not null references base.semester (xnxq), rules jsonb not null default '[]', department_ids jsonb not null default '[]', run_time timestamptz,
  publish_status text not null default '0' check (publish_status in ('0', '1', '2')), applied jsonb, last_run_time timestamptz, auto_run_at timestamptz);

-- A student once for each scheme. hits: rules that hold, each with version, value, words and attempts. status: 0 open, 1 confirmed, 2 exempt, 3 holds no more, 4 left out. change: what the last computation did: 0 nothing, 1 new, 2 another level, 3 gone.
create table base.warning_initial (
  initial_id text primary key, warning_scheme_id text not null references base.status_warning_scheme (warning_scheme_id), student_code text not null references base.student (student_code), warning_level_code text not null references base.warning_level (warning_level_code),
  warning_type_code text not null, level_before text, hits jsonb not null, reason_text text not null, left_out text, status text not null check (status in ('0', '1', '2', '3', '4')), change text not null check (change in ('0', '1', '2', '3')),
  exempt_reason text, decided_by text, decided_at timestamptz, computed_at timestamptz not null, unique (warning_scheme_id, student_code));
create index warning_initials_of_student on base.warning_initial (student_code);
create index warning_initials_of_level on base.warning_initial (warning_level_code);

-- What was confirmed: a student once for each scheme. told_level: the level that the student was last told of.
create table base.status_warning_result (
  warning_result_id text primary key, warning_scheme_id text not null references base.status_warning_scheme (warning_scheme_id), student_code text not null references base.student (student_code), semester_id text not null references base.semester (xnxq),
  warning_level_code text not null references base.warning_level (warning_level_code), warning_type_code text not null references base.status_warning_type (warning_type_code), hits jsonb not null, reason_text text not null, advice text, confirmed_at timestamptz not null,
  send_status text not null default '0' check (send_status in ('0', '1', '2')), told_level text, sent_time timestamptz, read_time timestamptz, guardian_time timestamptz, revoke_reason text, revoked_at timestamptz, unique (warning_scheme_id, student_code));
create index status_warning_results_of_student on base.status_warning_result (student_code, semester_id);
create index status_warning_results_of_semester on base.status_warning_result (semester_id, warning_level_code);
create index status_warning_results_of_level on base.status_warning_result (warning_level_code);
create index status_warning_results_of_type on base.status_warning_result (warning_type_code);
-- The worst warning in force that a student was told of, by semester: 连续预警 counts these.
create view base.student_warning as
select result.student_code, result.semester_id, max(level.sort_num) as severity
  from base.status_warning_result result join base.warning_level level using (warning_level_code)
 where result.send_status <> '0' and result.revoked_at is null group by result.student_code, result.semester_id;

-- A teacher's warning in a course (STUDENT-STATUS-28). handle_status: 0 open, 1 talked, 2 lifted.
create table base.course_warning (
  course_warning_id text primary key, student_code text not null references base.student (student_code), teaching_class_id text not null references base.teaching_class (teaching_class_id), semester_id text not null, course_id text not null,
  warn_reason text not null check (warn_reason in ('1', '2', '3', '9')), absent_hours int, warn_text text, warn_time timestamptz not null default now(), teacher_name text not null default '', handle_status text not null default '0' check (handle_status in ('0', '1', '2')),
  unique (student_code, teaching_class_id, warn_reason));
create index course_warnings_of_class on base.course_warning (teaching_class_id);

-- What was done about a warning (STUDENT-STATUS-31), with attachments.
create table base.warning_record (
  record_id text primary key, student_code text not null references base.student (student_code), semester_id text not null references base.semester (xnxq), warning_result_id text not null references base.status_warning_result (warning_result_id),
  warning_text text not null, handle_type text not null check (handle_type in ('1', '2', '3', '4', '5')), handle_time timestamptz not null, handler_name text not null default '', content text not null);
create index warning_records_of_result on base.warning_record (warning_result_id);
create index warning_records_of_student on base.warning_record (student_code);

-- What every school starts with.
insert into base.warning_level (warning_level_code, warning_level_name, colour, notify_guardian, advice, sort_num) values
  ('1', '蓝色预警', 'blue', '0', '请与班主任谈话，制定学习计划', 1), ('2', '黄色预警', 'yellow', '0', '请与班主任谈话，减少选课，优先重修不及格课程', 2),
  ('3', '橙色预警', 'orange', '1', '通知监护人，学院帮扶，优先重修不及格课程', 3), ('4', '红色预警', 'red', '1', '通知监护人，建议留级或降级；已达退学条件的按学籍规定办理', 4);
insert into base.status_warning_type (warning_type_code, warning_type_name, indicator) values
  ('XFBZ', '学分不足', '1'), ('BJGXF', '不及格学分累计', '2'), ('JDGD', '绩点过低', '3'), ('BJGMS', '不及格门数', '4'), ('WZC', '未注册', '5'), ('CNX', '超最长年限', '6'), ('LXYJ', '连续预警', '7');
insert into base.warning_rule (warning_rule_id, rule_name, rule_text, warning_type_code, operator, threshold, warning_level_code, sfqy) values
  ('XFBZ-2', '学期学分不足 12', '学期获得学分 < 12学分 → 黄色预警', 'XFBZ', '<', 1200, '2', '1'), ('XFBZ-3', '学期学分不足 8', '学期获得学分 < 8学分 → 橙色预警', 'XFBZ', '<', 800, '3', '1'),
  ('BJGXF-3', '累计不及格 15 学分', '累计不及格学分 ≥ 15学分 → 橙色预警', 'BJGXF', '>=', 1500, '3', '1'), ('BJGXF-4', '累计不及格 25 学分', '累计不及格学分 ≥ 25学分 → 红色预警', 'BJGXF', '>=', 2500, '4', '1'),
  ('JDGD-2', '平均绩点低于 1.5', '平均绩点 < 1.5 → 黄色预警', 'JDGD', '<', 150, '2', '1'), ('LXYJ-4', '连续两次橙色', '连续预警次数 ≥ 2次 → 红色预警', 'LXYJ', '>=', 200, '4', '1'),
  ('BJGMS-1', '不及格 2 门', '不及格门数 ≥ 2门 → 蓝色预警', 'BJGMS', '>=', 200, '1', '0'), ('WZC-3', '开学两周未注册', '未注册天数 ≥ 14天 → 橙色预警', 'WZC', '>=', 1400, '3', '1'),
  ('CNX-4', '剩余年限不足一年', '剩余年限 < 1年 → 红色预警', 'CNX', '<', 100, '4', '1');

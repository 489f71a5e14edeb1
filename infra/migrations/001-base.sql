-- Reference data: plain rows, written only by the commands service, each write with an operation-log row.
-- Column names are the wire names (camelCase becomes snake_case). Credits are tenths, values hundredths.
create schema base;

create table base.campus (xqdm text primary key, xqmc text not null unique, sfqy text not null default '1');
create table base.department (
  dwh text primary key, ywbm text not null unique, dwmc text not null unique, dwjc text, lsdwh text references base.department (dwh),
  dwlbm text not null, sfjxdw text not null default '0', sfkkdw text not null default '0', pxh int not null default 0, sfqy text not null default '1');
create table base.grade (njdm text primary key, njmc text not null, sfzx text not null default '1', sfqy text not null default '1');
create table base.semester (
  xnxq text primary key, xnzj text not null, xqm text not null, xnxqmc text not null, ksrq date not null, jsrq date not null, zs int not null,
  sfdqxq text not null default '0', sfgd text not null default '0');
create unique index semester_one_current on base.semester ((1)) where sfdqxq = '1';
create table base.major (
  zydm text primary key, ywbm text not null unique, zymc text not null, gjzydm text not null, xkmlm text not null,
  dwh text not null references base.department (dwh), pyccm text not null, xz int not null, xwm text, sfqy text not null default '1');
create table base.teacher (
  gh text primary key, ywbm text not null unique, xm text not null, xmpy text, xbm text not null, zcm text, dwh text not null references base.department (dwh),
  jzglbm text, dqztm text not null default '11', sfrk text not null default '1');
create index teacher_department on base.teacher (dwh);
create table base.grade_major (
  njzydm text primary key, njzymc text not null, njdm text not null references base.grade (njdm), zydm text not null references base.major (zydm),
  dwh text not null references base.department (dwh), xqdm text not null references base.campus (xqdm), xslbdm text not null, pyccm text not null, xz int not null,
  sfqy text not null default '1');
create table base.class_info (
  bjdm text primary key, ywbm text not null unique, bjmc text not null, njzydm text not null references base.grade_major (njzydm), dwh text not null, zydm text not null,
  njdm text not null, xqdm text not null, bzrgh text references base.teacher (gh), sfby text not null default '0', sfqy text not null default '1');
create table base.student (
  student_code text primary key, student_number text not null unique, student_name text not null, xmpy text, xbm text not null,
  bjdm text not null references base.class_info (bjdm), njzydm text not null, dwh text not null, njdm text not null, zydm text not null, xqdm text not null,
  xslbdm text not null, dqztm text not null default '01');
create index student_class on base.student (bjdm);
create index student_name on base.student (student_name);
create table base.course (
  kch text primary key, ywbm text not null unique, kcmc text not null, kcywmc text, kkxy text not null references base.department (dwh), kcsx text not null, kcxz text not null,
  xf int not null, zxs int not null, khfs text not null, score_hierarchy_code text not null default 'bfz', sfqy text not null default '1');
create table base.execution_plan (njzydm text not null references base.grade_major (njzydm), kch text not null references base.course (kch), xnxq text not null, primary key (njzydm, kch));
create table base.score_hierarchy (score_hierarchy_code text primary key, score_hierarchy_name text not null, sfqy text not null default '1');
create table base.score_value (
  score_hierarchy_code text not null references base.score_hierarchy (score_hierarchy_code), score_value_code text not null, score_value_name text not null,
  score_percentile_min_value int not null, score_percentile_max_value int not null, score_percentile_value int not null, pass_sign text not null, sort_num int not null,
  primary key (score_hierarchy_code, score_value_code));
create table base.score_template (
  score_template_id text primary key, score_template_name text not null unique, score_hierarchy_code text not null, items jsonb not null, digit int not null default 2,
  is_default text not null default '0', sfqy text not null default '1');
create table base.score_term_control (
  score_term_control_id text primary key, semester_id text not null references base.semester (xnxq), score_type text not null,
  score_term_input_begin_time timestamptz not null, score_term_input_end_time timestamptz not null, department_id text, score_template_id text, sfqy text not null default '1');
create table base.teaching_class (
  teaching_class_id text primary key, teaching_class_code text not null unique, teaching_class_name text not null, semester_id text not null references base.semester (xnxq),
  course_id text not null references base.course (kch), open_department_id text not null references base.department (dwh), xqdm text not null, score_template_id text,
  score_hierarchy_code text not null default 'bfz');
create index teaching_class_semester on base.teaching_class (semester_id, open_department_id);
create table base.teaching_class_teacher (
  teaching_class_id text not null references base.teaching_class (teaching_class_id), gh text not null references base.teacher (gh), sort_num int not null default 1,
  primary key (teaching_class_id, gh));
create index teaching_class_teacher_gh on base.teaching_class_teacher (gh);
create table base.teaching_class_student (
  teaching_class_id text not null references base.teaching_class (teaching_class_id), student_code text not null references base.student (student_code),
  list_source text not null default '', primary key (teaching_class_id, student_code));
create index teaching_class_student_student on base.teaching_class_student (student_code);
create table base.data_dict (dmlb text not null, dm text not null, mc text not null, pxh int not null default 0, sfqy text not null default '1', primary key (dmlb, dm));
create table base.parameter (param_code text primary key, para_name text not null, para_value text not null);

-- People and what they may do.
create table base.user_account (
  user_name text primary key, name text not null, kind text not null check (kind in ('teacher', 'student', 'casual')),
  password_hash text not null, gh text references base.teacher (gh), student_code text references base.student (student_code),
  department_id text references base.department (dwh), sfqy text not null default '1');
create table base.role (jsbh text primary key, jsmc text not null, jslx text not null);
create table base.user_role (user_name text not null references base.user_account (user_name), jsbh text not null references base.role (jsbh), primary key (user_name, jsbh));
create index user_role_role on base.user_role (jsbh);
create table base.role_permission (jsbh text not null references base.role (jsbh), qxbh text not null, primary key (jsbh, qxbh));
-- fwz: comma-joined codes or one macro: * all, $DW own unit with children, $DWB own unit only, $SELF rows the person owns. No row = no restriction.
create table base.role_scope (jsbh text not null references base.role (jsbh), sjqxbh text not null, fwz text not null, primary key (jsbh, sjqxbh));

-- Versioned process definitions: a published version never changes.
create table base.process_definition (
  process_no text not null, version int not null, definition jsonb not null, status text not null check (status in ('1', '2')), published_at timestamptz not null,
  published_by text not null, primary key (process_no, version));
create unique index process_definition_current on base.process_definition (process_no) where status = '1';

create table base.operation_log (
  id bigint generated always as identity primary key, at timestamptz not null, user_name text not null, name text not null, operation text not null, resource text not null,
  key text not null, before jsonb, after jsonb, command_id text not null, client_address text);
create index operation_log_at on base.operation_log (at desc);
create index operation_log_resource on base.operation_log (resource, key);
-- A resource command that was applied answers its first result again.
create table base.applied_command (command_id text primary key, name text not null, result jsonb not null, at timestamptz not null);

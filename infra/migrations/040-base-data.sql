-- Base data as people keep it (BASE-DATA-14…23, STUDENT-STATUS-05): what the tables lacked.
alter table base.campus add xqjc text, add xqdz text, add yzbm text, add lxdh text, add pxh int not null default 0;
alter table base.building add gldwh text references base.department (dwh);
alter table base.classroom add gldwh text references base.department (dwh), add sfjy text not null default '0';
alter table base.department add dwfzrh text references base.teacher (gh), add jlrq date, add sxrq date;
alter table base.grade add rxrq date;
alter table base.semester add sfqy text not null default '1';
alter table base.major add zyjc text, add zdxxnx int, add sfdl text not null default '0', add zyfzrh text references base.teacher (gh), add jlny text, add tzny text;
alter table base.grade_major add yjbyrq date, add zsrs int, add sfdl text not null default '0';
alter table base.class_info add bjjc text, add fdygh text references base.teacher (gh), add bzxh text references base.student (student_code), add edrs int, add jbrq date;
alter table base.teacher add csrq date, add sfzjlxm text, add sfzjh text, add mzm text, add zzmmm text, add zgxlm text, add zgxwm text,
  add xqdm text references base.campus (xqdm), add sfwp text not null default '0', add sjh text, add dzxx text, add lxrq date;
alter table base.student add english_name text, add former_name text, add birth_date date, add id_type text, add id_number text, add nation_code text,
  add country_code text, add political_code text, add health_code text, add marital_code text, add enroll_date date, add admit_type text, add examinee_number text,
  add mobile text, add email text, add address text, add zip_code text, add dormitory text, add emergency_name text, add emergency_phone text, add bank_card text;
alter table base.course add ksfs text, add kcfzrh text references base.teacher (gh), add pyccm text, add gbkch text references base.course (kch), add qyrq date, add tyrq date, add kcjj text;
-- Nobody has two numbers: found before a row is stored, however many there are.
create index teacher_identity on base.teacher (sfzjh);
create index student_identity on base.student (id_number);
create index student_examinee on base.student (examinee_number);
-- What lists are narrowed by, and what a change of a row that others follow looks for.
create index class_info_grade_major on base.class_info (njzydm);
create index student_grade_major on base.student (njzydm);
create index student_unit on base.student (dwh, njdm);
create index course_unit on base.course (kkxy, ywbm);
create index grade_major_grade on base.grade_major (njdm, zydm);
create index major_unit on base.major (dwh);
create index classroom_building on base.classroom (jxlh);
create index building_campus on base.building (xqdm);

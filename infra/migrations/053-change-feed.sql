-- What other systems are told: one row for each change of a student, a roster, the teachers of a class or a published score, under a number by which programs read on.
-- facts: what is told besides; dwh … bjdm: what scopes look at. was: the same of a student before, where it was of another unit, class, major … : who saw it there learns that it left.
create table base.change (
  change_no bigint generated always as identity primary key, change_id uuid not null unique default gen_random_uuid(), kind text not null, operation text not null,
  at timestamptz not null default clock_timestamp(), facts jsonb not null, dwh text, xqdm text, njdm text, xslbdm text, zydm text, bjdm text, was jsonb);
create index change_at on base.change using brin (at);
-- Numbers are given in the order of commits: whoever writes here is alone until its transaction has ended. So nothing appears behind a number that somebody has read.
create function base.change_in_turn() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('base.change', 0));
  return null;
end $$;
create trigger in_turn before insert on base.change for each statement execute function base.change_in_turn();
-- A cursor is the last row that was read: one is always there.
insert into base.change (kind, operation, facts) values ('none', 'begun', '{}');

-- How far programs have read: the cursor that each asked with last, so what comes before it is dealt with.
create table gateway.change_reader (user_name text primary key, change_no bigint not null, copying boolean not null, read_at timestamptz not null);

-- What is told of a row, as the changes have it and as whoever begins is told of what is there.
create function base.student_facts(it base.student) returns jsonb language sql stable as $$
  select jsonb_build_object('studentCode', it.student_code, 'studentNumber', it.student_number, 'studentName', it.student_name, 'bjdm', it.bjdm, 'njzydm', it.njzydm,
    'grade', it.njdm, 'departmentId', it.dwh, 'majorId', it.zydm, 'schoolZone', it.xqdm, 'studentType', it.xslbdm, 'studentStatus', it.dqztm) $$;
create function base.roster_facts(it base.teaching_class_student, class_code text, student_number text) returns jsonb language sql stable as $$
  select jsonb_build_object('teachingClassId', it.teaching_class_id, 'teachingClassCode', class_code, 'studentCode', it.student_code, 'studentNumber', student_number,
    'listSource', it.list_source) $$;
create function base.class_teacher_facts(it base.teaching_class_teacher, class_code text, teacher_number text) returns jsonb language sql stable as $$
  select jsonb_build_object('teachingClassId', it.teaching_class_id, 'teachingClassCode', class_code, 'teacherCode', it.gh, 'teacherNumber', teacher_number,
    'sortNum', it.sort_num) $$;

-- Deferred to the end of the transaction, which then waits for nothing else: nobody is held up longer than a commit takes, and no two wait for each other.
create function base.tell_of_student() returns trigger language plpgsql as $$
declare
  it base.student := case when tg_op = 'DELETE' then old else new end;
  places jsonb;
begin
  if tg_op = 'UPDATE' then
    if base.student_facts(new) = base.student_facts(old) then return null; end if;
    if (new.dwh, new.xqdm, new.njdm, new.xslbdm, new.zydm, new.bjdm) is distinct from (old.dwh, old.xqdm, old.njdm, old.xslbdm, old.zydm, old.bjdm) then
      places := jsonb_build_object('dwh', old.dwh, 'xqdm', old.xqdm, 'njdm', old.njdm, 'xslbdm', old.xslbdm, 'zydm', old.zydm, 'bjdm', old.bjdm);
    end if;
  end if;
  insert into base.change (kind, operation, facts, dwh, xqdm, njdm, xslbdm, zydm, bjdm, was) values (
    'student', case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'changed' else 'removed' end, base.student_facts(it),
    it.dwh, it.xqdm, it.njdm, it.xslbdm, it.zydm, it.bjdm, places);
  return null;
end $$;
create constraint trigger tell_programs after insert or update or delete on base.student
  deferrable initially deferred for each row execute function base.tell_of_student();

-- Rows of a class: a merge may give one another student, teacher or class, and then one goes and one comes.
create function base.tell_of_roster() returns trigger language plpgsql as $$
begin
  if old.roster_id = new.roster_id and old.list_source = new.list_source then return null; end if;
  insert into base.change (kind, operation, facts, dwh, xqdm)
    select 'roster', told.operation, base.roster_facts(told.it, class.teaching_class_code, student.student_number), class.open_department_id, class.xqdm
    from (select 'removed' as operation, old::base.teaching_class_student as it where tg_op <> 'INSERT' and new.roster_id is distinct from old.roster_id
      union all select case when new.roster_id = old.roster_id then 'changed' else 'added' end, new::base.teaching_class_student where tg_op <> 'DELETE') told
    left join base.teaching_class class on class.teaching_class_id = (told.it).teaching_class_id
    left join base.student on student.student_code = (told.it).student_code order by told.operation desc;
  return null;
end $$;
create constraint trigger tell_programs after insert or update or delete on base.teaching_class_student
  deferrable initially deferred for each row execute function base.tell_of_roster();
create function base.tell_of_class_teacher() returns trigger language plpgsql as $$
begin
  if old.teacher_plan_id = new.teacher_plan_id and old.sort_num = new.sort_num then return null; end if;
  insert into base.change (kind, operation, facts, dwh, xqdm)
    select 'classTeacher', told.operation, base.class_teacher_facts(told.it, class.teaching_class_code, teacher.ywbm), class.open_department_id, class.xqdm
    from (select 'removed' as operation, old::base.teaching_class_teacher as it where tg_op <> 'INSERT' and new.teacher_plan_id is distinct from old.teacher_plan_id
      union all select case when new.teacher_plan_id = old.teacher_plan_id then 'changed' else 'added' end, new::base.teaching_class_teacher where tg_op <> 'DELETE') told
    left join base.teaching_class class on class.teaching_class_id = (told.it).teaching_class_id
    left join base.teacher on teacher.gh = (told.it).gh order by told.operation desc;
  return null;
end $$;
create constraint trigger tell_programs after insert or update or delete on base.teaching_class_teacher
  deferrable initially deferred for each row execute function base.tell_of_class_teacher();

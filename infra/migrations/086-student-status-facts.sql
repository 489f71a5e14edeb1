-- What the status of each student was on any day (STUDENT-STATUS-16, 17, 40): dated facts, never edited. A fact says what it changes and leaves the rest null, so that one with an
-- earlier day may come later. The state on a day is, column by column, what was said last until then, by day and order. `base.student` is the state of today.
-- change_type: XJ_YDLB, null: as enrolled or corrected. effected_at: when the day came and rosters, sheets, accounts and `base.student` followed. No foreign key: history outlives merges.
create table base.student_status_fact (
  fact_key text primary key, seq bigint generated always as identity, student_code text not null, effective_date date not null, recorded_at timestamptz not null default now(),
  change_type text, source text not null check (source in ('enrolled', 'change', 'correction', 'divert')), apply_id text, status text, in_school boolean,
  bjdm text, njzydm text, njdm text, dwh text, zydm text, xqdm text, student_type text, effected_at timestamptz, cancelled_at timestamptz,
  check ((bjdm is null) = (njzydm is null) and (bjdm is null) = (dwh is null) and (status is null) = (in_school is null)));
create index student_status_facts_of_student on base.student_status_fact (student_code, effective_date, seq);
create index student_status_facts_by_day on base.student_status_fact (effective_date);
create index student_status_facts_of_application on base.student_status_fact (apply_id) where apply_id is not null;
create index student_status_facts_to_come on base.student_status_fact (effective_date) where effected_at is null and cancelled_at is null;

-- What a status (XTGL_XSDQZT) allows: the table of contracts/src/student-status/status.rules.ts, for SQL.
create view base.status_allowance (status, act) as
select * from (values
  ('01', 'enterScores'), ('01', 'choose'), ('01', 'register'), ('01', 'countInStatistics'), ('01', 'apply'), ('01', 'account'), ('01', 'inSchool'),
  ('02', 'countInStatistics'), ('02', 'apply'), ('02', 'account'),
  ('04', 'countInStatistics'), ('04', 'apply'), ('04', 'account'),
  ('05', 'enterScores'), ('05', 'choose'), ('05', 'register'), ('05', 'countInStatistics'), ('05', 'apply'), ('05', 'account'), ('05', 'inSchool'),
  ('06', 'countInStatistics'), ('06', 'account'),
  ('12', 'apply'), ('12', 'account'),
  ('13', 'register'), ('13', 'countInStatistics'), ('13', 'apply'), ('13', 'account'),
  ('15', 'countInStatistics'), ('15', 'account'),
  ('99', 'account')) allowed (status, act);

-- The state of everybody who was enrolled by a day, those who have left included, as it was known at a time. change_type, since: of the fact that gave the status.
create function base.student_states_on(day date, known_at timestamptz default now())
  returns table (student_code text, status text, in_school boolean, bjdm text, njzydm text, njdm text, dwh text, zydm text, xqdm text, student_type text, change_type text, since date)
  language sql stable parallel safe as $$
  select fact.student_code,
    (array_agg(fact.status order by fact.effective_date desc, fact.seq desc) filter (where fact.status is not null))[1],
    (array_agg(fact.in_school order by fact.effective_date desc, fact.seq desc) filter (where fact.status is not null))[1],
    (array_agg(fact.bjdm order by fact.effective_date desc, fact.seq desc) filter (where fact.bjdm is not null))[1],
    (array_agg(fact.njzydm order by fact.effective_date desc, fact.seq desc) filter (where fact.bjdm is not null))[1],
    (array_agg(fact.njdm order by fact.effective_date desc, fact.seq desc) filter (where fact.bjdm is not null))[1],
    (array_agg(fact.dwh order by fact.effective_date desc, fact.seq desc) filter (where fact.bjdm is not null))[1],
    (array_agg(fact.zydm order by fact.effective_date desc, fact.seq desc) filter (where fact.bjdm is not null))[1],
    (array_agg(fact.xqdm order by fact.effective_date desc, fact.seq desc) filter (where fact.bjdm is not null))[1],
    (array_agg(fact.student_type order by fact.effective_date desc, fact.seq desc) filter (where fact.student_type is not null))[1],
    (array_agg(fact.change_type order by fact.effective_date desc, fact.seq desc) filter (where fact.status is not null))[1],
    (array_agg(fact.effective_date order by fact.effective_date desc, fact.seq desc) filter (where fact.status is not null))[1]
  from base.student_status_fact fact
  where fact.effective_date <= day and fact.recorded_at <= known_at and (fact.cancelled_at is null or fact.cancelled_at > known_at)
  group by fact.student_code having bool_or(fact.source = 'enrolled') $$;
-- Who was on the books (在籍) on a day: enrolled by then, and in a status that counts.
create function base.students_on(day date, known_at timestamptz default now())
  returns table (student_code text, status text, in_school boolean, bjdm text, njzydm text, njdm text, dwh text, zydm text, xqdm text, student_type text, change_type text, since date)
  language sql stable parallel safe as $$
  select state.* from base.student_states_on(day, known_at) state
   where exists (select from base.status_allowance allowed where allowed.status = state.status and allowed.act = 'countInStatistics') $$;

-- When a student came on the books: the day of enrolment, else that of the grade, and not after the day on which the row came.
create function base.enrolment_day(enroll_date date, grade_code text) returns date language sql stable as $$
  select least(base.school_day(), coalesce(enroll_date, (select rxrq from base.grade where njdm = grade_code),
    case when grade_code ~ '^(19|20)[0-9]{2}$' then make_date(grade_code::int, 9, 1) end, base.school_day())) $$;

create function base.write_enrolment_facts() returns trigger language plpgsql as $$
begin
  insert into base.student_status_fact (fact_key, student_code, effective_date, source, status, in_school, bjdm, njzydm, njdm, dwh, zydm, xqdm, student_type, effected_at)
    select 'enrolled:' || student_code, student_code, base.enrolment_day(enroll_date, njdm), 'enrolled', dqztm,
      exists (select from base.status_allowance where status = dqztm and act = 'inSchool'), bjdm, njzydm, njdm, dwh, zydm, xqdm, xslbdm, now()
    from came on conflict (fact_key) do nothing;
  return null;
end $$;
create trigger write_facts_of_new after insert on base.student referencing new table as came for each statement execute function base.write_enrolment_facts();

-- Class, status and kind of student that are changed without a fact that says so are a correction of today. Where a fact was written before, nothing is left to say.
create function base.write_correction_facts() returns trigger language plpgsql as $$
begin
  insert into base.student_status_fact (fact_key, student_code, effective_date, source, status, in_school, bjdm, njzydm, njdm, dwh, zydm, xqdm, student_type, effected_at)
    select 'correction:' || gen_random_uuid(), student_code, base.school_day(), 'correction', status,
      case when status is not null then exists (select from base.status_allowance allowed where allowed.status = told.status and act = 'inSchool') end,
      case when moved then bjdm end, case when moved then njzydm end, case when moved then njdm end, case when moved then dwh end, case when moved then zydm end,
      case when moved then xqdm end, student_type, now()
    from (
      select it.student_code, it.bjdm, it.njzydm, it.njdm, it.dwh, it.zydm, it.xqdm,
          case when it.dqztm <> was.dqztm and it.dqztm is distinct from known.status then it.dqztm end as status,
          case when it.xslbdm <> was.xslbdm and it.xslbdm is distinct from known.student_type then it.xslbdm end as student_type,
          (it.bjdm, it.njzydm, it.njdm, it.dwh, it.zydm, it.xqdm) is distinct from (was.bjdm, was.njzydm, was.njdm, was.dwh, was.zydm, was.xqdm)
            and (it.bjdm, it.njzydm, it.njdm, it.dwh, it.zydm, it.xqdm) is distinct from (known.bjdm, known.njzydm, known.njdm, known.dwh, known.zydm, known.xqdm) as moved
        from became it join was using (student_code)
        left join lateral (select * from base.student_states_on(base.school_day()) state where state.student_code = it.student_code offset 0) known on true
       where (it.dqztm, it.xslbdm, it.bjdm, it.njzydm, it.njdm, it.dwh, it.zydm, it.xqdm)
         is distinct from (was.dqztm, was.xslbdm, was.bjdm, was.njzydm, was.njdm, was.dwh, was.zydm, was.xqdm)) told
   where status is not null or student_type is not null or moved;
  -- Another day of enrolment: the fact that said the old one is taken back and said anew, never after what came next.
  with corrected as (
    update base.student_status_fact fact set cancelled_at = now()
      from became it join was using (student_code)
     where it.enroll_date is distinct from was.enroll_date and it.enroll_date is not null and fact.student_code = it.student_code
       and fact.source = 'enrolled' and fact.cancelled_at is null and fact.effective_date <> it.enroll_date
    returning fact.*, it.enroll_date)
  insert into base.student_status_fact (fact_key, student_code, effective_date, source, status, in_school, bjdm, njzydm, njdm, dwh, zydm, xqdm, student_type, effected_at)
    select 'enrolled:' || gen_random_uuid(), student_code, least(enroll_date, base.school_day(),
        (select min(later.effective_date) from base.student_status_fact later
          where later.student_code = corrected.student_code and later.source <> 'enrolled' and later.cancelled_at is null)),
      'enrolled', status, in_school, bjdm, njzydm, njdm, dwh, zydm, xqdm, student_type, now() from corrected;
  return null;
end $$;
create trigger write_facts_of_changed after update on base.student referencing old table as was new table as became
  for each statement execute function base.write_correction_facts();
create function base.forget_status_facts() returns trigger language plpgsql as $$
begin
  delete from base.student_status_fact fact using gone where fact.student_code = gone.student_code;
  return null;
end $$;
create trigger forget_facts_of_removed after delete on base.student referencing old table as gone for each statement execute function base.forget_status_facts();

insert into base.student_status_fact (fact_key, student_code, effective_date, source, status, in_school, bjdm, njzydm, njdm, dwh, zydm, xqdm, student_type, effected_at)
  select 'enrolled:' || student_code, student_code, base.enrolment_day(enroll_date, njdm), 'enrolled', dqztm,
    exists (select from base.status_allowance where status = dqztm and act = 'inSchool'), bjdm, njzydm, njdm, dwh, zydm, xqdm, xslbdm, now()
  from base.student;

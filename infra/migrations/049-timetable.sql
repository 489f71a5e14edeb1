-- Weeks as people write them, such as '1-2,4,5-9', in numbers.
create function base.weeks_of(weeks text) returns int[] language sql immutable strict as $$
  select coalesce(array_agg(week order by week), '{}') from unnest(string_to_array(weeks, ',')) part,
    generate_series(split_part(part, '-', 1)::int, split_part(part, '-', -1)::int) week
$$;
-- A class meets in weeks that need not follow one another.
alter table base.class_schedule add weeks text;
update base.class_schedule set weeks = first_week || case when last_week > first_week then '-' || last_week else '' end;
alter table base.class_schedule alter weeks set not null, drop first_week, drop last_week;
create index class_schedule_class on base.class_schedule (teaching_class_id);
create index class_schedule_room on base.class_schedule (jsh, semester_id);

-- What each teacher of a class teaches of it: hours of one type (in tenths), and when.
alter table base.teaching_class_teacher add hour_type text, add hour int, add start_end_week text;

-- Meetings as they take place, week by week: as planned and not adjusted away, and as adjusted to (`apply_id`).
create view base.class_meeting as
  select s.schedule_id, s.semester_id, s.teaching_class_id, w.week, s.weekday, s.period, s.room, s.jsh, s.gh, null::text as apply_id
    from base.class_schedule s cross join lateral unnest(base.weeks_of(s.weeks)) w (week)
   where not exists (select 1 from base.class_schedule_change c where c.schedule_id = s.schedule_id and c.week = w.week)
  union all
  select s.schedule_id, s.semester_id, s.teaching_class_id, c.after_week, c.after_weekday, c.after_period, c.after_room, c.after_jsh, c.after_gh, c.apply_id
    from base.class_schedule_change c join base.class_schedule s using (schedule_id) where c.after_week is not null;
-- What a meeting clashes with is asked of the view now.
drop function base.class_schedule_conflict (text, int, text, text, int, int, text, text, text, text);

-- When and where classes meet: one row for each weekly meeting; period such as '3-4'.
create table base.class_schedule (
  schedule_id text primary key, teaching_class_id text not null references base.teaching_class (teaching_class_id), semester_id text not null references base.semester (xnxq),
  first_week int not null, last_week int not null, weekday int not null check (weekday between 1 and 7), period text not null, room text not null,
  gh text not null references base.teacher (gh));
create index class_schedule_gh on base.class_schedule (gh, semester_id);
create index class_schedule_time on base.class_schedule (semester_id, weekday, period);
-- One meeting that was moved, cancelled or handed over by an application that passed; without an `after` it is cancelled.
create table base.class_schedule_change (
  apply_id text primary key, schedule_id text not null references base.class_schedule (schedule_id), week int not null,
  after_week int, after_weekday int, after_period text, after_room text, after_gh text references base.teacher (gh),
  unique (schedule_id, week));
-- Whether a meeting cannot be adjusted: it was adjusted already, or at the new time its room, its teacher or the class itself has another
-- meeting, as planned and not adjusted away or adjusted to it. Decisions and pages ask the same.
create function base.class_schedule_conflict(
  of_schedule text, of_week int, in_semester text, of_class text, new_week int, new_weekday int, new_period text, new_room text, new_gh text
) returns boolean language sql stable as $$
  select exists (select 1 from base.class_schedule_change where schedule_id = of_schedule and week = of_week)
      or exists (select 1 from (
           select s.teaching_class_id, s.room, s.gh from base.class_schedule s
            where s.semester_id = in_semester and new_week between s.first_week and s.last_week and s.weekday = new_weekday and s.period = new_period
              and not (s.schedule_id = of_schedule and new_week = of_week)
              and not exists (select 1 from base.class_schedule_change c where c.schedule_id = s.schedule_id and c.week = new_week)
           union all
           select s.teaching_class_id, c.after_room, c.after_gh from base.class_schedule_change c join base.class_schedule s using (schedule_id)
            where s.semester_id = in_semester and c.after_week = new_week and c.after_weekday = new_weekday and c.after_period = new_period
         ) taken where room = new_room or gh = new_gh or teaching_class_id = of_class)
$$;

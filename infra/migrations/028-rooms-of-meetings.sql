-- Where a meeting is, by the room's id. Text that names no room, or several, stays as it is and is compared as text.
alter table base.class_schedule add column jsh text references base.classroom (jsh);
alter table base.class_schedule_change add column after_jsh text references base.classroom (jsh);
create temporary table named_room on commit drop as
  select name, min(jsh) as jsh from (select jsmc as name, jsh from base.classroom union select ywbm, jsh from base.classroom) room group by name having count(*) = 1;
update base.class_schedule s set jsh = r.jsh from named_room r where r.name = s.room;
update base.class_schedule_change c set after_jsh = r.jsh from named_room r where r.name = c.after_room;

-- Whether two periods, such as '3-4' or '5', share a lesson; text that is no period only equals itself.
create function base.periods_meet(one text, other text) returns boolean language sql immutable as $$
  select case when one ~ '^\d{1,2}(-\d{1,2})?$' and other ~ '^\d{1,2}(-\d{1,2})?$'
    then split_part(one, '-', 1)::int <= split_part(other, '-', -1)::int and split_part(other, '-', 1)::int <= split_part(one, '-', -1)::int
    else one = other end
$$;

-- As before, with rooms compared by id where both sides have one, and periods by their lessons.
drop function base.class_schedule_conflict (text, int, text, text, int, int, text, text, text);
create function base.class_schedule_conflict(
  of_schedule text, of_week int, in_semester text, of_class text, new_week int, new_weekday int, new_period text, new_room text, new_jsh text, new_gh text
) returns boolean language sql stable as $$
  select exists (select 1 from base.class_schedule_change where schedule_id = of_schedule and week = of_week)
      or exists (select 1 from (
           select s.teaching_class_id, s.room, s.jsh, s.gh from base.class_schedule s
            where s.semester_id = in_semester and new_week between s.first_week and s.last_week and s.weekday = new_weekday and base.periods_meet(s.period, new_period)
              and not (s.schedule_id = of_schedule and new_week = of_week)
              and not exists (select 1 from base.class_schedule_change c where c.schedule_id = s.schedule_id and c.week = new_week)
           union all
           select s.teaching_class_id, c.after_room, c.after_jsh, c.after_gh from base.class_schedule_change c join base.class_schedule s using (schedule_id)
            where s.semester_id = in_semester and c.after_week = new_week and c.after_weekday = new_weekday and base.periods_meet(c.after_period, new_period)
         ) taken where case when jsh is null or new_jsh is null then room = new_room else jsh = new_jsh end or gh = new_gh or teaching_class_id = of_class)
$$;

-- Groups of a special item (OPEN-COURSE-18) part its students: a group is of an item, a student of an item is in one of its groups. Items that stood in groups as
-- a text alone become items, so that every group has one.
insert into base.special_item (special_item_id, semester_id, course_id, kkxy, item_name, item_type)
  select distinct on (grouped.semester_id, grouped.course_id, grouped.item_name) gen_random_uuid()::text, grouped.semester_id, grouped.course_id, course.kkxy, grouped.item_name, '9'
    from base.special_item_group grouped join base.course on course.kch = grouped.course_id
  on conflict (semester_id, course_id, item_name) do nothing;
alter table base.special_item_group add special_item_id text references base.special_item, add student_num int not null default 0;
update base.special_item_group grouped set special_item_id = item.special_item_id from base.special_item item
 where item.semester_id = grouped.semester_id and item.course_id = grouped.course_id and item.item_name = grouped.item_name;
alter table base.special_item_group alter special_item_id set not null, add unique (special_item_id, group_name), add unique (special_item_id, item_group_id);
create index special_item_groups_of_job on base.special_item_group (teaching_class_id);

-- A group that goes leaves its students without one.
alter table base.special_item_student add item_group_id text,
  add foreign key (special_item_id, item_group_id) references base.special_item_group (special_item_id, item_group_id) on delete set null (item_group_id);
create index special_item_students_of_group on base.special_item_student (item_group_id);
create function base.count_special_item_group() returns trigger language plpgsql as $$
begin
  update base.special_item_group grouped set student_num = (select count(*) from base.special_item_student where item_group_id = grouped.item_group_id)
   where item_group_id in (old.item_group_id, new.item_group_id);
  return null;
end $$;
create trigger count_special_item_group after insert or delete or update of item_group_id on base.special_item_student for each row execute function base.count_special_item_group();

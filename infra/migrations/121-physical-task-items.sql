-- A physical education task teaches a special item (OPEN-COURSE-15). Tasks that were made for the groups of an item are of it.
alter table base.physical_project_task add special_item_id text references base.special_item;
update base.physical_project_task task set special_item_id = grouped.special_item_id from base.special_item_group grouped where grouped.teaching_class_id = task.teaching_class_id;
create index physical_project_tasks_of_item on base.physical_project_task (special_item_id);

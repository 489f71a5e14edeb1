-- What money is spent on in projects (PICKERS-153), of one kind of project or of all; and evaluations that are asked for no more (MONITOR-20).
alter table base.project_category add column full_name text generated always as (project_level_name || ' ' || project_category_name) stored;
insert into base.project_category (project_category_id, project_level_name, project_category_name, sort_num) values ('34', '校级', '交换学习', 34) on conflict do nothing;
create table base.expense_category (
  expense_category_code text primary key, expense_category_name text not null, project_category_id text references base.project_category (project_category_id),
  sort_num int not null default 0, sfqy text not null default '1');
create index expense_category_project on base.expense_category (project_category_id);
insert into base.expense_category (expense_category_code, expense_category_name, project_category_id, sort_num)
  select code, name, (select project_category_id from base.project_category where project_category_id = kind and project_category_name = '交换学习'), sort
    from (values ('0101', '国际旅费', '34', 1), ('0102', '学费', '34', 2), ('0103', '签证费', '34', 3), ('0104', '保险费', '34', 4), ('0201', '城市间交通费', null, 11),
      ('0202', '住宿费', null, 12), ('0203', '伙食费', null, 13), ('0204', '资料费', null, 14), ('0299', '其他', null, 99)) known (code, name, kind, sort);
-- 0 owed, 1 done, 2 withdrawn.
alter table base.evaluation_task drop constraint evaluation_task_status_check;
alter table base.evaluation_task add constraint evaluation_task_status_check check (status in ('0', '1', '2'));

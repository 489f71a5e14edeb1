-- The home page: service tiles in categories (APPS-15, 16), what each person opens most (HOME-44), and evaluations that are owed (HOME-51).
create table base.menu_category (
  menu_catagory_id text primary key, menu_catagory_name text not null, app_id text not null default 'jwxt', sfqy text not null default '1', icon text, url text, remark text,
  sort_num int not null default 0,
  -- Counts the changes of the category and of which tiles it holds in which order: who has seen an older one is told instead of overwriting.
  version int not null default 1,
  creator text, create_time timestamptz not null default now(), editor text, edit_time timestamptz not null default now(),
  unique (app_id, menu_catagory_name));
create table base.menu (
  menu_id text primary key, menu_name text not null, menu_type text not null default '1', url text not null, icon_content text not null, module_id text,
  menu_catagory_id text references base.menu_category (menu_catagory_id), data_status text not null check (data_status in ('SHOW', 'HIDDEN')), sort_num int not null default 0,
  version int not null default 1, creator text, create_time timestamptz not null default now(), editor text, edit_time timestamptz not null default now(),
  -- A tile that shows does so in a category.
  check (data_status = 'HIDDEN' or menu_catagory_id is not null));
create index menu_of_category on base.menu (menu_catagory_id, sort_num);
create table base.common_function (
  user_name text not null references base.user_account (user_name), url text not null, role_id text not null, role_name text not null,
  visit_num int not null default 1, visit_time timestamptz not null default now(), primary key (user_name, url));
create table base.evaluation_task (
  task_id text primary key, user_name text not null references base.user_account (user_name), teaching_class_id text not null references base.teaching_class (teaching_class_id),
  -- 0 owed, 1 done.
  status text not null default '0' check (status in ('0', '1')), unique (user_name, teaching_class_id));
create index evaluation_task_owed on base.evaluation_task (user_name) where status = '0';

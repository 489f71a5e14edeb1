-- Categories of approval processes, and what each process's applications show (SYSADMIN-08, SYSADMIN-09).
create table base.approval_category (
  category_id text primary key, category_name text not null, module_id text, sort_num int not null, sfqy text not null default '1');
-- content_template: labels of the pieces of an application's content that stand first, in order. A process is of one category.
create table base.approval_category_detail (
  detail_id text primary key, category_id text not null references base.approval_category, approval_process_id text not null,
  business_table text, business_file_table text, detail_url text, content_template jsonb not null default '[]', sfqy text not null default '1');
create unique index approval_category_of_process on base.approval_category_detail (approval_process_id) where sfqy = '1';
create index approval_category_details on base.approval_category_detail (category_id);

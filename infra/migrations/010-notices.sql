-- Notices, operation guides and system messages (SYSADMIN-01, 04, 05, 16; NOTICE-*).

create table base.notice_type (
  notice_type_id text primary key, notice_type_name text not null unique, need_read text not null default '0', sort_num int not null default 0, sfqy text not null default '1');
create table base.domain (
  bh text primary key, mc text not null unique, serving_list jsonb not null default '[]', sort_num int not null default 0, sfqy text not null default '1');

-- publish_status: 0 draft, 1 published, 2 closed (LC-P). What is published never changes; it is recalled while nobody has read it.
create table base.notice (
  notice_id text primary key, notice_name text not null, notice_type_id text not null references base.notice_type (notice_type_id), content text not null,
  audience jsonb not null, top_flag text not null default '0', need_push text not null default '1', begin_time timestamptz, end_time timestamptz,
  publish_status text not null default '0' check (publish_status in ('0', '1', '2')),
  create_user text not null, create_name text not null, department_id text, department_name text, create_time timestamptz not null, edit_time timestamptz not null,
  -- From when on it may be read: set when it is published.
  show_time timestamptz);
create index notice_shown on base.notice (show_time desc) where publish_status = '1';
create table base.notice_read (
  notice_id text not null references base.notice (notice_id), user_name text not null, read_time timestamptz not null, primary key (notice_id, user_name));
create index notice_read_user on base.notice_read (user_name);

create table base.operation_guide (
  operation_guide_id text primary key, notice_name text not null, domain_id text not null references base.domain (bh), content text not null,
  publish_status text not null default '0' check (publish_status in ('0', '1', '2')), create_user text not null, creator text not null,
  department_id text, department_name text, create_time timestamptz not null, edit_time timestamptz not null);

-- One message, and who gets it. read_sign: 1 read. push_sign: 1 still to be told of, 0 not (any more).
create table base.system_message_entity (
  system_message_entity_id text primary key, title text not null, content text not null, department_name text not null, create_name text not null, create_time timestamptz not null,
  end_time timestamptz, notice_id text references base.notice (notice_id), link text);
create index system_message_entity_notice on base.system_message_entity (notice_id) where notice_id is not null;
create index system_message_entity_time on base.system_message_entity (create_time);
create table base.system_message_audience (
  system_message_audience_id text primary key, system_message_entity_id text not null references base.system_message_entity (system_message_entity_id) on delete cascade,
  user_name text not null, read_sign text not null default '0', push_sign text not null default '1', read_time timestamptz,
  unique (system_message_entity_id, user_name));
create index system_message_audience_user on base.system_message_audience (user_name);

-- Every account as audiences see it: its roles, its unit with the units above, and a student's grade.
create view base.audience_person as
with recursive line (dwh, unit, above) as (
  select dwh, dwh, lsdwh from base.department
  union all
  select line.dwh, d.dwh, d.lsdwh from line join base.department d on d.dwh = line.above
), units as (select dwh, array_agg(unit) as units from line group by dwh)
select a.user_name, a.name, a.kind, s.njdm as grade, coalesce(a.department_id, t.dwh, s.dwh) as department_id,
       coalesce(u.units, '{}') as units, array(select r.jsbh from base.user_role r where r.user_name = a.user_name) as roles
  from base.user_account a
  left join base.teacher t on t.gh = a.gh
  left join base.student s on s.student_code = a.student_code
  left join units u on u.dwh = coalesce(a.department_id, t.dwh, s.dwh)
 where a.sfqy = '1';

-- Whether an audience {roles, departments, grades, users} holds a person: roles, units and grades narrow one another, single persons are added.
-- An empty list does not narrow; an audience of single persons alone reaches nobody else.
create function base.audience_holds(audience jsonb, user_name text, roles text[], units text[], grade text) returns boolean language sql immutable parallel safe as $$
  select audience->'users' ? user_name
    or ((audience->'users' = '[]' or audience->'roles' <> '[]' or audience->'departments' <> '[]' or audience->'grades' <> '[]')
      and (audience->'roles' = '[]' or audience->'roles' ?| roles)
      and (audience->'departments' = '[]' or audience->'departments' ?| units)
      and (audience->'grades' = '[]' or coalesce(audience->'grades' ? grade, false)))
$$;

-- What somebody holds has a beginning and an end: who reads `base.user_role` sees what holds today, so that no reader can forget to ask.
-- The rows themselves are in `base.role_assignment`.
create function base.school_day() returns date language sql stable parallel safe as $$ select (now() at time zone 'Asia/Shanghai')::date $$;
alter table base.role add column jsms text;
alter table base.role add column sfqy text not null default '1';
-- An account may end by itself, have no password (single sign-on), and have one that was given and must be replaced.
alter table base.user_account alter column password_hash drop not null;
alter table base.user_account add column mobile text;
alter table base.user_account add column email text;
alter table base.user_account add column valid_to date;
alter table base.user_account add column pwd_must_change text not null default '0';
alter table base.user_role rename to role_assignment;
alter table base.role_assignment add column from_date date;
alter table base.role_assignment add column to_date date;
alter table base.role_assignment add column granted_at timestamptz;
alter table base.role_assignment add column granted_by text;
create view base.user_role as
select held.user_name, held.jsbh from base.role_assignment held
 where (held.from_date is null or held.from_date <= base.school_day()) and (held.to_date is null or held.to_date >= base.school_day())
   and exists (select from base.role where role.jsbh = held.jsbh and role.sfqy = '1')
   and not exists (select from base.user_account account where account.user_name = held.user_name and account.valid_to < base.school_day());
-- Accounts as audiences see them, with the roles of today.
create or replace view base.audience_person as
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
 where a.sfqy = '1' and (a.valid_to is null or a.valid_to >= base.school_day());
-- What a role may do, as one text: who saves its permissions says what he has seen.
create function base.permission_version(role text) returns text language sql stable as $$
  select md5(coalesce(string_agg(qxbh, ',' order by qxbh), '')) from base.role_permission where jsbh = role
$$;

-- When somebody signed in last, on lists of accounts.
create index session_of_user on gateway.session (user_name, created_at desc);
drop index gateway.session_by_user;

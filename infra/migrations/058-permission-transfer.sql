-- Permissions that somebody has handed on for a time (SYSADMIN-18, kind 2; decision 058). units narrow the scope of whoever gave them; none: it is his.
create table base.permission_transfer (
  auth_id text primary key, from_user text not null references base.user_account (user_name), to_user text not null references base.user_account (user_name),
  permissions text[] not null, units text[] not null default '{}', begin_time timestamptz not null, end_time timestamptz not null check (end_time > begin_time),
  reason text not null, created_at timestamptz not null, revoked_at timestamptz, revoked_by text, revoke_reason text);
create index permission_transfer_in_order on base.permission_transfer (created_at desc, auth_id);
create index permission_transfer_given on base.permission_transfer (from_user, created_at desc);
create index permission_transfer_received on base.permission_transfer (to_user, created_at desc);
create trigger tell_change after insert or update or delete or truncate on base.permission_transfer for each statement execute function base.tell_change();
-- What holds now: only what the giver himself holds by a role of his, as long as he does.
create view base.lent_permission as
select transfer.auth_id, transfer.from_user, giver.name as from_name, transfer.to_user, held.jsbh, granted.qxbh, transfer.units, transfer.end_time
  from base.permission_transfer transfer
  join base.user_account giver on giver.user_name = transfer.from_user and giver.sfqy = '1' and (giver.valid_to is null or giver.valid_to >= base.school_day())
  join base.user_role held on held.user_name = transfer.from_user
  join base.role_permission granted on granted.jsbh = held.jsbh and granted.qxbh = any (transfer.permissions)
 where transfer.revoked_at is null and transfer.begin_time <= now() and transfer.end_time > now();
-- “B 代 A”: by whose permission something was done.
alter table base.operation_log add column acted_for text;
alter table base.long_job add column on_behalf_of jsonb;

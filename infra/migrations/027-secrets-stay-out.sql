-- When the person, not a list, gave the account its password: loading the list again leaves it.
alter table base.user_account add column password_changed_at timestamptz;
update base.user_account u set password_changed_at = changed.at
  from (select key, max(at) as at from base.operation_log where resource = 'userAccount' and operation in ('changePassword', 'setAdministratorPassword') group by key) changed
 where changed.key = u.user_name;

-- Fingerprints of commands that carry passwords were made of these too. The name alone stays: the command sent again is still known.
update base.applied_command set name = split_part(name, ':', 1)
 where split_part(name, ':', 1) in ('user.changePassword', 'reference.load', 'user.setAdministratorPassword');
-- So were the ids under which lists of accounts were loaded: each gets another one, the same for all rows of a load.
create temporary table renamed on commit drop as
  select command_id as former, gen_random_uuid()::text as command_id from base.operation_log
   where resource = 'userAccount' and operation in ('import', 'setUp') group by command_id;
update base.operation_log l set command_id = r.command_id from renamed r where l.command_id = r.former;
update base.applied_command c set command_id = r.command_id from renamed r where c.command_id = r.former;

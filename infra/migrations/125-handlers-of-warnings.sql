-- Whose name stands in a record of a warning, so that it goes with whoever is erased (decision 093). Null: nobody knows
-- any more, because no account or several have that name.
alter table base.warning_record add column handler_user text;
update base.warning_record record set handler_user = account.user_name
  from base.user_account account
 where account.name = record.handler_name
   and not exists (select from base.user_account other
                    where other.name = account.name and other.user_name <> account.user_name);

-- Operations of the API that are switched off, with what their callers are told (SYSADMIN-17). All others are on.
create table base.operation_off (operation_id text primary key, notice text not null, switched_by text not null, switched_at timestamptz not null);
create trigger tell_change after insert or update or delete or truncate on base.operation_off for each statement execute function base.tell_change();

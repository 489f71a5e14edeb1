-- What is only added to, and never changed, gives way to one thing: the erasure of a person (decision 093), which says so
-- for its transaction alone.
create function base.is_erasing() returns boolean language sql stable as $$
  select coalesce(current_setting('jwxt.erasing', true), '') = 'on'
$$;
create or replace function base.refuse_backup_change() returns trigger language plpgsql as $$
begin
  if base.is_erasing() then return null; end if;
  raise exception 'a backup is never changed';
end $$;
create or replace function base.keep_operation_log() returns trigger language plpgsql as $$
begin
  if base.is_erasing() then return new; end if;
  raise exception 'the operation log is only added to';
end $$;

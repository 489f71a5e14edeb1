-- Tells on the channel `reference_changed` which table of the reference data a transaction has changed, so that services may keep what they
-- decide with in memory. Statement triggers: one notice for each table and transaction, whatever writes to it.
create function base.tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('reference_changed', tg_table_name);
  return null;
end $$;
create trigger tell_change after insert or update or delete or truncate on base.teacher for each statement execute function base.tell_change();
create trigger tell_change after insert or update or delete or truncate on base.student for each statement execute function base.tell_change();
create trigger tell_change after insert or update or delete or truncate on base.score_hierarchy for each statement execute function base.tell_change();
create trigger tell_change after insert or update or delete or truncate on base.teaching_class_teacher for each statement execute function base.tell_change();
create trigger tell_change after insert or update or delete or truncate on base.teaching_class_student for each statement execute function base.tell_change();

-- The same notice for the tables that a person's rights and scopes come from: gateways keep them in memory until one of these changes.
create trigger tell_change after insert or update or delete or truncate on base.user_account for each statement execute function base.tell_change();
create trigger tell_change after insert or update or delete or truncate on base.user_role for each statement execute function base.tell_change();
create trigger tell_change after insert or update or delete or truncate on base.role for each statement execute function base.tell_change();
create trigger tell_change after insert or update or delete or truncate on base.role_permission for each statement execute function base.tell_change();
create trigger tell_change after insert or update or delete or truncate on base.role_scope for each statement execute function base.tell_change();
create trigger tell_change after insert or update or delete or truncate on base.department for each statement execute function base.tell_change();
create trigger tell_change after insert or update or delete or truncate on base.class_info for each statement execute function base.tell_change();

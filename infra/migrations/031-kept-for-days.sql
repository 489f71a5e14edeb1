-- What is kept for some days only is found by its age.
create index applied_command_at on base.applied_command (at);
-- Sessions that somebody ended; those that ran out have an index of their own.
create index session_ended on gateway.session (expires_at) where revoked_at is not null;

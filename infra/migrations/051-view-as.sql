-- Sessions in which an administrator looks with somebody else's eyes just now. When it is over, the row goes: what was is in the operation log.
create table gateway.viewing (
  id_hash text primary key references gateway.session on delete cascade, view_id text not null, user_name text not null, viewed_by text not null, reason text not null,
  begun_at timestamptz not null, expires_at timestamptz not null);

-- Programs of the school: each calls with a token of which only the hash is kept, in the rights of whoever made it, as far as they are listed here.
-- units: unit codes that narrow the scope further; none: as wide as the creator's. addresses: single ones and networks; none: from everywhere.
create table base.api_token (
  token_id uuid primary key, user_name text not null unique, name text not null, token_hash text not null unique, owner text not null references base.user_account (user_name),
  permissions text[] not null, units text[] not null, addresses text[] not null, created_by text not null references base.user_account (user_name), created_at timestamptz not null,
  expires_at timestamptz not null, revoked_at timestamptz, revoked_by text, revoke_reason text);
create trigger tell_change after insert or update or delete or truncate on base.api_token for each statement execute function base.tell_change();
-- What programs asked for, and what they were answered; status and code as they travelled.
create table gateway.api_call (
  id bigint generated always as identity primary key, token_id uuid not null, at timestamptz not null, operation text not null, client_address text, status int not null,
  milliseconds int not null, trace_id text not null);
create index api_call_token on gateway.api_call (token_id, id desc);
create index api_call_time on gateway.api_call (at);

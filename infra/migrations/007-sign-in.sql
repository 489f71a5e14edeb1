-- How a session was opened, and the ticket of the single-sign-on server that it came from: one ticket opens one session, and ends it.
alter table gateway.session add column login_way text not null default '1' check (login_way in ('1', '2', '3'));
alter table gateway.session add column ticket_hash text;
create unique index session_ticket on gateway.session (ticket_hash) where ticket_hash is not null;
create index session_short_id on gateway.session (left(id_hash, 32));
create index session_open on gateway.session (last_seen_at) where revoked_at is null;

-- Failures of one address, whatever names were tried.
create index login_failure_address on gateway.login_failure (client_address, at);

-- Challenges of the slider, and the proofs that they earned. Worth nothing after a crash.
create unlogged table gateway.slide_challenge (hash text primary key, user_name text not null, begun_at timestamptz not null);
create unlogged table gateway.slide_proof (hash text primary key, user_name text not null, expires_at timestamptz not null);

-- Temporary links: only the hash of the token is kept. Used once.
create table gateway.temp_login (
  token_hash text primary key, user_name text not null, issued_by text not null, issued_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz);

-- Each service's own bookkeeping.
create schema commands;
create table commands.policy_checkpoint (policy text primary key, commit_position numeric not null, prepare_position numeric not null, updated_at timestamptz not null);
-- An event that a policy could not carry out: kept with its reason until an administrator replays it.
create table commands.policy_parked (
  policy text not null, stream text not null, revision bigint not null, event_type text not null, commit_position numeric not null, prepare_position numeric not null,
  reason text not null, at timestamptz not null, primary key (policy, stream, revision));

create schema gateway;
create table gateway.session (
  id_hash text primary key, user_name text not null, csrf_secret text not null, created_at timestamptz not null, last_seen_at timestamptz not null, expires_at timestamptz not null,
  client_address text, user_agent text, revoked_at timestamptz);
create index session_by_user on gateway.session (user_name);
create table gateway.login_failure (user_name text not null, at timestamptz not null, client_address text);
create index login_failure_user on gateway.login_failure (user_name, at);

-- One row per read model generation. The serving one answers queries; a building one fills its tables beside it.
create schema projection;
create table projection.read_model (
  name text not null, generation int not null, version int not null, status text not null check (status in ('building', 'serving', 'retired', 'cancelled', 'failed')),
  schema_name text not null, commit_position numeric not null default -1, prepare_position numeric not null default -1,
  events_handled bigint not null default 0, events_total bigint, started_at timestamptz not null, updated_at timestamptz not null, caught_up_at timestamptz,
  last_event_at timestamptz, speed numeric, requested_by text, worker text, failure text, primary key (name, generation));
create unique index read_model_serving on projection.read_model (name) where status = 'serving';
create unique index read_model_building on projection.read_model (name) where status = 'building';
create table projection.parked (
  name text not null, generation int not null, stream text not null, revision bigint not null, event_type text not null, commit_position numeric not null,
  prepare_position numeric not null, reason text not null, at timestamptz not null, primary key (name, generation, stream, revision));
create table projection.request (
  id bigint generated always as identity primary key, name text not null, kind text not null check (kind in ('rebuild', 'cancel')), requested_by text not null,
  requested_at timestamptz not null, taken_at timestamptz);
create index request_open on projection.request (name) where taken_at is null;

-- A second factor for signing in (TOTP): the secret is sealed with a key that the database does not have, recovery codes are kept as hashes. Roles may ask for it.
-- A session whose second step is still to be done is worth nothing but doing it.
create table gateway.second_factor (user_name text primary key, sealed text not null, last_period bigint not null, bound_at timestamptz not null);
create table gateway.recovery_code (
  user_name text not null references gateway.second_factor on delete cascade, code_hash text not null, used_at timestamptz, primary key (user_name, code_hash));
alter table base.role add column mfa_required text not null default '0' check (mfa_required in ('0', '1'));
alter table gateway.session add column second_step text check (second_step in ('code', 'bind'));

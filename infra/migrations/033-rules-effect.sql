-- What publishing a draft of the score rules would change, while it is worked out: the gateways' own bookkeeping, one row a draft. `basis`: of which rules;
-- `cursor`: up to which student. A maker that does not renew its lease has died, one that nobody asks any more stops.
create table gateway.rules_effect (
  score_rules_id text primary key, basis text not null, cursor text not null default '', done int not null default 0, total int not null, counts jsonb not null,
  asked_at timestamptz not null, ended_at timestamptz, maker uuid, lease_until timestamptz);

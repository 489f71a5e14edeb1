-- Things that only one may have: a room in one lesson, a seat, a place of a quota. Taken in the transaction of the effect that needs them.
create table base.claim (kind text not null, thing text not null, unit int not null, holder text not null, at timestamptz not null, primary key (kind, thing, unit));
create index claim_holder on base.claim (holder);

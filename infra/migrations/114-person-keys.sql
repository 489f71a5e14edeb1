-- Keys of personal values in events (decision 093): one a person, wrapped with the master key, which stands in no
-- database. What was destroyed stays as a row without its bytes, so that nobody makes another key for that person.
create table base.person_key (
  key_id text primary key,
  kind text not null check (kind in ('student', 'number', 'teacher', 'account', 'matter')),
  code text not null,
  -- Of a matter: the one student that its texts are about.
  about_student text,
  wrapped text,
  -- Says which master key wraps it.
  master_id text,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  destroyed_by text,
  unique (kind, code),
  check ((wrapped is null) = (destroyed_at is not null))
);
create index on base.person_key (about_student) where about_student is not null;
create index on base.person_key (destroyed_at) where destroyed_at is not null;

create function base.tell_person_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('person_key', '');
  return null;
end $$;
create trigger person_key_changed after update on base.person_key
  for each statement execute function base.tell_person_keys();

-- Dangerous operations that wait for a second person (SYSADMIN-18, decision 056). auth_status: 0 waiting, 1 confirmed, 3 withdrawn,
-- 4 refused; what waits beyond end_time is over. command_id: of the command that is carried out once it is confirmed.
create table base.second_person (
  auth_id text primary key, command_id text not null, operation text not null, permission text not null, input jsonb not null, told text not null,
  reason text not null, from_user text not null, from_name text not null, sign_in_way text not null, sign_in_issued_by text,
  begin_time timestamptz not null, end_time timestamptz not null, to_user text, to_name text, opinion text, decided_at timestamptz,
  auth_status text not null default '0' check (auth_status in ('0', '1', '3', '4')));
create index second_person_of_command on base.second_person (command_id);
create index second_person_in_order on base.second_person (begin_time desc);
-- Who confirmed what was done.
alter table base.operation_log add column confirmed_by text;

-- Exports that take too long to be waited for: asked for by a person, made by one of the gateways, fetched for some days.
-- status (@XTGL_RWZT): 0 queued, 1 running, 2 done, 4 failed, 5 cancelled. A maker that does not renew its lease has died.
create table gateway.export_job (
  job_id uuid primary key, operation text not null, input jsonb not null, title text not null, user_name text not null, login_way text not null, issued_by text,
  status text not null default '0' check (status in ('0', '1', '2', '4', '5')), total int not null, done int not null default 0, is_cancelled boolean not null default false,
  created_at timestamptz not null, started_at timestamptz, ended_at timestamptz, told_at timestamptz, maker uuid, lease_until timestamptz, tries int not null default 0,
  failure text, file_name text, digest text, bytes bigint, expires_at timestamptz);
create unique index export_job_same on gateway.export_job (user_name, operation, md5(input::text)) where status in ('0', '1') and not is_cancelled;
create index export_job_user on gateway.export_job (user_name, created_at desc);
create index export_job_open on gateway.export_job (created_at) where status in ('0', '1');
create index export_job_untold on gateway.export_job (ended_at) where status in ('2', '4') and told_at is null;
create index export_job_digest on gateway.export_job (digest) where digest is not null;

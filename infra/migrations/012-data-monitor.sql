-- Data monitor: points that are looked at again and again, what they found, and what was cleaned (MONITOR-08…33).
-- Points are declared in code and copied here; the switch and the threshold are a person's.
create table base.monitor_point (
  point_code text primary key, point_name text not null, monitor_group text not null check (monitor_group in ('1', '2', '3', '4', '5', '6', '7')),
  severity text not null check (severity in ('1', '2', '3')), fix text not null check (fix in ('quick', 'confirm', 'manual')), remedy text not null, page text,
  sort_num int not null, threshold int not null default 0, sfqy text not null default '1', last_run_time timestamptz, last_failure text);
-- handle_status: 0 open, 1 cleaned, 2 ignored until a day, 3 right again by itself. `change` is what cleaning would do to the row: key, before, after.
create table base.monitor_result (
  result_id bigint generated always as identity primary key, point_code text not null references base.monitor_point (point_code) on delete cascade,
  business_key text not null, business_name text not null, department_id text, problem_text text not null, change jsonb, found_time timestamptz not null,
  handle_status text not null default '0' check (handle_status in ('0', '1', '2', '3')), handler text, handle_time timestamptz, ignore_reason text, ignore_until date, task_id uuid);
create unique index monitor_result_standing on base.monitor_result (point_code, business_key) where handle_status in ('0', '2');
create index monitor_result_status on base.monitor_result (handle_status, point_code);
create index monitor_result_task on base.monitor_result (task_id) where task_id is not null;
-- One cleaning: kept so that it can be taken back.
create table base.monitor_task (
  task_id uuid primary key, quick boolean not null, at timestamptz not null, user_name text not null, name text not null, points int not null, cleaned int not null, left_num int not null,
  undone_at timestamptz, undone_by text);
create index monitor_task_at on base.monitor_task (at desc);
-- Open problems at the last look of each day, by group and unit ('' for what belongs to none).
create table base.monitor_day (day date not null, monitor_group text not null, department_id text not null, problem_num int not null, primary key (day, monitor_group, department_id));

-- Full-width digits, letters and blanks of input methods, as a keyboard writes them.
create function base.half_width(text) returns text language sql immutable as $$
  select translate($1, '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ　', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz ') $$;
-- A name without blanks at its ends, double blanks, or blanks between Chinese characters.
create function base.tidy_name(text) returns text language sql immutable as $$
  select regexp_replace(btrim(regexp_replace(base.half_width($1), '\s+', ' ', 'g')), '([一-龥]) (?=[一-龥])', '\1', 'g') $$;
-- A code has no blanks at all.
create function base.tidy_code(text) returns text language sql immutable as $$ select regexp_replace(base.half_width($1), '\s+', '', 'g') $$;

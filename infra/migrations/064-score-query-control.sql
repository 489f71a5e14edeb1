-- When students may look up their own scores (SCORE-MORE-40): of a semester and a type of score, for some grades (a json list of codes; empty: all)
-- or one unit's students. Without a row they may not. An end of null: from then on.
create table base.score_query_control (
  query_control_id text primary key, semester_id text not null references base.semester (xnxq), score_type text not null,
  begin_time timestamptz not null, end_time timestamptz check (end_time > begin_time), grades jsonb not null default '[]',
  department_id text references base.department (dwh), need_evaluate text not null default '0', show_items text not null default '0',
  sfqy text not null default '1');
create index score_query_control_semester on base.score_query_control (semester_id, score_type);
-- The narrowest row for a student: his unit's and grade's, his unit's, his grade's, the school's; of equal ones an open one first, then the earlier.
create function base.score_opening(semester text, kind text, grade text, unit text) returns setof base.score_query_control language sql stable as $$
  select c.* from base.score_query_control c
   where c.semester_id = semester and c.score_type = kind and c.sfqy = '1' and (c.grades = '[]' or c.grades ? grade) and (c.department_id is null or c.department_id = unit)
   order by c.department_id is null, c.grades = '[]', now() between c.begin_time and coalesce(c.end_time, 'infinity') desc, c.begin_time, c.query_control_id limit 1
$$;
-- Who was told of an opening: once each, also when the row is opened anew at another time.
create table base.score_opening_told (
  query_control_id text not null references base.score_query_control (query_control_id) on delete cascade, begin_time timestamptz not null, user_name text not null,
  primary key (query_control_id, begin_time, user_name));
-- What students see today they see tomorrow: every semester that has begun is open, without conditions, as published scores were until now.
insert into base.score_query_control (query_control_id, semester_id, score_type, begin_time)
select semester.xnxq || '.' || kind, semester.xnxq, kind, semester.ksrq::timestamp at time zone 'Asia/Shanghai'
  from base.semester, unnest(array['1', '2', '3', '4']) kind where semester.ksrq <= now();

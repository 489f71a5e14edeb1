-- Remarks that applications in force give (缓考 by SCORE-MORE-16, 免听 by SCORE-MORE-42), from which a sheet that is set up later takes them.
alter table base.deferred_exam rename to granted_remark;
alter table base.granted_remark add remark_code text not null default '01', add reason text not null default '缓考申请已批准';
alter table base.granted_remark alter remark_code drop default, alter reason drop default;
-- Courses that are one achievement (SCORE-MORE-46), for students of some grades (a json list of codes; empty: all).
create table base.course_binding (
  binding_id text primary key, bind_type text not null, main_course_id text not null references base.course (kch),
  bound_course_id text not null references base.course (kch), grades jsonb not null default '[]', sfqy text not null default '1',
  unique (main_course_id, bound_course_id));
create index course_binding_bound on base.course_binding (bound_course_id);

-- Scores outside classes are typed unless an application brought them (SCORE-MORE-38): at most one each, which its revocation finds.
alter table base.student_extra_score alter column source_type set default '1';
create unique index student_extra_score_application on base.student_extra_score (apply_id);
-- Kinds of projects that awards are won with, by their level (PICKERS-150); schools keep their own.
create table base.project_category (
  project_category_id text primary key, project_level_name text not null, project_category_name text not null, sort_num int not null default 0,
  sfqy text not null default '1', unique (project_level_name, project_category_name));
insert into base.project_category (project_category_id, project_level_name, project_category_name, sort_num)
select format('%s%s', level, kind), level_name, kind_name, level * 10 + kind
  from (values (1, '国家级'), (2, '省部级'), (3, '校级')) levels (level, level_name), (values (1, '学科竞赛'), (2, '创新创业训练'), (3, '论文与专利')) kinds (kind, kind_name);

-- Versions of the score rules (SCORE-MORE-35): how attempts become effective scores, credits and grade points. Marks and points are hundredths; empty lists mean all.
create table base.score_rules (
  score_rules_id text primary key, rule_version text not null unique, rule_name text not null,
  grades jsonb not null default '[]', student_types jsonb not null default '[]',
  pass_mark int not null, effective_rule text not null check (effective_rule in ('ZGF', 'ZHC', 'SCJ')), gpa_rule text not null check (gpa_rule in ('GPA40', 'GPA50')),
  gpa_bands jsonb, makeup_point int, count_failed text not null, judge_rounded text not null, gpa_attributes jsonb not null, gpa_without_natures jsonb not null,
  publish_status text not null check (publish_status in ('0', '1', '2')));
-- A published version never changes; it may only be taken out of use (2) for a later one. Scores once computed by it can be computed again.
create function base.keep_published_rules() returns trigger language plpgsql as $$
begin
  if old.publish_status <> '0' and (to_jsonb(new) - 'publish_status' is distinct from to_jsonb(old) - 'publish_status' or new.publish_status = '0') then
    raise exception 'score rules % are published', old.rule_version using errcode = 'check_violation', constraint = 'ruleVersion';
  end if;
  return new;
end $$;
create trigger score_rules_kept before update on base.score_rules for each row execute function base.keep_published_rules();

-- What was printed of a student's scores, word for word, for whoever checks the paper by its code. Rows are never changed.
create table base.transcript_print (
  code text primary key, student_code text not null references base.student (student_code), language text not null check (language in ('zh', 'en')), all_attempts text not null,
  reason text not null, content jsonb not null, digest text not null, rule_version text not null, data_version text not null,
  printed_at timestamptz not null, user_name text not null, printed_by text not null);
create index transcript_print_student on base.transcript_print (student_code, printed_at desc);

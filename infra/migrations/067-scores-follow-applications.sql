-- Scores outside classes are typed unless an application brought them (SCORE-MORE-38): at most one each, which its revocation finds.
alter table base.student_extra_score alter column source_type set default '1';
create unique index student_extra_score_application on base.student_extra_score (apply_id);

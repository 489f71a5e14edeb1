-- An empty list of grades means all of them, as in the score rules: one way to say it.
update base.outside_score_time set grades = '[]' where grades is null;
alter table base.outside_score_time alter column grades set default '[]', alter column grades set not null;

-- A version of the score rules begins as a draft (SCORE-MORE-35).
alter table base.score_rules alter publish_status set default '0';

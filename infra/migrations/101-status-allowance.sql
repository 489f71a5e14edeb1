-- What a status allows, with what was compared by hand before: who may be streamed and change the major.
create or replace view base.status_allowance (status, act) as
select * from (values
  ('01', 'enterScores'), ('01', 'choose'), ('01', 'register'), ('01', 'countInStatistics'), ('01', 'apply'), ('01', 'account'), ('01', 'inSchool'), ('01', 'changeMajor'),
  ('02', 'countInStatistics'), ('02', 'apply'), ('02', 'account'),
  ('04', 'countInStatistics'), ('04', 'apply'), ('04', 'account'),
  ('05', 'enterScores'), ('05', 'choose'), ('05', 'register'), ('05', 'countInStatistics'), ('05', 'apply'), ('05', 'account'), ('05', 'inSchool'),
  ('06', 'countInStatistics'), ('06', 'account'),
  ('12', 'apply'), ('12', 'account'),
  ('13', 'register'), ('13', 'countInStatistics'), ('13', 'apply'), ('13', 'account'),
  ('15', 'countInStatistics'), ('15', 'account'),
  ('99', 'enterScores'), ('99', 'account')) allowed (status, act);

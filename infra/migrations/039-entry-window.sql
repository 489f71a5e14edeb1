-- The narrowest window that the term gives a class for a kind of score (SCORE-MORE-22): its course's, then its unit's for the nature of the course, its unit's, the nature's, the school's.
create function base.entry_window(semester text, kind text, course text, unit text) returns setof base.score_term_control language sql stable as $$
  select w.* from base.score_term_control w join base.course k on k.kch = course
   where w.semester_id = semester and w.score_type = kind and w.sfqy = '1' and (w.course_id is null or w.course_id = k.kch)
     and (w.department_id is null or w.department_id = unit) and (w.course_nature is null or w.course_nature = k.kcxz)
   order by w.course_id nulls last, w.department_id nulls last, w.course_nature nulls last, w.score_term_control_id limit 1
$$;

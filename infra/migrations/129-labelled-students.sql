-- Who holds labels of a replacement, in a function that is not taken into the statement around it: setting up its plan
-- cost each reading of all replacements several times what the reading costs, whether or not one names labels.
create function base.labelled_students(labels jsonb, department text) returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(distinct held.student_code), '[]') from base.student_label_holder held join base.student on student.student_code = held.student_code
    where labels ? held.label_id and student.dwh = department);
end $$;
create or replace view base.course_replacement as
select rule.* from (
    select replace_id, old_courses, new_courses, grade_major_id, '[]'::jsonb as students, '[]'::jsonb as labelled, begin_semester_id from base.grade_course_replace where sfqy = '1'
    union all
    select replace_id, old_courses, new_courses, null, student_codes, case when label_ids = '[]' then '[]' else base.labelled_students(label_ids, department_id) end, begin_semester_id
      from base.student_tags_replace own where sfqy = '1' ) rule
 where begin_semester_id is null or begin_semester_id <= coalesce((select max(xnxq) from base.semester where sfdqxq = '1'), begin_semester_id);

-- Classes are found by code or name: one text in lower case, because comparing without regard to case folds each row anew.
alter table base.teaching_class add column search_text text generated always as (lower(teaching_class_code || chr(10) || teaching_class_name)) stored;
-- Which courses have been taught, or are in a semester.
create index teaching_class_course on base.teaching_class (course_id, semester_id);
-- The order in which classes are listed.
create index teaching_class_order on base.teaching_class (semester_id desc, teaching_class_code);

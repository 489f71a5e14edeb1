/** The name of a class (or job) in a statement that has it and its course, as `classWithCourse` says it. */
export const classWithCourseSql = (table: 'class' | 'job'): string =>
  `case when starts_with(${table}.teaching_class_name, course.kcmc) then ${table}.teaching_class_name
    else course.kcmc || ' ' || ${table}.teaching_class_name end`;

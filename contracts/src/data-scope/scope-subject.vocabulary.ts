/** Kinds of rows that the question why somebody sees one is asked of. */
export const scopeSubjects = ['teachingClass', 'student', 'application', 'sheet'] as const;

/** Kind of such a row. */
export type ScopeSubject = (typeof scopeSubjects)[number];

/** What people call them, and what they are found by. */
export const scopeSubjectNames: Readonly<Record<ScopeSubject, { readonly name: string; readonly key: string }>> = {
  teachingClass: { name: '教学班', key: '教学班号' },
  student: { name: '学生', key: '学号' },
  application: { name: '申请', key: '申请编号' },
  sheet: { name: '成绩单', key: '教学班号' },
};

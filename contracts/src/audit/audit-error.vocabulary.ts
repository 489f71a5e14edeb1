/** Refusals of the audit area. */
export const auditErrors = {
  AUDIT_NO_SCORE: { status: 404, text: '该学生没有这门课程的成绩记录，或不在您的数据权限范围内' },
} as const;

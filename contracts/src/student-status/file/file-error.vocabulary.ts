/** Refusals about the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34). */
export const statusFileErrors = {
  STUDENT_FILE_NONE: { status: 404, text: '没有这名学生的档案，或不在您的数据权限范围内' },
} as const;

/** Refusals about the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34). */
export const statusFileErrors = {
  STUDENT_FILE_NONE: { status: 404, text: '没有这名学生的档案，或不在您的数据权限范围内' },
  BATCH_NO_NUMBER: { status: 422, text: '文件中没有学号列，请使用模板' },
  BATCH_NO_FIELD: { status: 422, text: '文件中没有可以批量修改的列，请使用模板' },
  TEMPORARY_CONVERTED: { status: 409, text: '{name}已经转正' },
} as const;

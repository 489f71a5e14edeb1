/** Refusals about the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34). */
export const statusFileErrors = {} as const;

/** Refusals about photos and info checks (STUDENT-STATUS-08, 21; PERM-14). */
export const statusCheckErrors = {} as const;

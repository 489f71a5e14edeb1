/** Refusals about freshmen, class division and numbers (STUDENT-STATUS-11…15, 19). */
export const statusFreshmanErrors = {} as const;

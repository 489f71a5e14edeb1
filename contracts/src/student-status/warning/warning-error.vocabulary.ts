/** Refusals about warnings (STUDENT-STATUS-25…28, 30…33). */
export const statusWarningErrors = {} as const;

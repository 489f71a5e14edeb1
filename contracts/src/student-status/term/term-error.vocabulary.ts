/** Refusals about registration, payment and figures (STUDENT-STATUS-03, 04, 17, 24). */
export const statusTermErrors = {} as const;

/** Refusals about changes of status and what they do everywhere (STUDENT-STATUS-16, 40). */
export const statusChangeErrors = {} as const;

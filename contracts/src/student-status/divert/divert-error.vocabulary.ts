/** Refusals about streaming and transfer of majors (STUDENT-STATUS-20, 22, 23, 36, 37, 41). */
export const statusDivertErrors = {} as const;

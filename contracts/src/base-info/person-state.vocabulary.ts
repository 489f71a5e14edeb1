/** States (XTGL_JZGDQZT) of teachers who have left: they have no account, or one that is closed. */
export const leftTeacherStates = ['03', '05', '06', '07', '08'] as const;
/** States (XTGL_XSDQZT) of students who have left. */
export const leftStudentStates = ['03', '07', '08', '09', '10', '11', '14'] as const;

/** States (XTGL_JZGDQZT) of teachers who have left: they have no account, or one that is closed. */
export const leftTeacherStates = ['03', '05', '06', '07', '08'] as const;

/** Rows that people keep of freshmen, class division and numbers (STUDENT-STATUS-11…15, 19). */
export const statusFreshmanResources = [] as const;
/** What can be asked for. */
export const statusFreshmanOperations = [] as const;
/** Kinds of streams. */
export const statusFreshmanStreams = [] as const;
/** Commands, with who sends them. */
export const statusFreshmanCommands = [] as const;

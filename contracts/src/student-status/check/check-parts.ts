/** Rows that people keep of photos and info checks (STUDENT-STATUS-08, 21; PERM-14). */
export const statusCheckResources = [] as const;
/** What can be asked for. */
export const statusCheckOperations = [] as const;
/** Kinds of streams. */
export const statusCheckStreams = [] as const;
/** Commands, with who sends them. */
export const statusCheckCommands = [] as const;

/** Rows that people keep of registration, payment and figures (STUDENT-STATUS-03, 04, 17, 24). */
export const statusTermResources = [] as const;
/** What can be asked for. */
export const statusTermOperations = [] as const;
/** Kinds of streams. */
export const statusTermStreams = [] as const;
/** Commands, with who sends them. */
export const statusTermCommands = [] as const;

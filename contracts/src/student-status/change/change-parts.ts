/** Rows that people keep of changes of status and what they do everywhere (STUDENT-STATUS-16, 40). */
export const statusChangeResources = [] as const;
/** What can be asked for. */
export const statusChangeOperations = [] as const;
/** Kinds of streams. */
export const statusChangeStreams = [] as const;
/** Commands, with who sends them. */
export const statusChangeCommands = [] as const;

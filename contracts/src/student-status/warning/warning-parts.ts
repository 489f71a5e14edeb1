/** Rows that people keep of warnings (STUDENT-STATUS-25…28, 30…33). */
export const statusWarningResources = [] as const;
/** What can be asked for. */
export const statusWarningOperations = [] as const;
/** Kinds of streams. */
export const statusWarningStreams = [] as const;
/** Commands, with who sends them. */
export const statusWarningCommands = [] as const;

/** Rows that people keep of the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34). */
export const statusFileResources = [] as const;
/** What can be asked for. */
export const statusFileOperations = [] as const;
/** Kinds of streams. */
export const statusFileStreams = [] as const;
/** Commands, with who sends them. */
export const statusFileCommands = [] as const;

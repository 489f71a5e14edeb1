/** Rows that people keep of streaming and transfer of majors (STUDENT-STATUS-20, 22, 23, 36, 37, 41). */
export const statusDivertResources = [] as const;
/** What can be asked for. */
export const statusDivertOperations = [] as const;
/** Kinds of streams. */
export const statusDivertStreams = [] as const;
/** Commands, with who sends them. */
export const statusDivertCommands = [] as const;

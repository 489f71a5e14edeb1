/** Rows that people keep of rewards, punishments, leave and yearly grades (STUDENT-STATUS-29, 35, 38, 39). */
export const statusConductResources = [] as const;
/** What can be asked for. */
export const statusConductOperations = [] as const;
/** Kinds of streams. */
export const statusConductStreams = [] as const;
/** Commands, with who sends them. */
export const statusConductCommands = [] as const;

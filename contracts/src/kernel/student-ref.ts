import { z } from 'zod';

/** The one student that something is about: key, number and name as they were then. */
export const studentRef = z.object({ studentCode: z.string(), studentNumber: z.string(), studentName: z.string() });
export type StudentRef = z.output<typeof studentRef>;

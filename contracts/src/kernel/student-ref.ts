import { z } from 'zod';
import { personal } from './personal.ts';

/** The one student that something is about: key, number and name as they were then. */
export const studentRef = z.object({
  studentCode: z.string(),
  studentNumber: personal(z.string(), 'student'),
  studentName: personal(z.string(), 'student'),
});
export type StudentRef = z.output<typeof studentRef>;

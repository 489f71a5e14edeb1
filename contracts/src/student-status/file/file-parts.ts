import { studentCertificate } from './certificate.resource.ts';
import { guardian, studentFamily } from './family.resource.ts';
import { studentLabel, studentLabelMember } from './label.resource.ts';
import {
  ownStudentFile,
  printOwnFile,
  printStudentFile,
  revealStudentFile,
  studentFile,
} from './student-file.operations.ts';
import { temporaryStudent } from './temporary-student.resource.ts';

/** Rows that people keep of the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34). */
export const statusFileResources = [
  studentFamily,
  guardian,
  studentCertificate,
  studentLabel,
  studentLabelMember,
  temporaryStudent,
] as const;
/** What can be asked for. */
export const statusFileOperations = [
  studentFile,
  revealStudentFile,
  ownStudentFile,
  printStudentFile,
  printOwnFile,
] as const;
/** Kinds of streams. */
export const statusFileStreams = [] as const;
/** Commands, with who sends them. */
export const statusFileCommands = [] as const;

import type { ContractArea } from '../kernel/area.ts';
import {
  giveTickets,
  giveTicketsOperation,
  ownGradeExams,
  signUp,
  signUpForGradeExam,
  withdraw,
  withdrawFromGradeExam,
} from './grade-exam.operations.ts';
import {
  gradeExam,
  gradeExamRegistration,
  gradeExamRequirement,
  gradeExamScore,
  gradeExamSubject,
} from './grade-exam.resource.ts';

/** What the area brings to the contracts (SCORE-MORE-11…14). */
export const gradeExamArea = {
  resources: [gradeExam, gradeExamSubject, gradeExamRequirement, gradeExamRegistration, gradeExamScore],
  operations: [ownGradeExams, signUpForGradeExam, withdrawFromGradeExam, giveTicketsOperation],
  commands: [
    [signUp, [signUpForGradeExam]],
    [withdraw, [withdrawFromGradeExam]],
    [giveTickets, [giveTicketsOperation]],
  ],
} as const satisfies ContractArea;

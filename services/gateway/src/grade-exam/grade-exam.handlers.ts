import {
  giveTickets,
  giveTicketsOperation,
  ownGradeExams,
  signUp,
  signUpForGradeExam,
  withdraw,
  withdrawFromGradeExam,
} from '@jwxt/contracts/grade-exam/grade-exam.operations.ts';
import { handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { readOwnExams, readOwnScores } from './own-grade-exams.read.ts';

const ownHandler = handler(ownGradeExams, async (_input, { user: { studentCode }, services: { db }, now }) => {
  if (studentCode === null) throw new Refused('GRADE_EXAM_NO_STUDENT');
  return { exams: await readOwnExams(db, studentCode, now), scores: await readOwnScores(db, studentCode) };
});

const signUpHandler = handler(signUpForGradeExam, ({ commandId, ...payload }, call) =>
  runCommand(signUp, payload, call, { commandId }),
);

const withdrawHandler = handler(withdrawFromGradeExam, ({ commandId, ...payload }, call) =>
  runCommand(withdraw, payload, call, { commandId }),
);

const ticketsHandler = handler(giveTicketsOperation, ({ commandId, ...payload }, call) =>
  runCommand(giveTickets, payload, call, { commandId }),
);

export const gradeExamHandlers = [ownHandler, signUpHandler, withdrawHandler, ticketsHandler];

import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

const key = z.string().min(1).max(64);
const text = z.string();

/** A subject of a published exam as the student sees it. */
const ownSubject = z.object({
  gradeExamSubjectId: text,
  subjectCode: text,
  subjectName: text,
  /** Empty: of all campuses. */
  schoolZoneName: text,
  /** In yuan; null: free. */
  fee: text.nullable(),
  /** Null: without limit. */
  capacity: z.number().int().nullable(),
  registeredNum: z.number().int(),
  /** The student's own registration; null: none. */
  registrationId: text.nullable(),
  /** Null until the office has given it. */
  ticketNumber: text.nullable(),
});
const ownExam = z.object({
  gradeExamId: text,
  gradeExamName: text,
  gradeExamTypeName: text,
  examDate: text,
  signUpBeginTime: text,
  signUpEndTime: text,
  /** Whether the window is open now. */
  open: z.boolean(),
  subjects: z.array(ownSubject),
});
export type OwnGradeExam = z.output<typeof ownExam>;
const ownScore = z.object({
  gradeExamScoreId: text,
  gradeExamName: text,
  subjectName: text,
  examDate: text,
  ticketNumber: text,
  scoreValue: text,
  fullScore: z.number().int(),
  partScores: text,
  /** Null: the subject has no pass line. */
  passSign: z.enum(['0', '1']).nullable(),
  absentSign: z.enum(['0', '1']),
  certificateNo: text,
});
export type OwnGradeExamScore = z.output<typeof ownScore>;

/**
 * What a student sees of grade exams (SCORE-MORE-11, 13): published ones whose sign-up has not ended or that he is
 * registered for and are to come, and his scores.
 */
export const ownGradeExams = defineOperation({
  id: 'gradeExam.own',
  method: 'GET',
  path: '/score/gradeExam/own',
  access: { permission: 'gradeExam:own' },
  scope: noScope.own,
  summary: '本人的等级考试：报名与成绩',
  outcome: 'query',
  input: z.object({}),
  output: z.object({ exams: z.array(ownExam), scores: z.array(ownScore) }),
});

export const signUpForGradeExam = defineOperation({
  id: 'gradeExam.signUp',
  method: 'POST',
  path: '/score/gradeExam/signUp',
  access: { permission: 'gradeExam:signUp' },
  scope: noScope.own,
  summary: '等级考试报名',
  encoding: 'form',
  input: z.object({ commandId, gradeExamSubjectId: key }),
  output: z.object({ key: text }),
});

export const withdrawFromGradeExam = defineOperation({
  id: 'gradeExam.withdraw',
  method: 'POST',
  path: '/score/gradeExam/withdraw',
  access: { permission: 'gradeExam:signUp' },
  scope: noScope.own,
  summary: '取消等级考试报名',
  encoding: 'form',
  input: z.object({ commandId, registrationId: key }),
  output: z.object({ key: text }),
});

/** Gives ticket numbers to those of an exam who have none, in order; answers how many. */
export const giveTicketsOperation = defineOperation({
  id: 'gradeExamRegistration.giveTickets',
  method: 'POST',
  path: '/score/gradeExamRegistration/giveTickets',
  access: { permission: 'gradeExamRegistration:giveTickets' },
  scope: noScope.school,
  summary: '编排准考证号',
  encoding: 'form',
  outcome: 'generate',
  input: z.object({ commandId, gradeExamId: key }),
  output: z.object({ given: z.number().int() }),
});

/** A student signs himself up: in the window, within the capacity, by the requirements. */
export const signUp = defineCommand(
  'gradeExam.signUp',
  z.object({ gradeExamSubjectId: key }),
  signUpForGradeExam.output,
);
/** A student takes his own registration back, until the window ends. */
export const withdraw = defineCommand(
  'gradeExam.withdraw',
  z.object({ registrationId: key }),
  withdrawFromGradeExam.output,
);
/** Ticket numbers by day, subject and place in the order of campus and student number, once the window has ended. */
export const giveTickets = defineCommand(
  'gradeExamRegistration.giveTickets',
  z.object({ gradeExamId: key }),
  giveTicketsOperation.output,
);

import { gradeExam, gradeExamRegistration, gradeExamSubject } from '@jwxt/contracts/grade-exam/grade-exam.resource.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { newStudent, type CommandSamples, type Setting } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { person } from './person.ts';
import { people } from './score-school.ts';

const envelope = { actor: people.office };

async function made(t: TestApp, { commands }: Pick<Resource, 'commands'>, values: object): Promise<string> {
  return (await t.accept<{ key: string }>(commands.create.name, { values }, envelope)).key;
}

/** An exam that anybody may sign up for now, unless its values say otherwise. */
export const examValues = (n: number, own: object = {}) => ({
  gradeExamName: `等级考试${n}`,
  gradeExamType: '01',
  semesterId: '2026-2027-1',
  examDate: '2035-12-12',
  signUpBeginTime: '2020-01-01 00:00:00',
  signUpEndTime: '2035-12-01 23:59:59',
  publishStatus: '1',
  ...own,
});
/** A subject of an exam, with 710 points of which 425 pass. */
export const subjectValues = (gradeExamId: string, own: object = {}) => ({
  gradeExamId,
  subjectCode: 'CET4',
  subjectName: '英语四级',
  fullScore: 710,
  passLine: 425,
  fee: '30',
  capacity: 100,
  schoolZone: null,
  ...own,
});
/** A score of who signed up, by student number and name. */
export const scoreValues = (gradeExamSubjectId: string, own: object) => ({
  gradeExamSubjectId,
  ticketNumber: null,
  studentNumber: null,
  studentName: null,
  examDate: null,
  scoreValue: '480.5',
  absentSign: '0',
  partScores: '听力 180，阅读 170.5，写作 130',
  certificateNo: null,
  ...own,
});
/** A student as himself. */
export const asStudent = (studentCode: string): { actor: Actor } => ({
  actor: person(`student-${studentCode}`, { studentCode }),
});

const newExam = (t: TestApp, n: number, own: object = {}): Promise<string> => made(t, gradeExam, examValues(n, own));
const newSubject = async (t: TestApp, n: number): Promise<string> =>
  await made(t, gradeExamSubject, subjectValues(await newExam(t, n)));
const registration = (gradeExamSubjectId: string, studentCode: string) => ({
  gradeExamSubjectId,
  studentCode,
  ticketNumber: null,
});

/** Rows of grade exams, each unlike any other. */
export const gradeExamSettings: readonly Setting[] = [
  {
    name: 'gradeExam',
    values: (_t, n) => examValues(n),
    changed: (values) => ({ ...values, examDate: '2035-12-13' }),
  },
  {
    name: 'gradeExamSubject',
    values: async (t, n) => subjectValues(await newExam(t, n)),
    changed: (values) => ({ ...values, capacity: 200 }),
  },
  {
    name: 'gradeExamRequirement',
    values: async (t, n) => ({
      gradeExamSubjectId: await newSubject(t, n),
      grades: ['2026'],
      studentTypes: [],
      prerequisiteSubjectId: null,
      prerequisiteScore: null,
      maxPassedScore: null,
    }),
    changed: (values) => ({ ...values, maxPassedScore: 600 }),
  },
  {
    name: 'gradeExamRegistration',
    values: async (t, n) => registration(await newSubject(t, n), await newStudent(t, n)),
    changed: (values) => ({ ...values, ticketNumber: crypto.randomUUID().slice(0, 20) }),
  },
  {
    name: 'gradeExamScore',
    values: async (t, n) => {
      const [subject, student] = [await newSubject(t, n), await newStudent(t, n)];
      await made(t, gradeExamRegistration, registration(subject, student));
      return scoreValues(subject, { studentNumber: `2026N${n}`, studentName: `新生${n}` });
    },
    changed: (values) => ({ ...values, scoreValue: '500' }),
  },
];

/** Commands of grade exams besides those of their rows. */
export const gradeExamSamples: CommandSamples = {
  'gradeExam.signUp': {
    async prepare(t, n) {
      const [gradeExamSubjectId, student] = [await newSubject(t, n), await newStudent(t, n)];
      return { payload: { gradeExamSubjectId }, envelope: asStudent(student) };
    },
  },
  'gradeExam.withdraw': {
    async prepare(t, n) {
      const [subject, student] = [await newSubject(t, n), await newStudent(t, n)];
      const registrationId = await made(t, gradeExamRegistration, registration(subject, student));
      return { payload: { registrationId }, envelope: asStudent(student) };
    },
  },
  'gradeExamRegistration.giveTickets': {
    async prepare(t, n) {
      const day = `20${String(10 + (n % 10))}-${String(1 + (n % 12)).padStart(2, '0')}-11`;
      const times = { signUpBeginTime: `${day} 00:00:00`, signUpEndTime: `${day} 10:00:00`, examDate: day };
      const gradeExamId = await newExam(t, n, times);
      const subject = await made(t, gradeExamSubject, subjectValues(gradeExamId));
      await made(t, gradeExamRegistration, registration(subject, await newStudent(t, n)));
      return { payload: { gradeExamId }, envelope };
    },
  },
};

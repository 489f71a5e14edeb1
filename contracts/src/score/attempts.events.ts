import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { instant } from '../kernel/fields.ts';
import { recognitionRequest } from '../recognition/recognition.events.ts';
import { studentRef } from '../kernel/student-ref.ts';
import { hundredths } from './score-sheet.events.ts';
import { personal } from '../kernel/personal.ts';

export const ATTEMPTS_STREAM_PREFIX = 'attempts-';
/** Stream of all attempts of one student at one course: the boundary in which the effective score is chosen. */
export const attemptsStream = (studentCode: string, courseId: string) =>
  `${ATTEMPTS_STREAM_PREFIX}${studentCode}.${courseId}`;

/** Id of the attempt that a sheet makes for a student: one for each. */
export const sheetAttemptId = (sheet: { teachingClassId: string; scoreType: string }, studentCode: string) =>
  `${sheet.teachingClassId}.${sheet.scoreType}.${studentCode}`;
/** The sheet that the id of a student's attempt names ({@link sheetAttemptId}); null where it was recognised. */
export function sheetOfAttempt(attemptId: string, studentCode: string) {
  const end = `.${studentCode}`;
  const [, teachingClassId, scoreType] =
    (attemptId.endsWith(end) && /^(.+)\.(\d)$/.exec(attemptId.slice(0, -end.length))) || [];
  return teachingClassId && scoreType ? { teachingClassId, scoreType } : null;
}

/** One 成绩记录: student × course × semester × exam nature. */
export const attempt = z.object({
  attemptId: z.string(),
  ...studentRef.shape,
  courseId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  /** Tenths of a credit. */
  courseCredit: z.number().int(),
  semesterId: z.string(),
  /** @XTGL_KSXZ. */
  examNature: z.string(),
  final: hundredths,
  /** What is shown: the number, or the grade's name. */
  finalName: z.string(),
  scoreRemarkCode: z.string(),
  passed: z.boolean(),
  /** @CJ_CJLY. */
  source: z.string(),
  ruleVersion: z.string(),
  /** Grade system of the value; absent in the oldest events: 百分制. */
  scoreHierarchyCode: z.string().optional(),
  /** What the value was before a cap (补考, 重修) lowered it; absent or null: nothing was taken away. */
  rawFinal: hundredths.optional(),
  /** The sheet it comes from; null when recognised. */
  teachingClassId: z.string().nullable(),
  scoreType: z.string().nullable(),
  /** The application that made it so. */
  applyId: z.string(),
  openDepartmentId: z.string(),
  departmentId: z.string(),
  bjdm: z.string(),
  njzydm: z.string(),
  /** Courses whose achievement it takes over, of one that was made from another course's. */
  replaces: z.array(z.string()).optional(),
  /** Of one from before this system: where it comes from, who brought it in and who confirmed it. */
  provenance: z.string().optional(),
});
export type Attempt = z.output<typeof attempt>;

export const attemptRecorded = defineEvent('AttemptRecorded', 3, attempt);
export const attemptRevised = defineEvent(
  'AttemptRevised',
  1,
  z.object({
    attemptId: z.string(),
    ...studentRef.shape,
    courseId: z.string(),
    applyId: z.string(),
    reason: personal(z.string(), 'about'),
    before: z.object({ final: hundredths, finalName: z.string(), scoreRemarkCode: z.string(), passed: z.boolean() }),
    after: z.object({
      final: hundredths,
      finalName: z.string(),
      scoreRemarkCode: z.string(),
      passed: z.boolean(),
      rawFinal: hundredths.optional(),
    }),
  }),
);
/** The sheet that made this attempt was rolled back: it no longer exists, and may be recorded anew. */
export const attemptWithdrawn = defineEvent(
  'AttemptWithdrawn',
  1,
  z.object({ attemptId: z.string(), ...studentRef.shape, courseId: z.string(), reason: personal(z.string(), 'about') }),
);
/**
 * Attempt, student and course that an approved application is about, and why. What the application gave holds by the
 * attempt's id: it is given anew when the attempt was withdrawn and is recorded again.
 */
const byApplication = {
  attemptId: z.string(),
  ...studentRef.shape,
  courseId: z.string(),
  applyId: z.string(),
  reason: personal(z.string(), 'about'),
};
/** It counts for nothing from now on, and stays in the history (SCORE-MORE-39). */
export const attemptCancelled = defineEvent('AttemptCancelled', 1, z.object(byApplication));
/** The cancellation by this application was taken back. */
export const attemptRestored = defineEvent('AttemptRestored', 1, z.object(byApplication));

const shownValue = z.object({ final: z.number().int(), finalName: z.string() });
/** An award adds `points` (hundredths) to what the sheet gives (SCORE-MORE-36); the value is never above 100. */
export const attemptBonusGiven = defineEvent(
  'AttemptBonusGiven',
  1,
  z.object({ ...byApplication, points: z.number().int(), before: shownValue, after: shownValue }),
);
/** The bonus of this application was taken back; a value that it did not change stays. */
export const attemptBonusTaken = defineEvent(
  'AttemptBonusTaken',
  1,
  z.object({ ...byApplication, before: shownValue, after: shownValue }),
);
/**
 * One in-plan course is recognised at most once: taken when applied for, released when refused. It carries the whole
 * request, so that a policy completes what a crash left between the reservations of several courses.
 */
export const recognitionReserved = defineEvent(
  'RecognitionReserved',
  1,
  z.object({
    studentCode: z.string(),
    courseId: z.string(),
    applyId: z.string(),
    processName: z.string(),
    applicantName: personal(z.string(), 'actor'),
    time: instant,
    request: recognitionRequest.optional(),
  }),
);
export const recognitionReleased = defineEvent(
  'RecognitionReleased',
  1,
  z.object({ studentCode: z.string(), courseId: z.string(), applyId: z.string() }),
);

export const attemptsEvents = [
  attemptRecorded,
  attemptRevised,
  attemptWithdrawn,
  attemptCancelled,
  attemptRestored,
  attemptBonusGiven,
  attemptBonusTaken,
  recognitionReserved,
  recognitionReleased,
] as const;
export type AttemptsEvent = EventOf<(typeof attemptsEvents)[number]>;

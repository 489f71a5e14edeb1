import { z } from 'zod';
import { applicant, applicationDraft, withoutEffect } from '../approval/application.events.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { studentRef } from '../kernel/student-ref.ts';
import { recognitionDraftForm } from './recognition-draft.ts';
import { recognitionKindList, settlements } from './recognition.vocabulary.ts';
import { personal } from '../kernel/personal.ts';

export const RECOGNITION_STREAM_PREFIX = 'recognition-';
/** Stream of one recognition application's business content (RECOGNITION-13). */
export const recognitionStream = (applyId: string) => `${RECOGNITION_STREAM_PREFIX}${applyId}`;

/** The score earned elsewhere (RECOGNITION-15). Credits in tenths. */
export const outsideScore = z.object({
  outSemesterId: z.string(),
  outCourseNatureName: z.string(),
  outCourseAttributeName: z.string(),
  outCourseCode: z.string(),
  outCourseName: z.string(),
  outCourseCredit: z.number().int(),
  outCoursePeriod: z.string(),
  outScoreCognizanceFinalValue: z.string(),
  outSchoolScoreTypeName: z.string(),
  /** In-system: the attempt that it is, of this course. */
  attemptId: z.string().optional(),
  outCourseId: z.string().optional(),
  courseNum: z.string().optional(),
  /** Off-campus: the school, and the source's code. */
  outSchoolName: z.string().optional(),
  outSchoolScoreType: z.string().optional(),
});
/** The in-plan course it is recognised as (RECOGNITION-16). Credits in tenths, value in hundredths. */
export const insideScore = z.object({
  semesterId: z.string(),
  courseId: z.string(),
  courseNatureName: z.string(),
  courseAttributeName: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  courseCredit: z.number().int(),
  coursePeriod: z.string(),
  scoreCognizanceFinalValue: z.number().int(),
  scoreHierarchyCode: z.string(),
  scoreHierarchyName: z.string(),
  scoreValueStr: z.string(),
  openDepartmentId: z.string(),
});
export const recognisedPair = z.object({
  outSideList: z.array(outsideScore).min(1),
  inSideList: z.array(insideScore).min(1),
  /** Why fewer outside than inside credits are enough; only from people who may say so. */
  creditShortReason: personal(z.string(), 'about').optional(),
});

const student = {
  ...studentRef.shape,
  departmentId: z.string(),
  departmentName: z.string(),
  bjdm: z.string(),
  studentClassName: z.string(),
  njzydm: z.string(),
};

/** Everything a recognition application asks for. Its kind is that of the process that decides it. */
export const recognitionRequest = z.object({
  applyId: z.string(),
  ...student,
  relateList: z.array(recognisedPair).min(1),
  remark: personal(z.string(), 'about'),
  application: applicationDraft,
});
export type RecognitionRequest = z.output<typeof recognitionRequest>;

/** An application that is not sent yet, or not again: as far as it is filled in. */
export const recognitionDraft = z.object({
  applyId: z.string(),
  kind: z.enum(recognitionKindList),
  ...student,
  applicant,
  form: recognitionDraftForm,
});
export type RecognitionDraft = z.output<typeof recognitionDraft>;

export const recognitionDrafted = defineEvent('RecognitionDrafted', 1, recognitionDraft);
export const recognitionRequested = defineEvent('RecognitionRequested', 1, recognitionRequest);
export const recognitionEffected = defineEvent('RecognitionEffected', 1, z.object({ applyId: z.string() }));
export const recognitionClosed = defineEvent(
  'RecognitionClosed',
  1,
  z.object({
    applyId: z.string(),
    outcome: withoutEffect,
    opinion: personal(z.string(), 'about'),
  }),
);
/** The applicant gave it up: it leaves the lists, its history stays. */
export const recognitionDeleted = defineEvent(
  'RecognitionDeleted',
  1,
  z.object({ applyId: z.string(), studentCode: z.string() }),
);

/**
 * A score of this system that a recognition in force rests on is no longer what it was: its value as it was when it was
 * recognised, or last looked at by the office, and as it is now; null: withdrawn. Equal ones: it is again what it was.
 */
export const sourceChange = z.object({
  attemptId: z.string(),
  courseName: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type SourceChange = z.output<typeof sourceChange>;
export const recognitionSourceChanged = defineEvent(
  'RecognitionSourceChanged',
  1,
  sourceChange.extend({ applyId: z.string(), studentCode: z.string(), reason: personal(z.string(), 'about') }),
);

const recognisedValue = insideScore.pick({ scoreCognizanceFinalValue: true, scoreValueStr: true }).extend({
  /** As shown. */
  finalName: z.string(),
});
/** A recognised score that follows its source. */
export const adjustedValue = z.object({
  courseId: z.string(),
  courseName: z.string(),
  before: recognisedValue,
  after: recognisedValue,
});
export type AdjustedValue = z.output<typeof adjustedValue>;
/** The office has looked at what changed: the recognition stays as it is, or its values follow. */
export const recognitionSettled = defineEvent(
  'RecognitionSettled',
  1,
  z.object({
    applyId: z.string(),
    studentCode: z.string(),
    outcome: z.enum(settlements),
    reason: personal(z.string(), 'about'),
    sources: z.array(sourceChange),
    values: z.array(adjustedValue),
  }),
);
/** The office took a recognition in force back: its scores go, its courses, credits and sources are free again. */
export const recognitionRevoked = defineEvent(
  'RecognitionRevoked',
  1,
  z.object({ applyId: z.string(), studentCode: z.string(), reason: personal(z.string(), 'about') }),
);

export const recognitionEvents = [
  recognitionDrafted,
  recognitionRequested,
  recognitionEffected,
  recognitionClosed,
  recognitionDeleted,
  recognitionSourceChanged,
  recognitionSettled,
  recognitionRevoked,
] as const;
export type RecognitionEvent = EventOf<(typeof recognitionEvents)[number]>;

import { z } from 'zod';
import { applicationDraft, withoutEffect } from '../../approval/application.events.ts';
import { defineEvent, type EventOf } from '../../kernel/event.ts';
import { admitRule, admitWay, scoreBasis } from './divert.vocabulary.ts';
import { personal } from '../../kernel/personal.ts';

/** Stream of the result of one batch (STUDENT-STATUS-37). */
export const shuntStream = (diversionId: string) => `shunt-${diversionId}`;

const key = { diversionId: z.string() };
const hundredths = z.number().int().nullable();

/** A place as it was when the list was computed. */
export const shuntPlace = z.object({
  key: z.string(),
  name: z.string(),
  gradeMajorId: z.string(),
  quota: z.number().int(),
  minScore: hundredths,
});
/** A student of the batch, what he asked for and what he gets. */
export const shuntRow = z.object({
  studentCode: z.string(),
  studentNumber: personal(z.string(), 'student'),
  studentName: personal(z.string(), 'student'),
  /** Keys of the places, best first. */
  volunteers: z.array(z.string()),
  rankScore: hundredths,
  requiredAverage: hundredths,
  rank: z.number().int(),
  admitKey: z.string().nullable(),
  admitWay: z.enum(admitWay).nullable(),
  why: personal(z.string(), 'about'),
});
export type ShuntRow = z.output<typeof shuntRow>;
/** A student of the main class who is not streamed, and why. */
export const shuntLeftOut = z.object({
  studentCode: z.string(),
  studentName: personal(z.string(), 'student'),
  why: personal(z.string(), 'about'),
});

/** The list as it was computed from what everybody asked for, by the rule of the batch. */
export const shuntComputed = defineEvent(
  'ShuntComputed',
  1,
  z.object({
    ...key,
    rule: z.object({
      admitRule: z.enum(admitRule),
      scoreBasis: z.enum(scoreBasis),
      interviewRatio: z.number().int(),
      needInterview: z.boolean(),
    }),
    places: z.array(shuntPlace),
    rows: z.array(shuntRow),
    leftOut: z.array(shuntLeftOut),
    /** SHA-256 of rule, places, rows and who is left out: what was computed twice is the same. */
    listHash: z.string(),
  }),
);
/** A single student was given another place, by name and with a reason. */
export const shuntAdjusted = defineEvent(
  'ShuntAdjusted',
  1,
  z.object({ ...key, studentCode: z.string(), admitKey: z.string().nullable(), reason: personal(z.string(), 'about') }),
);
export const shuntClassesAssigned = defineEvent(
  'ShuntClassesAssigned',
  1,
  z.object({ ...key, classes: z.array(z.object({ studentCode: z.string(), bjdm: z.string() })).min(1) }),
);
export const shuntPublished = defineEvent('ShuntPublished', 1, z.object(key));
/** Sent for approval (ZYFLSP). */
export const shuntSubmitted = defineEvent('ShuntSubmitted', 1, z.object({ ...key, application: applicationDraft }));
export const shuntClosed = defineEvent(
  'ShuntClosed',
  1,
  z.object({ ...key, outcome: withoutEffect, opinion: z.string() }),
);
export const shuntPassed = defineEvent('ShuntPassed', 1, z.object({ ...key, applyId: z.string() }));
/** Carried out from a day on: majors and classes are changed; whom it left as he was, and why. */
export const shuntImplemented = defineEvent(
  'ShuntImplemented',
  1,
  z.object({ ...key, effectiveDate: z.string(), leftOut: z.array(shuntLeftOut) }),
);

export const shuntEvents = [
  shuntComputed,
  shuntAdjusted,
  shuntClassesAssigned,
  shuntPublished,
  shuntSubmitted,
  shuntClosed,
  shuntPassed,
  shuntImplemented,
] as const;
export type ShuntEvent = EventOf<(typeof shuntEvents)[number]>;

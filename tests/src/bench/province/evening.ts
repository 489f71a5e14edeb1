import type { JobKind, Step } from './queueing.ts';
import type { PartTimes, ServiceTimes } from './service-times.ts';

/** The last evening of the entry window, as assumptions. What `docs/scaling.md` says follows from them. */
export const evening = {
  universities: 100,
  students: 3_000_000,
  coursesOfStudent: 7,
  studentsInClass: 60,
  studentsOfTeacher: 18,
  /** Share of the sheets that are left for the last evening, and of these the share of the busiest hour. */
  leftForLastEvening: 0.25,
  inBusiestHour: 0.3,
  /** The busiest minute beside the mean of its hour. */
  rush: 3,
  /** The page saves a row when the teacher has moved on: each row once, and some again. */
  savesOfSheet: 70,
  sheetOpenings: 2,
  listReadings: 3,
  /**
   * Decisions for each sheet submitted, in the same minutes; and how often counts are fetched for each submission and
   * decision.
   */
  decisionsOfSheet: 0.5,
  countReadings: 4,
  /** Pages open at the same time for each person who is signed in. */
  pagesOfPerson: 1.5,
  /** A sign-in hashes a password, on purpose expensively, on the gateway's other threads. */
  signInMs: 60,
} as const;

const { students, coursesOfStudent, studentsInClass, studentsOfTeacher, leftForLastEvening, inBusiestHour, rush } =
  evening;
const sheets = (students * coursesOfStudent) / studentsInClass;
const teachers = students / studentsOfTeacher;
const sheetsThisEvening = sheets * leftForLastEvening;
/** Sheets finished a second in the busiest minute. */
const sheetRate = ((sheetsThisEvening * inBusiestHour) / 3600) * rush;

/** What follows from the assumptions. */
export const demand = {
  sheets,
  teachers,
  sheetsThisEvening,
  sheetRate,
  saves: sheetRate * evening.savesOfSheet,
  openings: sheetRate * evening.sheetOpenings,
  readings: sheetRate * evening.listReadings,
  decisions: sheetRate * evening.decisionsOfSheet,
  counts: sheetRate * (1 + evening.decisionsOfSheet) * evening.countReadings,
  signIns: sheetRate * (teachers / sheets),
  sockets: teachers * leftForLastEvening * evening.pagesOfPerson,
} as const;

/** Time that a flush to disk takes, in milliseconds: a wait that costs no CPU, shared by all appends under way. */
const flushMs = 1;

/** The evening's work for one of so many equal shards. */
export function kindsOf(times: ServiceTimes, shards: number): JobKind[] {
  const { save, savePostgresBeforeAnswer, sheet, todo, decision } = times;
  const read = (name: string, perSecond: number, { gateway, postgres }: PartTimes): JobKind => ({
    name,
    perSecond: perSecond / shards,
    steps: [step('gateway', gateway), step('postgres', postgres)],
  });
  const write = (name: string, perSecond: number, parts: PartTimes, postgresBefore: number): JobKind => ({
    name,
    perSecond: perSecond / shards,
    steps: [
      step('gateway', parts.gateway),
      step('commands', parts.commands),
      step('postgres', postgresBefore),
      step('eventstore', parts.eventstore),
      step('flush', flushMs),
    ],
    afterwards: [
      step('projections', parts.projections),
      step('postgres', Math.max(0.01, parts.postgres - postgresBefore)),
    ],
  });
  return [
    write('save', demand.saves, save, savePostgresBeforeAnswer),
    // A submission does what a decision does: an application moves, policies follow.
    write('submit or decide', demand.sheetRate + demand.decisions, decision, decision.postgres / 2),
    read('open a class', demand.openings, sheet),
    read('list or count', demand.readings + demand.counts, todo),
    { name: 'sign in', perSecond: demand.signIns / shards, steps: [step('hashing', evening.signInMs)] },
  ];
}

function step(station: string, ms: number): Step {
  return { station, ms };
}

import fc from 'fast-check';
import { eventHistory } from '@jwxt/contracts/all-events.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import type { AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import {
  attemptsStreams,
  evolveAttempts,
  noAttempts,
  type AttemptsState,
} from '@jwxt/contracts/score/attempts.state.ts';
import { equivalenceFor } from '@jwxt/contracts/score/equivalent-courses.ts';
import type { EffectiveRule, ScoreRules } from '@jwxt/contracts/score/score-rules.ts';
import type { CellValue } from '@jwxt/contracts/score/score-sheet.events.ts';
import { standingOf } from '@jwxt/contracts/score/standing.ts';
import { createHeldRows, type HeldRows } from '@jwxt/projections/kernel/held-rows.ts';
import { attempts as attemptProjection } from '@jwxt/projections/score/attempt.projection.ts';
import { describe, expect, it } from 'vitest';
import {
  attemptIdOf,
  beginLife,
  live,
  publishedRow,
  RECOGNISED_AS,
  sheetNames,
  stateAt,
  UPGRADED_TO,
  type Life,
  type MakeupKind,
  type SheetName,
  type Step,
} from './score-life.ts';

/* Whole lives of a student's scores: any order of everything that may happen to them. */

const score = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(45, 59, 60, 75, 90, 98));
const sheet = fc.constantFrom('regular', 'regular', ...sheetNames);
const remark = fc.constantFrom('00', '00', '02', '03', '04', '07', '11');
const by = fc.constantFrom('Z1', 'Z1', 'Z2');
const award = fc.constantFrom('J1', 'J1', 'J2');
const does = <Name extends Step['does'], More extends object>(
  weight: number,
  names: readonly Name[],
  more: { [Key in keyof More]: fc.Arbitrary<More[Key]> },
) => ({ weight, arbitrary: fc.record({ does: fc.constantFrom(...names), ...more }) as unknown as fc.Arbitrary<Step> });
const step: fc.Arbitrary<Step> = fc.oneof(
  does(2, ['enter'], { sheet, ps: score, qm: score }),
  does(7, ['publish'], { sheet, ps: score, qm: score, otherContent: fc.boolean() }),
  does(2, ['remark'], { sheet, remark }),
  does(1, ['grant'], { set: fc.boolean() }),
  does(3, ['rollBack'], { sheet }),
  does(4, ['change'], { sheet, qm: fc.option(score), remark }),
  does(3, ['cancel'], { sheet, by }),
  does(3, ['restore'], { sheet, by }),
  does(3, ['giveBonus'], { sheet, by: award, points: fc.integer({ min: 1, max: 10 }).map((points) => points * 100) }),
  does(4, ['takeBonus'], { sheet, by: award }),
  does(2, ['recognise', 'upgrade'], { sheet }),
  does(1, ['revokeRecognition', 'revokeUpgrade'], {}),
);
/** Every sheet has been published: what is random meets scores that count, of who failed at first and who passed. */
const lived = (from: number): Step[] =>
  sheetNames.map((name, index) => ({
    does: 'publish',
    sheet: name,
    ps: from + index,
    qm: from + index * 6,
    otherContent: false,
  }));
const life = fc.record({
  kind: fc.constantFrom<MakeupKind>('exam', 'total', 'deferred'),
  begins: fc.constantFrom<readonly Step[]>([], lived(53), lived(72)),
  steps: fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }),
});

/* The recount: what a registrar would reckon by hand, from the sheets and the applications alone. */

interface Counted {
  readonly course: string;
  readonly when: string;
  readonly isMakeup: boolean;
  readonly final: number | null;
  readonly passed: boolean;
}

/** Hundredths of what a row gives: remark first, then the weighted sum, then the cap of who makes up or retakes. */
function reckoned(name: SheetName, kind: MakeupKind, cells: Record<string, CellValue>, remarkCode: string) {
  if (['02', '03', '04'].includes(remarkCode)) return { final: 0, passed: false };
  if (remarkCode === '07') return { final: 6000, passed: true };
  if (['01', '11'].includes(remarkCode)) return { final: null, passed: false };
  const [ps, qm, alone] = [cells['ps'] ?? null, cells['qm'] ?? null, cells['bk'] ?? null].map((value) =>
    value === null ? null : Number(value),
  ) as [number | null, number | null, number | null];
  const exam = name === 'makeup' && kind === 'total' ? alone : qm;
  const total =
    ps === null || (name === 'makeup' && kind === 'total') ? (exam ?? 0) * 10 : Math.floor(ps * 4 + (qm ?? 0) * 6);
  const passed = total >= 6000;
  const cap = name === 'makeup' && kind !== 'deferred' ? 6000 : name === 'retake' ? 7500 : 10_000;
  return { final: passed ? Math.min(cap, total) : total, passed };
}

const whenOf: Record<SheetName, string> = { regular: '1.1', other: '1.1', makeup: '1.2', retake: '2.4' };
const courseOf: Record<SheetName, string> = { regular: 'K1', makeup: 'K1', retake: 'K1', other: 'K7' };
const credits: Record<string, number> = { K1: 40, K7: 35, [RECOGNISED_AS]: 20, [UPGRADED_TO]: 30 };

/** What an application has given each sheet's score and not taken back, as the events tell. */
function applications(told: Life['told']) {
  const cancelled = new Map<string, string>();
  const bonuses = new Map<string, Map<string, number>>();
  for (const { event } of told) {
    const { type, data } = event;
    if (type === 'AttemptCancelled') cancelled.set(data.attemptId, data.applyId);
    else if (type === 'AttemptRestored') cancelled.delete(data.attemptId);
    else if (type === 'AttemptBonusGiven')
      bonuses.set(data.attemptId, new Map(bonuses.get(data.attemptId)).set(data.applyId, data.points));
    else if (type === 'AttemptBonusTaken') bonuses.get(data.attemptId)?.delete(data.applyId);
  }
  return { cancelled, bonuses };
}

function scoresOf(now: Life): Map<SheetName, Counted> {
  const { cancelled, bonuses } = applications(now.told);
  return new Map(
    sheetNames.flatMap((name) => {
      const row = publishedRow(now, name);
      if (!row || cancelled.has(attemptIdOf(name))) return [];
      const { final, passed } = reckoned(name, now.kind, row.cells, row.remark);
      const points = [...(bonuses.get(attemptIdOf(name))?.values() ?? [])].reduce((sum, each) => sum + each, 0);
      const takes = passed && row.remark === '00';
      return [
        [
          name,
          {
            course: courseOf[name],
            when: whenOf[name],
            isMakeup: name === 'makeup' && now.kind !== 'deferred',
            final: final === null ? null : takes ? Math.min(10_000, final + points) : final,
            passed,
          },
        ] as const,
      ];
    }),
  );
}

/** The one score of a group of courses that counts, told as the three rules are told to people. */
function counting(scores: readonly Counted[], rule: EffectiveRule): Counted | undefined {
  const valued = scores
    .filter(({ final }) => final !== null)
    .toSorted((one, other) => (one.when < other.when ? -1 : one.when > other.when ? 1 : 0));
  const best = (list: readonly Counted[]) => {
    const passes = list.filter(({ passed }) => passed);
    const from = passes.length > 0 ? passes : list;
    const most = Math.max(...from.map(({ final }) => final ?? 0));
    return from.find(({ final }) => final === most);
  };
  if (rule === 'ZGF') return best(valued);
  if (rule === 'SCJ') return valued.find(({ passed }) => passed) ?? best(valued);
  const lastFirst = valued.toReversed();
  const lastExam = lastFirst.findIndex(({ isMakeup }) => !isMakeup);
  const since = valued.slice(lastExam === -1 ? 0 : valued.length - 1 - lastExam);
  // A make-up counts where it is at least as good as what stood before it.
  return since.reduce<Counted | undefined>((stands, next) => {
    if (!stands) return next;
    const better = best([stands, next]);
    return better === stands && stands.final !== next.final ? stands : stands.passed && !next.passed ? stands : next;
  }, undefined);
}

function recount(now: Life, rule: EffectiveRule, isEquivalent: boolean) {
  const scores = scoresOf(now);
  const source = now.upgrade?.facts['attemptId'];
  const upgradedFrom = sheetNames.find((name) => attemptIdOf(name) === source);
  const old = upgradedFrom && scores.get(upgradedFrom);
  const isUpgraded = old?.passed === true;
  const isRecognised = now.recognised !== null;
  const rest = [...scores.values()].filter(({ course }) => course !== 'K1' || !(isUpgraded || isRecognised));
  const groups = isEquivalent ? [rest] : Map.groupBy(rest, ({ course }) => course).values();
  const chosen = [...groups].flatMap((group) => counting(group, rule) ?? []);
  const earned = [
    ...chosen.flatMap(({ course, passed }) => (passed ? [course] : [])),
    ...(isUpgraded ? [UPGRADED_TO] : []),
    ...(isRecognised ? [RECOGNISED_AS] : []),
  ];
  return {
    earned: earned.reduce((sum, course) => sum + (credits[course] ?? 0), 0),
    counting: [
      ...chosen.map(({ course, final }) => `${course} ${final}`),
      ...(isUpgraded ? [`${UPGRADED_TO} ${old.final}`] : []),
      ...(isRecognised ? [`${RECOGNISED_AS} 8800`] : []),
    ].toSorted(),
  };
}

/* What the product says. */

const ruleOf = (effectiveRule: EffectiveRule): ScoreRules => ({
  ruleVersion: '2026',
  ruleName: '规则',
  passMark: 6000,
  effectiveRule,
  gpaRule: 'GPA50',
  gpaBands: null,
  makeupPoint: null,
  countFailed: true,
  judgeRounded: false,
  gpaAttributes: [],
  gpaWithoutNatures: [],
  coefficients: [],
});
const equivalent = equivalenceFor(
  { pairs: [{ courseId: 'K1', otherId: 'K7', grades: [] }], replacements: [] },
  { studentCode: 'S1', gradeCode: '2026', gradeMajorId: '2026SE' },
);

const streams = ['K1', 'K7', RECOGNISED_AS, UPGRADED_TO];
const allAttempts = (now: Life) => streams.flatMap((course) => stateAt(now, course).attempts);

function said(now: Life, rule: EffectiveRule, isEquivalent: boolean) {
  const all = allAttempts(now);
  const standing = standingOf(
    all,
    () => ({ courseAttribute: '', courseNature: '' }),
    ruleOf(rule),
    isEquivalent ? equivalent : undefined,
  );
  return {
    earned: standing.earnedCredit,
    counting: all
      .filter(({ attemptId }) => standing.judged.get(attemptId)?.counts)
      .map(({ courseId, final }) => `${courseId} ${final}`)
      .toSorted(),
  };
}

const handlers = attemptProjection.handlers as unknown as Readonly<
  Record<string, ((rows: HeldRows, event: object) => void) | undefined>
>;

/** The rows of the read model after these events, by attempt. */
async function projected(told: Life['told']) {
  const rows = createHeldRows();
  rows.attach({ query: () => Promise.resolve({ rows: [] }) }, 'rm_attempt');
  rows.startEmpty();
  const events = told.map(({ stream, event }, revision) => ({
    ...event,
    stream,
    revision,
    time: '2026-12-01T00:00:00.000Z',
    userName: '',
    name: '',
  }));
  await attemptProjection.load(rows, events);
  for (const event of events) handlers[event.type]?.(rows, event);
  const { attempt, cancelled_attempt: cancelled } = attemptModel.tables;
  const ids = [...new Set(told.flatMap(({ event }) => ('attemptId' in event.data ? [event.data.attemptId] : [])))];
  for (const table of [attempt, cancelled])
    await rows.load(
      table,
      ids.map((id) => [id]),
    );
  const shown = (table: typeof attempt | typeof cancelled) =>
    ids.flatMap((id) => {
      const row = rows.get(table, [id]);
      return row
        ? [`${id} ${row.final} ${row.final_name} ${row.remark_code} ${row.passed} ${row.replaces.join()}`]
        : [];
    });
  return { attempts: shown(attempt).toSorted(), cancelled: shown(cancelled).toSorted() };
}
function folded(states: readonly AttemptsState[]) {
  const shown = (list: AttemptsState['attempts']) =>
    list.map(
      ({ attemptId, final, finalName, scoreRemarkCode, passed, replaces }) =>
        `${attemptId} ${final} ${finalName} ${scoreRemarkCode} ${passed} ${replaces.join()}`,
    );
  return {
    attempts: states.flatMap((state) => shown(state.attempts)).toSorted(),
    cancelled: states.flatMap((state) => shown(state.cancelled)).toSorted(),
  };
}

/** The states of the streams as a reader folds them who begins with nothing. */
function replayed(told: Life['told']): AttemptsState[] {
  const byStream = Map.groupBy(told, ({ stream }) => stream);
  return [...byStream.values()].map((ofStream) =>
    ofStream.reduce((state, { event }) => evolveAttempts(state, stored(event)), noAttempts),
  );
}
/** As it comes out of the log. Of a recognition's request there is only what the fold looks at. */
function stored(event: AttemptsEvent): AttemptsEvent {
  if (event.type === 'RecognitionReserved') return event;
  const data = eventHistory.definitions.get(event.type)?.data.parse(JSON.parse(JSON.stringify(event.data)));
  return { type: event.type, data } as AttemptsEvent;
}

const through = ({ kind, begins, steps }: { kind: MakeupKind; begins: readonly Step[]; steps: readonly Step[] }) =>
  [...begins, ...steps].reduce<Life[]>((lives, each) => [...lives, live(lives.at(-1)!, each)], [beginLife(kind)]);

describe('any life of a score', () => {
  it('counts by the rule in force what a registrar counts by hand, nothing twice (SCORE-MORE-35, 36, 39, 43)', () => {
    fc.assert(
      fc.property(life, fc.constantFrom('ZGF', 'ZHC', 'SCJ'), fc.boolean(), (given, rule, isEquivalent) => {
        for (const now of through(given))
          expect(said(now, rule, isEquivalent)).toEqual(recount(now, rule, isEquivalent));
      }),
      { numRuns: 200 },
    );
  });

  it('is told the same by the log, as of any instant, and by the read model', async () => {
    expect(attemptProjection.streams).toEqual([attemptsStreams]);
    await fc.assert(
      fc.asyncProperty(life, fc.nat(), async (given, instant) => {
        const lives = through(given);
        const now = lives[instant % lives.length]!;
        const end = lives.at(-1)!;
        const then = replayed(end.told.slice(0, now.told.length));
        expect(folded(then)).toEqual(folded(streams.map((course) => stateAt(now, course))));
        expect(await projected(now.told)).toEqual(folded(then));
      }),
      { numRuns: 100 },
    );
  });

  it('has as attempts what is published, and an approval never publishes what it was not shown', () => {
    fc.assert(
      fc.property(life, (given) => {
        const end = through(given).at(-1)!;
        expect(end.misled).toEqual([]);
        for (const name of sheetNames) {
          const { recorded } = stateAt(end, courseOf[name]);
          expect(recorded.some(({ attemptId }) => attemptId === attemptIdOf(name))).toBe(
            publishedRow(end, name) !== undefined,
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});

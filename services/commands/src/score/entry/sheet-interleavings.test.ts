import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { cellText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { CellConflict } from '@jwxt/contracts/score/score-sheet.command.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { CommandsApp } from '../../app.ts';
import type { StoredEvent } from '../../kernel/event-codec.ts';
import { startTestApp, type TestApp } from '../../testing/commands-app.ts';
import { loadClass, loadScoreSchool, people } from '../../testing/score-school.ts';
import { concurrently } from '../../kernel/concurrently.ts';

/** Given again to have the same plans; what the two services make of them still differs from run to run. */
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
const classes = 40;
const interleavings = 1_000;
const atOnce = 4;

/**
 * What one editor does: looks at the sheet, or saves some cells on the revision last looked at. `yields`: turns of the
 * event loop before it.
 */
const step = fc.record({
  yields: fc.nat({ max: 12 }),
  cells: fc.option(
    fc.uniqueArray(
      fc.record({ code: fc.constantFrom('S1', 'S2'), key: fc.constantFrom('ps', 'qm'), value: fc.nat({ max: 100 }) }),
      { minLength: 1, maxLength: 3, selector: ({ code, key }) => `${code} ${key}` },
    ),
    { freq: 4 },
  ),
});
const plan = fc.tuple(fc.array(step, { minLength: 1, maxLength: 4 }), fc.array(step, { minLength: 1, maxLength: 4 }));
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
interface Sent {
  readonly who: string;
  /** The revision that the editor had looked at. */
  readonly base: number;
  readonly cells: NonNullable<Step['cells']>;
  readonly conflicts: readonly CellConflict[] | null;
}

let t: TestApp;
let other: CommandsApp;
let log: EventLog;
beforeAll(async () => {
  t = await startTestApp();
  log = connectEventLog(t.events.url, { name: 'looking' });
  other = t.another({ followLog: false });
  await loadScoreSchool(t);
});
afterAll(async () => {
  await log.close();
  await other.close();
  await t.stop();
});

it(
  `${interleavings} interleavings of two editors on a sheet, through two services: no edit is lost in silence ` +
    `(FAULT_SEED=${seed})`,
  async () => {
    const plans = fc.sample(plan, { seed, numRuns: interleavings });
    const outcomes = { accepted: 0, refused: 0 };
    await concurrently(
      Array.from({ length: classes }, (_, index) => index),
      atOnce,
      async (index) => {
        const id = `W${index}`;
        await loadClass(t, id, ['S1', 'S2']);
        await t.accept('scoreSheet.initialise', { teachingClassId: id, scoreType: '1' }, { actor: people.office });
        const sent = new Map<string, Sent>();
        for (const [one, two] of plans.filter((_, place) => place % classes === index)) {
          await Promise.all([edit(id, people.teacher1, t.app, one, sent), edit(id, people.teacher2, other, two, sent)]);
        }
        const stored = await t.stream(sheetStream(id, '1'));
        checkHistory(stored, sent);
        for (const { conflicts } of sent.values()) outcomes[conflicts ? 'refused' : 'accepted'] += 1;
      },
    );
    // Both happen often, or the plans would prove nothing.
    expect(Math.min(outcomes.accepted, outcomes.refused)).toBeGreaterThan(interleavings / 4);
  },
  180_000,
);

async function edit(
  teachingClassId: string,
  actor: Actor,
  through: CommandsApp,
  steps: readonly Step[],
  sent: Map<string, Sent>,
): Promise<void> {
  const look = async (): Promise<number> => {
    for await (const { revision } of log.readStream(sheetStream(teachingClassId, '1'), {
      direction: 'backwards',
      maxCount: 1,
    }))
      return Number(revision);
    throw new Error('the sheet was set up');
  };
  let base = await look();
  for (const { yields, cells } of steps) {
    for (let turn = 0; turn < yields; turn += 1) await new Promise(setImmediate);
    if (!cells) {
      base = await look();
      continue;
    }
    const commandId = randomUUID();
    const rows = [...Map.groupBy(cells, ({ code }) => code)].map(([studentCode, own]) => ({
      studentCode,
      revision: base,
      items: Object.fromEntries(own.map(({ key, value }) => [key, String(value)])),
    }));
    const outcome = await t.send(
      'scoreSheet.save',
      { teachingClassId, scoreType: '1', rows },
      { actor, commandId },
      through,
    );
    if (outcome.status === 'refused') expect(outcome.code).toBe('SHEET_CELL_CONFLICT');
    sent.set(commandId, {
      who: actor.userName,
      base,
      cells,
      conflicts: outcome.status === 'refused' ? (outcome.data as { conflicts: CellConflict[] }).conflicts : null,
    });
  }
}

/**
 * Goes through what was stored: whoever overwrites another's value had seen it, what was accepted is there, what was
 * refused is not and says why.
 */
function checkHistory(stored: readonly StoredEvent[], sent: ReadonlyMap<string, Sent>): void {
  const last = new Map<string, { who: string; revision: number; value: unknown }>();
  const written = new Map<string, Map<string, unknown>>();
  for (const { event, metadata, revision } of stored as readonly (StoredEvent & { event: ScoreSheetEvent })[]) {
    if (event.type !== 'CellsEntered') continue;
    const save = sent.get(metadata.commandId)!;
    expect(save.conflicts).toBeNull();
    for (const { studentCode, cells } of event.data.rows) {
      for (const { dataKey, before, after } of cells) {
        const cell = `${studentCode} ${dataKey}`;
        const there = last.get(cell);
        expect(before).toBe(there?.value ?? null);
        if (there)
          expect(
            there.revision,
            `${save.who} overwrites ${cell} of ${there.who} unseen at revision ${revision}`,
          ).toBeLessThanOrEqual(save.base);
        last.set(cell, { who: save.who, revision, value: after });
        written.set(
          metadata.commandId,
          (written.get(metadata.commandId) ?? new Map<string, unknown>()).set(cell, after),
        );
      }
    }
  }
  const values = valuesOf(stored);
  for (const [commandId, { who, base, cells, conflicts }] of sent) {
    for (const { code, key, value } of conflicts ? [] : cells) {
      const cell = `${code} ${key}`;
      // Nothing is written where the very value was there already at some moment since the editor looked.
      if (written.get(commandId)?.get(cell) !== value * 10)
        expect(
          values.filter((known) => known.cell === cell && known.until > base).map((known) => known.value),
          `${who} ${cell}`,
        ).toContain(value * 10);
    }
    for (const { studentCode, dataKey, theirs, byUserName, revision } of conflicts ?? []) {
      expect(revision).toBeGreaterThan(base);
      expect(values).toContainEqual(
        expect.objectContaining({ cell: `${studentCode} ${dataKey}`, from: revision, who: byUserName }),
      );
      expect(theirs).toBe(
        cellText(
          values.find((known) => known.cell === `${studentCode} ${dataKey}` && known.from === revision)!
            .value as number,
        ),
      );
    }
  }
}

/** Each value that a cell had: by whom, from which revision on, until which. */
function valuesOf(
  stored: readonly StoredEvent[],
): { cell: string; who: string; value: unknown; from: number; until: number }[] {
  const values: ReturnType<typeof valuesOf> = [];
  for (const { event, metadata, revision } of stored as readonly (StoredEvent & { event: ScoreSheetEvent })[]) {
    for (const { studentCode, cells } of event.type === 'CellsEntered' ? event.data.rows : []) {
      for (const { dataKey, after } of cells) {
        const cell = `${studentCode} ${dataKey}`;
        const before = values.findLast((known) => known.cell === cell);
        if (before) before.until = revision;
        values.push({
          cell,
          who: metadata.actor.userName,
          value: after,
          from: revision,
          until: Number.POSITIVE_INFINITY,
        });
      }
    }
  }
  return values;
}

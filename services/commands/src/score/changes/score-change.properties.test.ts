import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellText, computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import { evolveScoreChange, noScoreChange, type ScoreChangeState } from '@jwxt/contracts/score/score-change.state.ts';
import type { ScoreChangeRequest } from '@jwxt/contracts/score/score-sheet.events.ts';
import { cellValues, remarkOf } from '@jwxt/contracts/score/score-sheet.state.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { scoreChangeDecider } from './score-change.decider.ts';
import { changeFacts, saveFacts, setUp, studentRefs, submitFacts, type SheetStory } from '../score-sheet.fixture.ts';
import { applyChangeDecider, reserveChangeDecider, type ChangeCommand } from './sheet-change.ts';
import { saveDecider } from '../entry/sheet-save.ts';
import { approveDecider } from '../settings/sheet-settings.ts';
import { submitDecider } from '../submission/sheet-submit.ts';

const score = fc.integer({ min: 0, max: 1000 }).map((tenths) => (tenths / 10).toFixed(1));
const scores = fc.record({
  S1: fc.record({ ps: score, qm: score }),
  S2: fc.record({ ps: score, qm: score }),
  S3: fc.record({ ps: score, qm: score }),
});
/** A sheet whose scores have been published. */
function published(given: Record<string, Record<string, string>>): SheetStory {
  const submitted = setUp()
    .given(
      saveDecider,
      { rows: Object.entries(given).map(([studentCode, items]) => ({ studentCode, items, revision: 0 })) },
      saveFacts(),
    )
    .given(submitDecider, { revision: 1 }, submitFacts());
  const contentHash = submitted.state.status === '3' ? submitted.state.submission.hash : '';
  return submitted.given(approveDecider, { applyId: 'A1', round: 1, contentHash }, undefined, 'system');
}
const requestIn = (story: SheetStory): ScoreChangeRequest | null =>
  story.state.status === '4' ? (story.state.openChanges[0]?.request ?? null) : null;

/** New values of some students' items, with what stands there now as the base. */
const changes = fc.array(
  fc.record({
    code: fc.constantFrom(...studentRefs.map(({ studentCode }) => studentCode)),
    key: fc.constantFrom('ps', 'qm'),
    after: score,
  }),
  { minLength: 1, maxLength: 6 },
);
function commandOf(story: SheetStory, asked: { code: string; key: string; after: string }[]): ChangeCommand {
  const rows = new Map<string, Record<string, { before: string | null; after: string }>>();
  for (const { code, key, after } of asked) {
    const now = story.state.status === '4' ? (cellValues(story.state.rows[code])[key] ?? null) : null;
    rows.set(code, { ...rows.get(code), [key]: { before: cellText(now), after } });
  }
  return { reason: '更正', rows: [...rows].map(([studentCode, items]) => ({ studentCode, items })) };
}

describe('score changes, whatever is asked', () => {
  it('SCORE-CHANGE-03: freeze exactly the values that differ, before and after, with the totals that both give', () => {
    fc.assert(
      fc.property(scores, changes, (given, asked) => {
        const story = published(given);
        const command = commandOf(story, asked);
        const decided = story.when(reserveChangeDecider, command, changeFacts());
        const wanted = command.rows.flatMap(({ studentCode, items }) =>
          Object.entries(items)
            .filter(([, { before, after }]) => before !== after)
            .map(([key, { before, after }]) => [studentCode, key, before, after]),
        );
        if (wanted.length === 0) {
          expect(decided.refused).toMatchObject({ code: 'CHANGE_EMPTY' });
          return;
        }
        const [event] = decided.events;
        if (event?.type !== 'ChangeReserved' || !event.data.request || story.state.status !== '4')
          throw new Error('not reserved');
        const { rows, rules } = event.data.request;
        expect(
          rows
            .flatMap(({ studentCode, cells }) =>
              cells.map(({ dataKey, before, after }) =>
                [studentCode, dataKey, cellText(before), cellText(after)].join(),
              ),
            )
            .toSorted((a, b) => a.localeCompare(b)),
        ).toEqual(wanted.map((one) => one.join()).toSorted((a, b) => a.localeCompare(b)));
        for (const row of rows) {
          const now = story.state.rows[row.studentCode];
          const after = {
            ...cellValues(now),
            ...Object.fromEntries(row.cells.map((cell) => [cell.dataKey, cell.after])),
          };
          expect([row.final.before, row.final.after, row.passedAfter]).toEqual([
            now?.final,
            computeRow(after, remarkOf(now), rules).final,
            computeRow(after, remarkOf(now), rules).passed,
          ]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('take effect on exactly what was asked and nothing else, once; until then nothing changes', () => {
    fc.assert(
      fc.property(scores, changes, (given, asked) => {
        const story = published(given);
        const decided = story.when(reserveChangeDecider, commandOf(story, asked), changeFacts());
        if (decided.refused) return;
        const held = story.given(reserveChangeDecider, commandOf(story, asked), changeFacts());
        const request = requestIn(held);
        if (!request || held.state.status !== '4' || story.state.status !== '4') throw new Error('not held');
        expect(held.state.rows).toEqual(story.state.rows);
        const changed = held.given(applyChangeDecider, request, undefined, 'system');
        if (changed.state.status !== '4') throw new Error('not published');
        for (const { studentCode } of studentRefs) {
          const asRequested = request.rows.find((row) => row.studentCode === studentCode);
          const expected = {
            ...cellValues(story.state.rows[studentCode]),
            ...Object.fromEntries((asRequested?.cells ?? []).map((cell) => [cell.dataKey, cell.after])),
          };
          expect(cellValues(changed.state.rows[studentCode])).toEqual(expected);
          expect(changed.state.rows[studentCode]?.final).toBe(computeRow(expected, '00', request.rules).final);
        }
        expect(changed.state.openChanges).toEqual([]);
        expect(changed.when(applyChangeDecider, request, undefined).refused).toMatchObject({
          code: 'CHANGE_NOT_EDITABLE',
        });
      }),
      { numRuns: 60 },
    );
  });

  it('hold their students alone: a second application about one of them is refused while the first is open', () => {
    fc.assert(
      fc.property(scores, changes, changes, (given, first, second) => {
        const story = published(given);
        if (story.when(reserveChangeDecider, commandOf(story, first), changeFacts()).refused) return;
        const held = story.given(reserveChangeDecider, commandOf(story, first), changeFacts());
        const request = requestIn(held);
        if (!request) throw new Error('not held');
        const again = held.when(
          reserveChangeDecider,
          commandOf(held, second),
          changeFacts('teacher2', { newApplyId: 'C2', holders: new Map([['C1', { status: 'requested', request }]]) }),
        );
        const taken = new Set(request.rows.map(({ studentCode }) => studentCode));
        if (second.some(({ code }) => taken.has(code)))
          expect(again).toMatchObject({ events: [], refused: { code: 'APPROVAL_OPEN_EXISTS' } });
        else expect(again.refused?.code).not.toBe('APPROVAL_OPEN_EXISTS');
      }),
      { numRuns: 40 },
    );
  });

  it('end once: whatever comes in any order, an application takes effect at most once and never after refusal', () => {
    const base = requestIn(
      (() => {
        const story = published({ S1: { ps: '80', qm: '80' }, S2: { ps: '70', qm: '70' }, S3: { ps: '60', qm: '50' } });
        return story.given(
          reserveChangeDecider,
          commandOf(story, [{ code: 'S3', key: 'qm', after: '66.0' }]),
          changeFacts(),
        );
      })(),
    );
    if (!base) throw new Error('not held');
    const step = fc.oneof(
      fc.record({ type: fc.constant('open' as const), round: fc.integer({ min: 1, max: 3 }) }),
      fc.record({
        type: fc.constant('close' as const),
        outcome: fc.constantFrom('effected' as const, 'returned' as const, 'notPassed' as const, 'recalled' as const),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let state: ScoreChangeState = noScoreChange;
        let effects = 0;
        for (const each of steps) {
          const was: string = state.status;
          const decision = scoreChangeDecider.decide(
            state,
            each.type === 'open'
              ? { type: 'open', request: { ...base, application: { ...base.application, round: each.round } } }
              : { type: 'close', outcome: each.outcome, opinion: '' },
            undefined,
          );
          if (isRefused(decision)) continue;
          for (const event of decision) {
            if (event.type === 'ScoreChangeEffected') {
              effects += 1;
              expect(was).toBe('requested');
            }
            state = evolveScoreChange(state, event);
          }
        }
        expect(effects).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });
});

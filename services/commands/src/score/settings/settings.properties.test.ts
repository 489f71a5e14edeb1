import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventHistory } from '@jwxt/contracts/all-events.ts';
import { computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { cellValues, remarkOf } from '@jwxt/contracts/score/score-sheet.state.ts';
import { item, saveFacts, setUp, studentRefs, submitFacts, window, type SheetStory } from '../score-sheet.fixture.ts';
import { office, settingsFacts } from './sheet-settings.fixture.ts';
import type { SheetDecider } from '../score-sheet.decider.ts';
import { forceSubmitDecider } from './sheet-force-submit.ts';
import { rollbackDecider } from './sheet-rollback.ts';
import { saveDecider } from '../entry/sheet-save.ts';
import { changeSettingsDecider, enteredCount } from './sheet-settings-change.ts';
import { approveDecider } from './sheet-settings.ts';
import { submitDecider } from '../submission/sheet-submit.ts';

const definitions = eventHistory.definitions;
const part = fc.record({
  name: fc.constantFrom('平时成绩', '期中成绩', '期末成绩', '实验'),
  share: fc.constantFrom(0, 20, 30, 40, 50, 60, 70, 100),
  code: fc.constantFrom('bfz', 'bfz', 'wjz', 'xyz'),
  on: fc.boolean(),
  exam: fc.boolean(),
});
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('items' as const),
      parts: fc.array(part, { minLength: 1, maxLength: 4 }),
      keep: fc.boolean(),
      capacity: fc.constantFrom('office' as const, 'unit' as const, 'teacher' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('share' as const), ps: fc.integer({ min: 0, max: 100 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('hierarchy' as const),
      code: fc.constantFrom('bfz', 'wjz', 'ejz', 'xyz'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('template' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('digit' as const), digit: fc.integer({ min: 0, max: 2 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('window' as const),
      days: fc.integer({ min: -5, max: 60 }),
      extend: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('fill' as const), value: fc.integer({ min: 0, max: 100 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('submit' as const, 'force' as const, 'approve' as const, 'rollback' as const),
    }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const template = {
  scoreTemplateId: 'T2',
  items: [item('sj', '实践成绩', 100, true)],
  scoreHierarchyCode: 'bfz',
  digit: 2,
};
const late = '2027-03-01T00:00:00.000Z';

/** Tries an action; a refusal leaves the story as it is. */
function act(story: SheetStory, does: Action): SheetStory {
  const { state, revision } = story;
  const attempt = <C, F>(decider: SheetDecider<C, F>, command: C, facts: F, userName: string): SheetStory =>
    story.when(decider, command, facts).refused ? story : story.given(decider, command, facts, userName);
  const set = (change: object, facts: object = {}) =>
    attempt(changeSettingsDecider, office(change), settingsFacts(facts), 'office1');
  if (state.status === '0') return story;
  const submission = state.status === '3' ? state.submission : null;
  const { items } = state.rules;
  switch (does.kind) {
    case 'items':
      return set({
        capacity: does.capacity,
        items: does.parts.map(({ name, share, code, on, exam }, index) => ({
          scoreSubItemName: name,
          scoreSubItemProportion: share,
          scoreHierarchyCode: code,
          enable: on ? 'true' : 'false',
          isExamItem: exam,
          ...(does.keep && items[index] ? { dataKey: items[index].dataKey } : {}),
        })),
      });
    case 'share':
      return set({
        items: items
          .slice(0, 2)
          .map((known, index) => ({ ...known, scoreSubItemProportion: index === 0 ? does.ps : 100 - does.ps })),
      });
    case 'hierarchy':
      return set({ scoreHierarchyCode: does.code });
    case 'template':
      return set({ scoreTemplateId: 'T2' }, { template });
    case 'digit':
      return set({ digit: does.digit });
    case 'window': {
      const end = new Date(Date.parse(window.end) + does.days * 86_400_000).toISOString();
      return set(does.extend ? { extendTo: end } : { window: { begin: window.begin, end } });
    }
    case 'fill': {
      const typed = Object.fromEntries(
        items
          .filter((known) => known.enable === 'true')
          .map((known) => [known.dataKey, known.type === 'select' ? '1' : String(does.value)]),
      );
      return attempt(
        saveDecider,
        { rows: studentRefs.map(({ studentCode }) => ({ studentCode, items: typed, revision })) },
        saveFacts(),
        'teacher1',
      );
    }
    case 'submit':
      return attempt(submitDecider, { revision }, { ...submitFacts(), newApplyId: `A${revision}` }, 'teacher1');
    case 'force':
      return attempt(
        forceSubmitDecider,
        { reason: '截止未交' },
        { ...submitFacts('office1', late), newApplyId: `A${revision}` },
        'office1',
      );
    case 'approve':
      return submission
        ? attempt(
            approveDecider,
            { applyId: submission.applyId, round: submission.round, contentHash: submission.hash },
            undefined,
            'system',
          )
        : story;
    case 'rollback':
      return attempt(
        rollbackDecider,
        {
          reason: '退回',
          byName: '教务处',
          application: submission && { applyId: submission.applyId, round: submission.round },
        },
        undefined,
        'office1',
      );
  }
}

function soundRules(rules: SheetRules): void {
  expect(
    rules.items
      .filter(({ enable }) => enable === 'true')
      .reduce((sum, { scoreSubItemProportion }) => sum + scoreSubItemProportion, 0),
  ).toBe(100);
  expect(new Set(rules.items.map(({ dataKey }) => dataKey)).size).toBe(rules.items.length);
  expect(rules.items.filter(({ isExamItem }) => isExamItem).length).toBeLessThanOrEqual(1);
  expect(['bfz', 'wjz', 'ejz']).toContain(rules.scoreHierarchyCode);
  for (const { type, scoreHierarchyCode } of rules.items)
    if (type === 'select')
      expect(rules.listCode.some((band) => band.scoreHierarchyCode === scoreHierarchyCode)).toBe(true);
}

/** What leads to each status from which settings are then changed at random: set up, typed, handed in, published. */
const fill: Action = { kind: 'fill', value: 80 };
const begins: [status: string, steps: Action[]][] = [
  ['1', []],
  ['2', [fill]],
  ['3', [fill, { kind: 'submit' }]],
  ['4', [fill, { kind: 'submit' }, { kind: 'approve' }]],
];

// EXAM-SET-09…16
// Published rows keep their rules.
it.each(begins)(
  'from status %s, whatever is set in whatever order, weights add up to 100, nothing changes while it is handed in',
  (status, steps) => {
    expect(steps.reduce(act, setUp()).state.status).toBe(status);
    fc.assert(
      fc.property(fc.array(action, { minLength: 1, maxLength: 30 }), (actions) => {
        const end = [...steps, ...actions].reduce((story, next) => {
          const after = act(story, next);
          const [before, state] = [story.state, after.state];
          if (before.status === '0' || state.status === '0') throw new Error('the sheet was set up');
          soundRules(state.rules);
          expect(state.window.end > state.window.begin).toBe(true);
          if ((before.status === '3' || before.status === '4') && next.kind !== 'rollback')
            expect([state.rules, state.window, state.facts]).toEqual([before.rules, before.window, before.facts]);
          if (enteredCount(before) > 0) expect(state.rules.scoreHierarchyCode).toBe(before.rules.scoreHierarchyCode);
          for (const row of Object.values(state.rows))
            expect(row.final).toBe(computeRow(cellValues(row), remarkOf(row), state.rules, row).final);
          return after;
        }, setUp());
        const submitted = new Map<string, SheetRules>();
        for (const event of end.events) {
          expect(definitions.get(event.type)?.data.parse(event.data)).toEqual(event.data);
          if (event.type === 'ScoresSubmitted')
            submitted.set(
              `${event.data.application.applyId}.${String(event.data.application.round)}`,
              event.data.rules,
            );
          if (event.type === 'ScoresApproved')
            expect(event.data.rules).toEqual(submitted.get(`${event.data.applyId}.${String(event.data.round)}`));
        }
      }),
      { numRuns: 50 },
    );
  },
);

import { standardRemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellText, computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { CellConflict } from '@jwxt/contracts/score/score-sheet.command.ts';
import { cellValues, remarkOf, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { eventHistory } from '@jwxt/contracts/all-events.ts';
import {
  changeFacts,
  now,
  rules,
  saveFacts,
  setUp,
  studentRefs,
  submitFacts,
  type SheetStory,
} from './score-sheet.fixture.ts';
import type { SheetDecider } from './score-sheet.decider.ts';
import {
  applyChangeDecider,
  releaseChangeDecider,
  reserveChangeDecider,
  type ChangeCommand,
} from './changes/sheet-change.ts';
import { registerRemarkDecider } from './entry/sheet-remark.ts';
import { saveDecider, type SaveCommand } from './entry/sheet-save.ts';
import { approveDecider, reopenDecider } from './settings/sheet-settings.ts';
import { office, settingsFacts } from './settings/sheet-settings.fixture.ts';
import { changeSettingsDecider } from './settings/sheet-settings-change.ts';
import { submitDecider } from './submission/sheet-submit.ts';

const definitions = eventHistory.definitions;
const student = fc.constantFrom(...studentRefs.map((ref) => ref.studentCode), 'S9');
const teacher = fc.constantFrom('teacher1', 'teacher2', 'teacher3');
const typed = fc.oneof(fc.integer({ min: -5, max: 105 }).map(String), fc.constantFrom('', '89.95', 'x', null));
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('save' as const),
      who: teacher,
      code: student,
      key: fc.constantFrom('ps', 'qm', 'xx'),
      text: typed,
      behind: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('fill' as const), who: teacher, value: fc.integer({ min: 0, max: 100 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('remark' as const),
      who: teacher,
      code: student,
      remark: fc.constantFrom('00', '01', '02', '03', '11', '99'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('submit' as const), who: teacher }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('approve' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reopen' as const),
      cause: fc.constantFrom('returned' as const, 'notPassed' as const, 'recalled' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      who: teacher,
      code: student,
      value: fc.integer({ min: 0, max: 100 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('endChange' as const), passed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('window' as const), open: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('register' as const),
      code: student,
      remark: fc.constantFrom('00', '02', '04', '07', '09'),
      behind: fc.nat({ max: 3 }),
    }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

/** Tries an action; a refusal leaves the story as it is. */
function act(story: SheetStory, does: Action): SheetStory {
  const { state, revision } = story;
  const attempt = <C, F>(decider: SheetDecider<C, F>, command: C, facts: F, userName: string): SheetStory =>
    story.when(decider, command, facts).refused ? story : story.given(decider, command, facts, userName);
  const save = (who: string, rows: SaveCommand['rows']): SheetStory =>
    attempt(saveDecider, { rows }, saveFacts(who), who);
  const submission = state.status === '3' ? state.submission : null;
  switch (does.kind) {
    case 'save':
      return save(does.who, [
        { studentCode: does.code, items: { [does.key]: does.text }, revision: Math.max(0, revision - does.behind) },
      ]);
    case 'fill':
      return save(
        does.who,
        studentRefs.map(({ studentCode }) => ({
          studentCode,
          items: { ps: String(does.value), qm: String(does.value) },
          revision,
        })),
      );
    case 'remark':
      return save(does.who, [{ studentCode: does.code, items: {}, scoreRemarkCode: does.remark, revision }]);
    case 'submit':
      return attempt(submitDecider, { revision }, { ...submitFacts(does.who), newApplyId: `A${revision}` }, does.who);
    case 'approve':
      return submission
        ? attempt(
            approveDecider,
            { applyId: submission.applyId, round: submission.round, contentHash: submission.hash },
            undefined,
            'system',
          )
        : story;
    case 'reopen':
      return submission
        ? attempt(
            reopenDecider,
            {
              applyId: submission.applyId,
              round: submission.round,
              cause: does.cause,
              opinion: '',
              byName: '院长',
              nodeName: null,
            },
            undefined,
            'system',
          )
        : story;
    case 'change': {
      const there = state.status === '0' ? undefined : state.rows[does.code]?.cells.qm;
      const command: ChangeCommand = {
        reason: '更正',
        rows: [
          {
            studentCode: does.code,
            items: { qm: { before: cellText(there?.value ?? null), after: String(does.value) } },
          },
        ],
      };
      return attempt(reserveChangeDecider, command, changeFacts(does.who, { newApplyId: `C${revision}` }), does.who);
    }
    case 'endChange': {
      const request = state.status === '4' ? state.openChanges[0]?.request : undefined;
      if (!request) return story;
      return does.passed
        ? attempt(applyChangeDecider, request, undefined, 'system')
        : attempt(releaseChangeDecider, { applyId: request.applyId, outcome: 'notPassed' }, undefined, 'system');
    }
    case 'register': {
      const command = {
        revision: Math.max(0, revision - does.behind),
        studentCodes: [does.code],
        scoreRemarkCode: does.remark,
        reason: '考场记录',
      };
      return attempt(
        registerRemarkDecider,
        command,
        {
          userName: 'office1',
          students: saveFacts().students,
          granted: new Map<string, string>(),
          remarks: standardRemarkSettings,
        },
        'office1',
      );
    }
    case 'window': {
      const end = does.open ? '2026-12-30T00:00:00.000Z' : '2026-11-19T00:00:00.000Z';
      return attempt(
        changeSettingsDecider,
        office({ window: { begin: '2026-11-01T00:00:00.000Z', end }, reason: '调整' }),
        settingsFacts(),
        'office1',
      );
    }
  }
}

function checkInvariants(state: ScoreSheetState): void {
  if (state.status === '0') throw new Error('the sheet was set up');
  for (const row of Object.values(state.rows)) {
    for (const [key, { value }] of Object.entries(row.cells)) {
      expect(rules.items.map(({ dataKey }) => dataKey)).toContain(key);
      expect(
        value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1000),
      ).toBe(true);
    }
    expect(row.final).toBe(computeRow(cellValues(row), remarkOf(row), rules).final);
    expect(['00', '02', '03', '04', '07', '09', '11']).toContain(remarkOf(row));
  }
  expect(state.enteredBy).not.toContain('teacher3');
  if (state.status === '3' || state.status === '4') {
    expect(state.submission.rows).toHaveLength(studentRefs.length);
    if (state.status === '3')
      for (const row of state.submission.rows)
        expect(row).toMatchObject({
          cells: cellValues(state.rows[row.studentCode]),
          final: state.rows[row.studentCode]?.final ?? null,
        });
  }
}

describe('any sequence of commands on a sheet', () => {
  /** Before what is random, so that it meets a published sheet whatever chance brings. */
  const published: Action[] = [
    { kind: 'fill', who: 'teacher1', value: 80 },
    { kind: 'submit', who: 'teacher1' },
    { kind: 'approve' },
  ];

  it.each([
    ['that is set up', []],
    ['that is published', published],
  ])('%s keeps the invariants, and only events are written that the contract knows', (_begins, steps) => {
    expect(steps.reduce(act, setUp()).state.status).toBe(steps.length > 0 ? '4' : '1');
    fc.assert(
      fc.property(fc.array(action, { minLength: 1, maxLength: 40 }), (actions) => {
        const end = [...steps, ...actions].reduce((story, next) => {
          const after = act(story, next);
          checkInvariants(after.state);
          return after;
        }, setUp());
        for (const event of end.events) expect(definitions.get(event.type)?.data.parse(event.data)).toEqual(event.data);
      }),
      { numRuns: 200 },
    );
  });

  it('replayed up to any prefix gives what was shown then', () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 1, maxLength: 30 }), (actions) => {
        const shown = new Map<number, ScoreSheetState>();
        const end = actions.reduce((story, next) => {
          const after = act(story, next);
          shown.set(after.revision, after.state);
          return after;
        }, setUp());
        for (const [revision, state] of shown) expect(end.upTo(revision).state).toEqual(state);
      }),
      { numRuns: 100 },
    );
  });
});

describe('any interleaving of two editors', () => {
  type Edit = { code: string; key: string; value: number };
  const edit = fc.record({
    code: fc.constantFrom('S1', 'S2'),
    key: fc.constantFrom('ps', 'qm'),
    value: fc.integer({ min: 0, max: 100 }),
  });
  const step = fc.tuple(fc.constantFrom('teacher1', 'teacher2'), fc.oneof(fc.constant('look' as const), edit));

  it('never loses an edit in silence: the other has seen it, or is told of it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let story = setUp();
        const seen: Record<string, number> = { teacher1: 0, teacher2: 0 };
        /** Edits that were accepted, by cell: by whom, at which revision. */
        const accepted = new Map<string, { who: string; revision: number; value: number }>();
        for (const [who, what] of steps) {
          if (what === 'look') {
            seen[who] = story.revision;
            continue;
          }
          const { code, key, value }: Edit = what;
          const base = seen[who] ?? 0;
          const command = { rows: [{ studentCode: code, items: { [key]: String(value) }, revision: base }] };
          const there = accepted.get(`${code}.${key}`);
          const { refused, events } = story.when(saveDecider, command, saveFacts(who, now));
          const unseen = there && there.revision > base && there.value !== value;
          if (unseen) {
            const conflicts = (refused?.data as { conflicts: CellConflict[] } | undefined)?.conflicts;
            expect(conflicts).toMatchObject([
              {
                studentCode: code,
                dataKey: key,
                theirs: `${there.value}.0`,
                byUserName: there.who,
                revision: there.revision,
              },
            ]);
            continue;
          }
          expect(refused).toBeNull();
          if (events.length === 0) continue;
          story = story.given(saveDecider, command, saveFacts(who, now), who);
          accepted.set(`${code}.${key}`, { who, revision: story.revision, value });
        }
        for (const [cell, { value }] of accepted) {
          const [code = '', key = ''] = cell.split('.');
          expect(story.state.status !== '0' && story.state.rows[code]?.cells[key]?.value).toBe(value * 10);
        }
      }),
      { numRuns: 300 },
    );
  });
});

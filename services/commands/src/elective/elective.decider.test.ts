import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { electiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import type { ElectiveEvent, ElectiveShown } from '@jwxt/contracts/elective/elective.events.ts';
import { electiveStreams, type ElectiveState } from '@jwxt/contracts/elective/elective.state.ts';
import { isRefused } from '../kernel/refusal.ts';
import { electiveDecider, isWithApplicant, type ElectiveCommand, type ElectiveFacts } from './elective.decider.ts';

const applicant = { userName: 'teacher1', name: '张老师', departmentId: '101', departmentName: '计算机学院' };
const shown: ElectiveShown = { names: {}, hourList: [], teacherList: [], rangeList: [] };
const formNamed = (courseName: string) => electiveDraft.parse({ courseName });
const written = (courseName: string): ElectiveFacts => ({ applicant, form: formNamed(courseName), shown });
const application = (round: number) =>
  ({ applicant, round, process: { processVersion: 1 } }) as NonNullable<ElectiveFacts['submission']>['application'];
const sent = (courseName: string, round = 1): ElectiveFacts => ({
  ...written(courseName),
  submission: {
    figures: { classPlanNum: 1, classSize: 1, credit: 10, totalHour: 160 },
    application: application(round),
  },
});

/** Folds events as they would stand in a stream, one a revision. */
const stateAfter = (events: readonly ElectiveEvent[]): ElectiveState =>
  events.reduce<ElectiveState>(
    (state, event, revision) =>
      electiveStreams.evolve(state, event, {
        revision,
        time: '2026-11-01T00:00:00.000Z',
        userName: 'teacher1',
        name: '张老师',
      }),
    electiveStreams.initial,
  );

const write = (type: 'save' | 'submit', revision: number, userName = 'teacher1'): ElectiveCommand => ({
  type,
  planId: 'P1',
  revision,
  userName,
});
const saved: ElectiveEvent = {
  type: 'ElectiveSaved',
  data: { planId: 'P1', form: formNamed('音乐'), shown, applicant },
};
const submitted = (round: number): ElectiveEvent => ({
  type: 'ElectiveSubmitted',
  data: {
    planId: 'P1',
    form: formNamed('音乐'),
    shown,
    figures: { classPlanNum: 1, classSize: 1, credit: 10, totalHour: 160 },
    application: application(round),
  },
});
const closed = (outcome: 'returned' | 'notPassed' | 'recalled'): ElectiveEvent => ({
  type: 'ElectiveClosed',
  data: { planId: 'P1', outcome, opinion: '请补充' },
});
const decide = (events: readonly ElectiveEvent[], command: ElectiveCommand, facts?: ElectiveFacts) =>
  electiveDecider.decide(stateAfter(events), command, facts);

describe('a public elective plan', () => {
  it('is kept while it is filled in, and nothing is written when nothing was changed', () => {
    expect(decide([], write('save', -1), written('音乐'))).toMatchObject([
      { type: 'ElectiveSaved', data: { planId: 'P1', form: { courseName: '音乐' }, applicant } },
    ]);
    expect(decide([saved], write('save', 0), written('音乐'))).toEqual([]);
    expect(decide([saved], write('save', 0), written('美术'))).toMatchObject([{ type: 'ElectiveSaved' }]);
  });

  it('is never written over what another window wrote', () => {
    expect(decide([saved], write('save', -1), written('美术'))).toMatchObject({
      refused: { code: 'ELECTIVE_CHANGED', details: { time: '2026-11-01 08:00:00' } },
    });
    expect(decide([saved, saved], write('submit', 0), sent('美术'))).toMatchObject({
      refused: { code: 'ELECTIVE_CHANGED' },
    });
  });

  it("is its applicant's alone", () => {
    for (const command of [
      write('save', 0, 'teacher2'),
      write('submit', 0, 'teacher2'),
      { type: 'delete', userName: 'teacher2' } as const,
    ]) {
      expect(decide([saved], command, sent('美术'))).toMatchObject({ refused: { code: 'OUT_OF_SCOPE' } });
    }
  });

  it('is sent from the start or after saving, and after it was returned or recalled', () => {
    for (const [events, revision] of [
      [[], -1],
      [[saved], 0],
      [[submitted(1), closed('returned')], 0],
      [[submitted(1), closed('recalled'), saved], 2],
    ] as const) {
      expect(decide(events, write('submit', revision), sent('音乐'))).toMatchObject([{ type: 'ElectiveSubmitted' }]);
    }
  });

  it('cannot be written or deleted while it is in approval or has ended', () => {
    for (const last of [
      [],
      [{ type: 'ElectiveEffected', data: { planId: 'P1', courseCode: 'K1' } }],
      [closed('notPassed')],
    ] as ElectiveEvent[][]) {
      const events = [submitted(1), ...last];
      expect(decide(events, write('save', 0), written('美术'))).toMatchObject({
        refused: { code: 'ELECTIVE_NOT_EDITABLE' },
      });
      expect(decide(events, write('submit', 0), sent('美术'))).toMatchObject({
        refused: { code: 'ELECTIVE_NOT_EDITABLE' },
      });
      expect(decide(events, { type: 'delete', userName: 'teacher1' })).toMatchObject({
        refused: { code: 'ELECTIVE_NOT_SAVED' },
      });
    }
  });

  it('is deleted once, and stays deleted', () => {
    const gone = decide([saved], { type: 'delete', userName: 'teacher1' });
    expect(gone).toEqual([{ type: 'ElectiveDeleted', data: { planId: 'P1' } }]);
    const events: ElectiveEvent[] = [saved, { type: 'ElectiveDeleted', data: { planId: 'P1' } }];
    expect(decide(events, { type: 'delete', userName: 'teacher1' })).toEqual([]);
    expect(decide(events, write('save', 0), written('美术'))).toMatchObject({ refused: { code: 'ELECTIVE_GONE' } });
    expect(decide([], { type: 'delete', userName: 'teacher1' })).toMatchObject({ refused: { code: 'NOT_FOUND' } });
  });

  it('ends once, as its application did', () => {
    expect(decide([submitted(1)], { type: 'pass', courseCode: 'K1' })).toEqual([
      { type: 'ElectiveEffected', data: { planId: 'P1', courseCode: 'K1' } },
    ]);
    expect(
      decide([submitted(1), closed('returned')], { type: 'close', outcome: 'returned', opinion: '请补充' }),
    ).toEqual([]);
    expect(decide([saved], { type: 'pass', courseCode: 'K1' })).toMatchObject({
      refused: { code: 'ELECTIVE_NOT_EDITABLE' },
    });
    expect(decide([], { type: 'pass', courseCode: 'K1' })).toMatchObject({ refused: { code: 'NOT_FOUND' } });
  });
});

describe('whatever is asked of a plan', () => {
  const commands = fc.oneof(
    fc.record({
      type: fc.constantFrom('save' as const, 'submit' as const),
      stale: fc.boolean(),
      userName: fc.constantFrom('teacher1', 'teacher2'),
      name: fc.constantFrom('音乐', '美术', '体育'),
    }),
    fc.record({ type: fc.constant('delete' as const), userName: fc.constantFrom('teacher1', 'teacher2') }),
    fc.constant({ type: 'pass' as const }),
    fc.record({
      type: fc.constant('close' as const),
      outcome: fc.constantFrom('returned' as const, 'notPassed' as const, 'recalled' as const),
    }),
  );

  it('only its applicant changes it, only while it is with him; what ended stays; rounds grow by one', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 30 }), (asked) => {
        const events: ElectiveEvent[] = [];
        for (const each of asked) {
          const before = stateAfter(events);
          const plan = 'planId' in before ? before : null;
          const revision = plan?.revision ?? -1;
          const command: ElectiveCommand =
            each.type === 'save' || each.type === 'submit'
              ? write(each.type, each.stale ? revision + 1 : revision, each.userName)
              : each.type === 'close'
                ? { type: 'close', outcome: each.outcome, opinion: '' }
                : each.type === 'delete'
                  ? each
                  : { type: 'pass', courseCode: 'K1' };
          const facts =
            each.type === 'save'
              ? { ...written(each.name), applicant: { ...applicant, userName: each.userName } }
              : each.type === 'submit'
                ? { ...sent(each.name, (plan?.round ?? 0) + 1), applicant: { ...applicant, userName: each.userName } }
                : undefined;
          const decision = electiveDecider.decide(before, command, facts);
          if (isRefused(decision)) continue;
          events.push(...decision);
          const after = stateAfter(events);
          if (decision.length === 0) continue;
          expect(before.status === 'deleted' || before.status === 'effected' || before.status === 'notPassed').toBe(
            false,
          );
          if (command.type === 'save' || command.type === 'submit' || command.type === 'delete') {
            if (plan) expect([plan.applicant.userName, isWithApplicant(plan)]).toEqual([command.userName, true]);
          } else expect(before.status).toBe('submitted');
          if (plan && 'planId' in after) expect(after.round - plan.round).toBe(command.type === 'submit' ? 1 : 0);
        }
      }),
      { numRuns: 200 },
    );
  });
});

import type {
  AdjustedValue,
  RecognitionDraft,
  RecognitionEvent,
  RecognitionRequest,
} from '@jwxt/contracts/recognition/recognition.events.ts';
import {
  evolveRecognition,
  noRecognition,
  type RecognitionState,
} from '@jwxt/contracts/recognition/recognition.state.ts';
import type { Settlement } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithApplicant, recognitionDecider, type RecognitionCommand } from './recognition.decider.ts';

const applicant = (userName: string) => ({ userName, name: userName, departmentId: null, departmentName: null });
const request = (round: number, userName = 'clerk1') =>
  ({
    applyId: 'R1',
    studentCode: 'S1',
    relateList: [
      {
        outSideList: [{ attemptId: 'A1', outCourseName: '微积分', outScoreCognizanceFinalValue: '88' }],
        inSideList: [{ courseId: 'K1', scoreCognizanceFinalValue: 8800, scoreValueStr: '' }],
      },
    ],
    application: { round, applicant: applicant(userName), process: { processNo: 'XTWCJRDSH' } },
  }) as unknown as RecognitionRequest;
const draft = (remark: string, userName = 'clerk1', kind: RecognitionDraft['kind'] = 'outside') =>
  ({
    applyId: 'R1',
    kind,
    studentCode: 'S1',
    applicant: applicant(userName),
    form: { scoreCognizanceApplyRemark: remark, relateList: [] },
  }) as unknown as RecognitionDraft;
const open = (round: number) => ({ type: 'open', request: request(round) }) as const;
const close = (outcome: 'effected' | 'returned' | 'recalled' | 'notPassed') =>
  ({ type: 'close', outcome, opinion: '请补充' }) as const;
const save = (remark: string, userName?: string, kind?: RecognitionDraft['kind']) =>
  ({ type: 'save', draft: draft(remark, userName, kind) }) as const;
const remove = (userName = 'clerk1', kind: RecognitionDraft['kind'] = 'outside') =>
  ({ type: 'remove', kind, applyId: 'R1', userName }) as const;

const note = (score: string | null) => ({ type: 'noteSource', attemptId: 'A1', after: score, reason: '漏加' }) as const;
const settle = (outcome: Settlement) => ({ type: 'settle', kind: 'outside', outcome, reason: '核实' }) as const;
const revoke = (kind: RecognitionDraft['kind'] = 'outside') => ({ type: 'revoke', kind, reason: '证书不实' }) as const;
const value: AdjustedValue = {
  courseId: 'K1',
  courseName: '数据结构',
  before: { scoreCognizanceFinalValue: 8800, scoreValueStr: '', finalName: '88' },
  after: { scoreCognizanceFinalValue: 7200, scoreValueStr: '', finalName: '72' },
};

/** The state after these commands, each of which must be accepted. */
function after(...commands: readonly RecognitionCommand[]): RecognitionState {
  return commands.reduce<RecognitionState>((state, command) => {
    const decision = recognitionDecider.decide(state, command, undefined);
    if ('refused' in decision) throw new Error(decision.refused.code);
    return decision.reduce(evolveRecognition, state);
  }, noRecognition);
}
const decide = (state: RecognitionState, command: RecognitionCommand) =>
  recognitionDecider.decide(state, command, undefined);

describe('a recognition', () => {
  it('is opened once a round, and again only when it came back', () => {
    expect(decide(noRecognition, open(1))).toMatchObject([{ type: 'RecognitionRequested' }]);
    expect(decide(after(open(1)), open(1))).toEqual([]);
    expect(decide(after(open(1), close('returned')), open(2))).toMatchObject([{ type: 'RecognitionRequested' }]);
    expect(decide(after(open(1), close('recalled')), open(2))).toMatchObject([{ type: 'RecognitionRequested' }]);
  });

  it('is closed once', () => {
    expect(decide(after(open(1)), close('effected'))).toEqual([
      { type: 'RecognitionEffected', data: { applyId: 'R1' } },
    ]);
    expect(decide(after(open(1)), close('returned'))).toEqual([
      { type: 'RecognitionClosed', data: { applyId: 'R1', outcome: 'returned', opinion: '请补充' } },
    ]);
    expect(decide(after(open(1), close('effected')), close('effected'))).toEqual([]);
  });

  it('is saved as often as its applicant likes while it is with him, and the same again changes nothing', () => {
    expect(decide(noRecognition, save('一'))).toMatchObject([{ type: 'RecognitionDrafted' }]);
    expect(decide(after(save('一')), save('一'))).toEqual([]);
    expect(decide(after(save('一')), save('二'))).toMatchObject([{ type: 'RecognitionDrafted' }]);
    expect(decide(after(open(1), close('recalled')), save('二'))).toMatchObject([{ type: 'RecognitionDrafted' }]);
    expect(decide(after(save('一')), save('二', 'clerk2'))).toMatchObject({ refused: { code: 'RECOGNITION_NOT_OWN' } });
    expect(decide(after(save('一')), save('二', 'clerk1', 'system'))).toMatchObject({
      refused: { code: 'RECOGNITION_OTHER_KIND' },
    });
    expect(decide(after(open(1)), save('二'))).toMatchObject({ refused: { code: 'RECOGNITION_NOT_EDITABLE' } });
  });

  // RECOGNITION-23
  it('is deleted by its applicant while it is with him, once, and by nobody else and at no other time', () => {
    for (const state of [after(save('一')), after(open(1), close('returned')), after(open(1), close('recalled'))])
      expect(decide(state, remove())).toEqual([
        { type: 'RecognitionDeleted', data: { applyId: 'R1', studentCode: 'S1' } },
      ]);
    expect(decide(after(save('一'), remove()), remove())).toEqual([]);
    for (const state of [after(open(1)), after(open(1), close('effected')), after(open(1), close('notPassed'))])
      expect(decide(state, remove())).toMatchObject({ refused: { code: 'RECOGNITION_NOT_DELETABLE' } });
    expect(decide(after(save('一')), remove('clerk2'))).toMatchObject({
      refused: { code: 'RECOGNITION_NOT_DELETABLE' },
    });
    expect(decide(after(save('一')), remove('clerk1', 'outSchool'))).toMatchObject({
      refused: { code: 'RECOGNITION_OTHER_KIND' },
    });
    expect(decide(noRecognition, remove())).toMatchObject({ refused: { code: 'NOT_FOUND' } });
    expect(decide(after(save('一'), remove()), open(1))).toMatchObject({
      refused: { code: 'RECOGNITION_NOT_EDITABLE' },
    });
  });

  it('in force notes what its source becomes, once, and forgets what is again as it was', () => {
    const state = after(open(1), close('effected'));
    expect(decide(state, note('72'))).toEqual([
      {
        type: 'RecognitionSourceChanged',
        data: {
          applyId: 'R1',
          studentCode: 'S1',
          attemptId: 'A1',
          courseName: '微积分',
          before: '88',
          after: '72',
          reason: '漏加',
        },
      },
    ]);
    expect(decide(state, note('88'))).toEqual([]);
    expect(decide(after(open(1), close('effected'), note('72')), note('72'))).toEqual([]);
    expect(after(open(1), close('effected'), note(null))).toMatchObject({ changed: [{ before: '88', after: null }] });
    expect(after(open(1), close('effected'), note(null), note('88'))).toMatchObject({ changed: [] });
    for (const early of [noRecognition, after(open(1)), after(open(1), close('returned'))])
      expect(decide(early, note('72'))).toEqual([]);
  });

  it('is settled when its source has changed, with the values that follow, and compares with that from then on', () => {
    const changed = [open(1), close('effected'), note('72')] as const;
    expect(decide(after(open(1), close('effected')), settle('kept'))).toMatchObject({
      refused: { code: 'RECOGNITION_NOTHING_TO_SETTLE' },
    });
    expect(decide(after(open(1)), settle('kept'))).toMatchObject({ refused: { code: 'RECOGNITION_NOT_EFFECTED' } });
    const [settled] = recognitionDecider.decide(after(...changed), settle('adjusted'), [value]) as [RecognitionEvent];
    expect(settled).toMatchObject({
      type: 'RecognitionSettled',
      data: { outcome: 'adjusted', sources: [{ before: '88', after: '72' }], values: [value] },
    });
    const state = evolveRecognition(after(...changed), settled);
    expect(state).toMatchObject({
      changed: [],
      request: { relateList: [{ inSideList: [{ courseId: 'K1', scoreCognizanceFinalValue: 7200 }] }] },
    });
    expect(decide(state, note('72'))).toEqual([]);
    expect(decide(state, note('60'))).toMatchObject([{ data: { before: '72', after: '60' } }]);
    expect(decide(after(...changed, settle('kept')), note('88'))).toMatchObject([
      { data: { before: '72', after: '88' } },
    ]);
  });

  it('is revoked in force only, once, and only under its kind; then nothing more happens to it', () => {
    const gone = after(open(1), close('effected'), revoke());
    expect(gone.status).toBe('revoked');
    expect(decide(after(open(1), close('effected')), revoke('system'))).toMatchObject({
      refused: { code: 'RECOGNITION_OTHER_KIND' },
    });
    for (const state of [noRecognition, after(open(1)), after(open(1), close('notPassed')), gone])
      expect(decide(state, revoke())).toMatchObject({ refused: { code: 'RECOGNITION_NOT_EFFECTED' } });
    expect(decide(gone, open(2))).toMatchObject({ refused: { code: 'RECOGNITION_NOT_EDITABLE' } });
    expect(decide(gone, note('1'))).toEqual([]);
    expect(decide(gone, remove())).toMatchObject({ refused: { code: 'RECOGNITION_NOT_DELETABLE' } });
  });

  it('refuses what comes too late in its own words', () => {
    expect(decide(after(open(1), close('effected')), open(2))).toMatchObject({
      refused: { code: 'RECOGNITION_NOT_EDITABLE' },
    });
    expect(decide(after(open(1), close('effected')), close('returned'))).toMatchObject({
      refused: { code: 'RECOGNITION_NOT_EDITABLE' },
    });
    expect(errorText('RECOGNITION_NOT_EDITABLE')).toContain('认定申请');
  });

  // And only who applied changes it.
  it('whatever is asked in whatever order: it takes effect at most once, nothing follows effect or deletion', () => {
    const command = fc.oneof(
      fc.integer({ min: 1, max: 4 }).map(open),
      fc.constantFrom('effected' as const, 'returned' as const, 'recalled' as const, 'notPassed' as const).map(close),
      fc
        .tuple(
          fc.constantFrom('一', '二'),
          fc.constantFrom('clerk1', 'clerk2'),
          fc.constantFrom('outside' as const, 'system' as const),
        )
        .map(([remark, userName, kind]) => save(remark, userName, kind)),
      fc.constantFrom('clerk1', 'clerk2').map((userName) => remove(userName)),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
        let state: RecognitionState = noRecognition;
        const happened: string[] = [];
        for (const each of commands) {
          const decision = recognitionDecider.decide(state, each, undefined);
          // Deciding changes nothing by itself, and gives the same again.
          expect(recognitionDecider.decide(state, each, undefined)).toEqual(decision);
          if ('refused' in decision) continue;
          if (decision.length > 0 && (each.type === 'save' || each.type === 'remove')) {
            const owner = each.type === 'save' ? each.draft.applicant.userName : each.userName;
            expect(state.status === 'none' || isWithApplicant(state)).toBe(true);
            if ('request' in state) expect(owner).toBe('clerk1');
            else if (state.status === 'saved') expect(owner).toBe(state.draft.applicant.userName);
          }
          for (const event of decision) {
            state = evolveRecognition(state, event);
            happened.push(event.type);
          }
        }
        const last = happened.findIndex((type) => type === 'RecognitionEffected' || type === 'RecognitionDeleted');
        if (last >= 0) expect(happened.length).toBe(last + 1);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { evolveScoreChange, noScoreChange, type ScoreChangeState } from '@jwxt/contracts/score/score-change.state.ts';
import { changeFacts, saveFacts, setUp, submitFacts, type SheetStory } from '../score-sheet.fixture.ts';
import { scoreChangeDecider } from './score-change.decider.ts';
import { applyChangeDecider, releaseChangeDecider, reserveChangeDecider, type ChangeCommand } from './sheet-change.ts';
import { office, settingsFacts } from '../settings/sheet-settings.fixture.ts';
import { changeSettingsDecider } from '../settings/sheet-settings-change.ts';
import { saveDecider } from '../entry/sheet-save.ts';
import { approveDecider } from '../settings/sheet-settings.ts';
import { submitDecider } from '../submission/sheet-submit.ts';

const published = (): SheetStory => publish(setUp(), 'teacher1');
/** Enters, hands in and passes the scores of a sheet that is set up. */
function publish(story: SheetStory, userName: string): SheetStory {
  const rows = [
    ['S1', '80', '95'],
    ['S2', '70', '65'],
    ['S3', '50', '58'],
  ].map(([studentCode = '', ps = '', qm = '']) => ({ studentCode, items: { ps, qm }, revision: 0 }));
  const entered = story.given(saveDecider, { rows }, saveFacts(userName), userName);
  const submitted = entered.given(submitDecider, { revision: entered.revision }, submitFacts(userName), userName);
  const contentHash = submitted.state.status === '3' ? submitted.state.submission.hash : '';
  return submitted.given(approveDecider, { applyId: 'A1', round: 1, contentHash }, undefined, 'system');
}
const ask = (
  items: Record<string, { before: string | null; after: string | null }>,
  more: Partial<ChangeCommand> = {},
  studentCode = 'S3',
): ChangeCommand => ({ reason: '漏加', rows: [{ studentCode, items }], ...more });
const raise = ask({ qm: { before: '58', after: '63.5' } });
/** The request that the last reservation of a story carries. */
function requestOf({ events }: SheetStory) {
  const reserved = events.findLast((event) => event.type === 'ChangeReserved');
  if (reserved?.type !== 'ChangeReserved' || !reserved.data.request) throw new Error('nothing reserved');
  return reserved.data.request;
}
const closed = (story: SheetStory, outcome: 'returned' | 'notPassed'): ScoreChangeState =>
  evolveScoreChange(
    { status: 'requested', request: requestOf(story) },
    { type: 'ScoreChangeClosed', data: { applyId: 'C1', outcome, opinion: '' } },
  );

/** The application C1 as it stands, which holds students of the sheet. */
const held = (state: ScoreChangeState) => new Map([['C1', state]]);

describe('a change application', () => {
  it('takes the sheet, and freezes every changed cell with the values around it', () => {
    const [event] = published().when(reserveChangeDecider, raise, changeFacts()).events;
    expect(event).toMatchObject({
      type: 'ChangeReserved',
      data: {
        applyId: 'C1',
        applicantName: '张老师',
        request: {
          reason: '漏加',
          rows: [
            {
              studentCode: 'S3',
              cells: [{ dataKey: 'qm', itemName: '期末成绩', before: 580, after: 635 }],
              remark: null,
              final: { before: 5480, after: 5810 },
              passedBefore: false,
              passedAfter: false,
            },
          ],
          application: {
            round: 1,
            teachingClassId: 'TC1',
            content: {
              pieces: [
                { label: '课程', value: 'NK1 高等数学' },
                { label: '教学班', value: '高数1班' },
                { label: '学生数', value: '1' },
                { label: '更改项', value: '期末成绩' },
                { label: '原因', value: '漏加' },
              ],
              differences: [
                {
                  studentNumber: '2026S3',
                  itemName: '期末成绩',
                  before: '58.0',
                  after: '63.5',
                  totalBefore: '54.80',
                  totalAfter: '58.10',
                },
              ],
            },
          },
        },
      },
    });
  });

  it.each([
    ['a small change of a failed score passes over the last node', raise, true],
    ['a fail that becomes a pass asks the last node', ask({ qm: { before: '58', after: '68' } }), false],
    ['a change of ten points asks the last node', ask({ qm: { before: '95', after: '78.3' } }, {}, 'S1'), false],
    [
      'a change of just under ten points passes over the last node',
      ask({ qm: { before: '95', after: '78.4' } }, {}, 'S1'),
      true,
    ],
  ])('%s', (_title, command, skipped) => {
    expect(published().when(reserveChangeDecider, command, changeFacts()).events).toMatchObject([
      { data: { request: { application: { process: { nodes: [{ skipped: false }, { skipped }] } } } } },
    ]);
  });

  it('may change the remark; what was typed stays known', () => {
    const command: ChangeCommand = {
      reason: '旷考误记',
      rows: [{ studentCode: 'S1', items: {}, scoreRemarkCode: { before: '00', after: '03' } }],
    };
    expect(published().when(reserveChangeDecider, command, changeFacts()).events).toMatchObject([
      {
        data: {
          request: {
            rows: [
              {
                cells: [],
                remark: { beforeName: '正常', afterName: '旷考' },
                final: { before: 8900, after: 0 },
                passedAfter: false,
              },
            ],
          },
        },
      },
    ]);
  });

  it.each([
    ['of a stranger', raise, changeFacts('teacher3'), 'SHEET_NOT_TEACHER', undefined],
    ['that changes nothing', ask({ qm: { before: '58', after: '58.0' } }), changeFacts(), 'CHANGE_EMPTY', undefined],
    [
      'without a reason',
      ask({ qm: { before: '58', after: '60' } }, { reason: '  ' }),
      changeFacts(),
      'CHANGE_REASON_REQUIRED',
      'reason',
    ],
    [
      'on a value that is no longer there',
      ask({ qm: { before: '57', after: '60' } }),
      changeFacts(),
      'CHANGE_BASE_MOVED',
      'rows.0.items.qm',
    ],
    [
      'above 100',
      ask({ qm: { before: '58', after: '101' } }),
      changeFacts(),
      'SHEET_SCORE_OUT_OF_RANGE',
      'rows.0.items.qm',
    ],
    [
      'that leaves a hole',
      ask({ qm: { before: '58', after: null } }),
      changeFacts(),
      'SHEET_INCOMPLETE',
      'rows.0.items',
    ],
    [
      'of a student of another class',
      ask({ qm: { before: '58', after: '60' } }, {}, 'S9'),
      changeFacts(),
      'SHEET_STUDENT_NOT_IN_CLASS',
      'rows.0.studentCode',
    ],
    [
      'to a remark that only an application makes',
      { reason: '缓', rows: [{ studentCode: 'S3', items: {}, scoreRemarkCode: { before: '00', after: '01' } }] },
      changeFacts(),
      'SHEET_REMARK_NOT_ALLOWED',
      'rows.0.scoreRemarkCode',
    ],
    ['with no process', raise, changeFacts('teacher1', { process: null }), 'APPROVAL_PROCESS_MISSING', undefined],
  ])('is refused: %s', (_title, command, facts, code, field) => {
    const { refused } = published().when(reserveChangeDecider, command, facts);
    expect(refused).toMatchObject({ code, ...(field ? { fieldErrors: [{ field }] } : {}) });
  });

  it('is refused on a sheet that is not published', () => {
    expect(setUp().when(reserveChangeDecider, raise, changeFacts()).refused).toMatchObject({
      code: 'SHEET_NOT_PUBLISHED',
    });
  });

  it('is refused while another one is open, naming whose and when', () => {
    const story = published().given(reserveChangeDecider, raise, changeFacts());
    const holders = held({ status: 'requested', request: requestOf(story) });
    expect(
      story.when(reserveChangeDecider, raise, changeFacts('teacher2', { newApplyId: 'C2', holders })).refused,
    ).toMatchObject({ code: 'APPROVAL_OPEN_EXISTS', details: { name: '张老师', time: '2026-11-20 09:00:00' } });
  });

  it('is made by whoever is named to enter the scores, beside the teachers', () => {
    const named = setUp().given(
      changeSettingsDecider,
      office({ teacherCode: 'T3' }),
      settingsFacts({ teacher: { gh: 'T3', name: '吴老师', ofClass: false, ofUnit: true } }),
      'office1',
    );
    const story = publish(named, 'teacher3');
    expect(story.when(reserveChangeDecider, raise, changeFacts('teacher3')).types).toEqual(['ChangeReserved']);
    expect(story.when(reserveChangeDecider, raise, changeFacts('teacher1')).types).toEqual(['ChangeReserved']);
    expect(published().when(reserveChangeDecider, raise, changeFacts('teacher3')).refused).toMatchObject({
      code: 'SHEET_NOT_TEACHER',
    });
  });

  it('is made on behalf of the teachers, with who applied and for whom', () => {
    const [event] = published().when(reserveChangeDecider, { ...raise, onBehalf: true }, changeFacts('office1')).events;
    expect(event).toMatchObject({
      data: {
        applicantName: 'office1',
        request: {
          onBehalfOf: '张老师、李老师',
          application: {
            applicant: { userName: 'office1' },
            content: {
              pieces: expect.arrayContaining([{ label: '代为申请', value: 'office1 代 张老师、李老师' }]) as unknown,
            },
          },
        },
      },
    });
  });

  it('for the teachers takes every remark: a ruling that comes after the publication, of one student', () => {
    const ruling = {
      reason: '考场记录认定作弊',
      onBehalf: true,
      rows: [{ studentCode: 'S1', items: {}, scoreRemarkCode: { before: '00', after: '04' } }],
    };
    const byOffice = changeFacts('office1');
    const reserved = published().given(reserveChangeDecider, ruling, byOffice, 'office1');
    const [row] = requestOf(reserved).rows;
    expect(row).toMatchObject({
      remark: { beforeName: '正常', afterName: '作弊' },
      final: { after: 0 },
    });
    const ruled = reserved.given(applyChangeDecider, requestOf(reserved), undefined, 'system');
    expect(ruled.state).toMatchObject({ status: '4', rows: { S1: { remark: { value: '04' }, final: 0 } } });
    // A teacher neither sets it nor takes it away; the office takes a wrong one away.
    const back = { ...ruling, rows: [{ ...ruling.rows[0]!, scoreRemarkCode: { before: '04', after: '00' } }] };
    expect(
      ruled.when(reserveChangeDecider, { ...back, onBehalf: false }, changeFacts('teacher1')).refused,
    ).toMatchObject({ fieldErrors: [{ field: 'rows.0.scoreRemarkCode' }] });
    expect(ruled.when(reserveChangeDecider, back, { ...byOffice, newApplyId: 'C3' }).types).toEqual(['ChangeReserved']);
  });

  it('about other students is open beside the first, and each takes effect by itself', () => {
    const first = published().given(reserveChangeDecider, raise, changeFacts());
    const facts = changeFacts('teacher2', {
      newApplyId: 'C2',
      holders: held({ status: 'requested', request: requestOf(first) }),
    });
    const other = ask({ qm: { before: '65', after: '66' } }, {}, 'S2');
    const both = first.given(reserveChangeDecider, other, facts, 'teacher2');
    expect(both.state).toMatchObject({ openChanges: [{ applyId: 'C1' }, { applyId: 'C2' }] });
    const changed = both.given(applyChangeDecider, requestOf(both), undefined, 'system');
    expect(changed.state).toMatchObject({
      openChanges: [{ applyId: 'C1' }],
      rows: { S2: { cells: { qm: { value: 660 } } }, S3: { cells: { qm: { value: 580 } } } },
    });
    expect(changed.when(applyChangeDecider, requestOf(first), undefined).types).toEqual([
      'ScoreChangeApplied',
      'ChangeReleased',
    ]);
  });

  it('that was returned is sent again as the next round, by its applicant only and once', () => {
    const story = published().given(reserveChangeDecider, raise, changeFacts());
    const returned = closed(story, 'returned');
    const again = changeFacts('teacher1', { sentAgain: returned, holders: held(returned) });
    const command = { ...raise, applyId: 'C1' };
    const next = story.given(reserveChangeDecider, command, again);
    expect(requestOf(next)).toMatchObject({ applyId: 'C1', application: { round: 2 } });
    expect(next.when(reserveChangeDecider, command, again).refused).toMatchObject({ code: 'CHANGE_NOT_EDITABLE' });
    expect(
      story.when(
        reserveChangeDecider,
        command,
        changeFacts('teacher2', { sentAgain: returned, holders: held(returned) }),
      ).refused,
    ).toMatchObject({ code: 'CHANGE_NOT_EDITABLE' });
    expect(
      story.when(reserveChangeDecider, command, changeFacts('teacher1', { sentAgain: closed(story, 'notPassed') }))
        .refused,
    ).toMatchObject({ code: 'CHANGE_NOT_EDITABLE' });
  });

  it('that was returned and is not sent again gives way to a new one', () => {
    const story = published().given(reserveChangeDecider, raise, changeFacts());
    const facts = changeFacts('teacher2', { newApplyId: 'C2', holders: held(closed(story, 'returned')) });
    expect(story.when(reserveChangeDecider, raise, facts).types).toEqual(['ChangeReleased', 'ChangeReserved']);
  });
});

describe('an approved change', () => {
  it('takes effect and gives the sheet free, once', () => {
    const story = published().given(reserveChangeDecider, raise, changeFacts());
    const { applyId, sheet, rules, rows, reason } = requestOf(story);
    const changed = story.given(applyChangeDecider, { applyId, sheet, rules, rows, reason }, undefined, 'system');
    expect(changed.state).toMatchObject({
      status: '4',
      openChanges: [],
      rows: { S3: { final: 5810, cells: { qm: { value: 635, earlier: [{ value: 580 }] } } }, S1: { final: 8900 } },
    });
    expect(changed.when(applyChangeDecider, { applyId, sheet, rules, rows, reason }, undefined).refused).toMatchObject({
      code: 'CHANGE_NOT_EDITABLE',
    });
  });

  it('is refused when it does not hold the sheet', () => {
    const story = published().given(reserveChangeDecider, raise, changeFacts());
    const { sheet, rules, rows, reason } = requestOf(story);
    expect(
      story.when(applyChangeDecider, { applyId: 'C9', sheet, rules, rows, reason }, undefined).refused,
    ).toMatchObject({ code: 'CHANGE_NOT_EDITABLE' });
  });

  it('that ended without effect gives the sheet free; one that does not hold it changes nothing', () => {
    const story = published().given(reserveChangeDecider, raise, changeFacts());
    expect(
      story.given(releaseChangeDecider, { applyId: 'C1', outcome: 'notPassed' }, undefined, 'system').state,
    ).toMatchObject({ openChanges: [], rows: { S3: { final: 5480 } } });
    expect(story.when(releaseChangeDecider, { applyId: 'C9', outcome: 'notPassed' }, undefined)).toMatchObject({
      events: [],
      refused: null,
    });
  });
});

describe('the content of a change application', () => {
  const request = requestOf(published().given(reserveChangeDecider, raise, changeFacts()));
  const opened: ScoreChangeState = { status: 'requested', request };
  const nextRound = { ...request, application: { ...request.application, round: 2 } };

  it('is opened once a round, and closed once', () => {
    expect(scoreChangeDecider.decide(noScoreChange, { type: 'open', request }, undefined)).toMatchObject([
      { type: 'ScoreChangeRequested' },
    ]);
    expect(scoreChangeDecider.decide(opened, { type: 'open', request }, undefined)).toEqual([]);
    expect(scoreChangeDecider.decide(opened, { type: 'open', request: nextRound }, undefined)).toMatchObject({
      refused: { code: 'CHANGE_NOT_EDITABLE' },
    });
    expect(
      scoreChangeDecider.decide({ status: 'returned', request }, { type: 'open', request: nextRound }, undefined),
    ).toMatchObject([{ type: 'ScoreChangeRequested' }]);
    expect(scoreChangeDecider.decide(opened, { type: 'close', outcome: 'effected', opinion: '' }, undefined)).toEqual([
      { type: 'ScoreChangeEffected', data: { applyId: 'C1' } },
    ]);
    expect(
      scoreChangeDecider.decide(
        { status: 'effected', request },
        { type: 'close', outcome: 'effected', opinion: '' },
        undefined,
      ),
    ).toEqual([]);
    expect(
      scoreChangeDecider.decide(
        { status: 'effected', request },
        { type: 'close', outcome: 'returned', opinion: '' },
        undefined,
      ),
    ).toMatchObject({ refused: { code: 'CHANGE_NOT_EDITABLE' } });
  });
});

import { standardRemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import { describe, expect, it } from 'vitest';
import {
  about,
  entryFacts,
  process,
  roster,
  rules,
  saveFacts,
  setUp,
  sheetStory,
  submitFacts,
  window,
  type SheetStory,
} from '../score-sheet.fixture.ts';
import { saveDecider } from '../entry/sheet-save.ts';
import { office, settingsFacts } from '../settings/sheet-settings.fixture.ts';
import { changeSettingsDecider } from '../settings/sheet-settings-change.ts';
import { approveDecider, initialiseDecider, reopenDecider } from '../settings/sheet-settings.ts';
import { grantDecider } from '../shared/granted-remark.ts';
import { registerRemarkDecider } from '../entry/sheet-remark.ts';
import { rollbackDecider } from '../settings/sheet-rollback.ts';
import { attemptOf } from './sheet-attempts.ts';
import { submitDecider } from './sheet-submit.ts';

const usualOnly = {
  dataKey: 'ps',
  scoreSubItemName: '平时成绩',
  scoreSubItemProportion: 100,
  scoreHierarchyCode: 'bfz',
  enable: 'true' as const,
  isExamItem: false,
};
const enter = (story: SheetStory, cells: Record<string, Record<string, string>>, userName = 'teacher1') =>
  story.given(
    saveDecider,
    { rows: Object.entries(cells).map(([studentCode, items]) => ({ studentCode, items, revision: story.revision })) },
    saveFacts(userName),
    userName,
  );
const entered = (): SheetStory =>
  enter(setUp(), { S1: { ps: '80', qm: '95' }, S2: { ps: '70', qm: '65' }, S3: { ps: '50', qm: '40' } });
const submitted = (): SheetStory => entered().given(submitDecider, { revision: 1 }, submitFacts());
const hashOf = ({ state }: SheetStory): string => (state.status === '3' ? state.submission.hash : '');
const back = {
  applyId: 'A1',
  round: 1,
  cause: 'returned',
  opinion: '请核对',
  byName: '院长',
  nodeName: '院系审核',
} as const;

describe('a submission', () => {
  it('freezes every row, the figures, and what the approver reads', () => {
    const [event] = entered().when(submitDecider, { revision: 1, remark: '已复核' }, submitFacts()).events;
    expect(event).toMatchObject({
      type: 'ScoresSubmitted',
      data: {
        rows: [
          { studentCode: 'S1', cells: { ps: 800, qm: 950 }, scoreRemarkCode: '00', final: 8900, passed: true },
          { studentCode: 'S2', final: 6700 },
          { studentCode: 'S3', final: 4400, passed: false },
        ],
        figures: {
          personNum: 3,
          scoredNum: 3,
          passedNum: 2,
          excellentNum: 0,
          passRate: 667,
          excellentRate: 0,
          failRate: 333,
          mean: 6667,
          max: 8900,
          min: 4400,
          bands: [0, 1, 0, 1, 1],
        },
        application: {
          applyId: 'A1',
          round: 1,
          businessId: 'TC1.1',
          scoreType: '1',
          enteredBy: ['teacher1'],
          applicant: { userName: 'teacher1' },
          content: {
            title: '高等数学 高数1班 正考成绩：3人，及格率66.7%，平均分66.67',
            differences: [],
            pieces: [
              { label: '学期', value: '2026-2027学年第一学期' },
              { label: '课程', value: '高等数学（NK1）' },
              { label: '教学班', value: '高数1班' },
              { label: '人数', value: '3' },
              { label: '及格率', value: '66.7%' },
              { label: '平均分', value: '66.67' },
              { label: '说明', value: '已复核' },
            ],
          },
          process: {
            processVersion: 3,
            nodes: [
              { scopeUnit: '101', skipped: false },
              { scopeUnit: '*', skipped: false },
            ],
          },
        },
      },
    });
    expect(event?.type === 'ScoresSubmitted' && event.data.hash).toBe(
      event?.type === 'ScoresSubmitted' && event.data.application.content.contentHash,
    );
  });

  it('asks the office only about conspicuous classes', () => {
    const good = enter(setUp(), { S1: { ps: '80', qm: '85' }, S2: { ps: '70', qm: '65' }, S3: { ps: '70', qm: '75' } });
    expect(good.when(submitDecider, { revision: 1 }, submitFacts()).events).toMatchObject([
      {
        data: {
          application: {
            process: {
              nodes: [{ skipped: false }, { skipped: true, skipReason: expect.stringContaining('不及格率超过 30%') }],
            },
          },
        },
      },
    ]);
  });

  it('names everybody who ever typed, so that none of them decides', () => {
    const story = enter(entered(), { S3: { qm: '45' } }, 'teacher2');
    expect(story.when(submitDecider, { revision: 2 }, submitFacts()).events).toMatchObject([
      { data: { application: { enteredBy: ['teacher1', 'teacher2'] } } },
    ]);
  });

  it('counts the pass of who retakes the course for the cap of the day, from typing to the attempt', () => {
    const retaking = new Map(saveFacts().students);
    retaking.set('S1', { ...retaking.get('S1')!, retaking: true });
    const story = setUp({ ...rules, retakeCap: 6000 }).given(
      saveDecider,
      {
        rows: ['S1', 'S2', 'S3'].map((studentCode) => ({
          studentCode,
          items: { ps: '80', qm: studentCode === 'S3' ? '85' : '95' },
          revision: 0,
        })),
      },
      { ...saveFacts(), students: retaking },
    );
    expect(story.events.at(-1)).toMatchObject({
      data: { rows: [{ retaking: true, final: { after: 6000 } }, { final: { after: 8900 } }, {}] },
    });
    const facts = {
      ...submitFacts(),
      roster: roster.map((student) =>
        student.studentCode === 'S1' ? { ...student, isReExamStudentName: '重修' } : student,
      ),
    };
    const [event] = story.when(submitDecider, { revision: 1 }, facts).events;
    if (event?.type !== 'ScoresSubmitted') throw new Error('not submitted');
    expect(event.data.rows.map(({ final, passed }) => [final, passed])).toEqual([
      [6000, true],
      [8900, true],
      [8300, true],
    ]);
    expect(attemptOf(event.data, event.data.rules, event.data.rows[0]!, 'A1')).toMatchObject({
      examNature: '13',
      final: 6000,
      finalName: '60.00',
      rawFinal: 8900,
      passed: true,
    });
    // Other weights: the total is computed anew, for him up to the cap again.
    expect(
      story.given(
        changeSettingsDecider,
        office({
          items: [
            { ...usualOnly, scoreSubItemProportion: 50 },
            { ...usualOnly, dataKey: 'qm', scoreSubItemName: '期末成绩', scoreSubItemProportion: 50, isExamItem: true },
          ],
        }),
        settingsFacts(),
        'office1',
      ).state,
    ).toMatchObject({ rows: { S1: { final: 6000 }, S2: { final: 8750 } } });
  });

  it('is refused for a student whose remark counts the exam alone where no exam is open, at his row', () => {
    const remarked = enter(setUp(), {
      S1: { ps: '80', qm: '95' },
      S2: { ps: '70', qm: '60' },
      S3: { ps: '70', qm: '75' },
    }).given(
      grantDecider,
      {
        teachingClassId: 'TC1',
        courseName: '高等数学',
        studentCode: 'S2',
        remark: '09',
        set: true,
        reason: '自修获批',
      },
      { students: saveFacts().students },
      'system',
    );
    const without = remarked.given(
      changeSettingsDecider,
      office({ items: [usualOnly], reason: '取消考试' }),
      settingsFacts(),
      'office1',
    );
    expect(without.when(submitDecider, { revision: without.revision }, submitFacts()).refused).toMatchObject({
      code: 'SHEET_REMARK_NEEDS_EXAM',
      details: { name: '免听' },
      fieldErrors: [
        {
          field: 'rows.S2.scoreRemarkCode',
          message: '备注“免听”只按考试分项计分，成绩单没有启用的考试分项，请先设置考试分项或更改备注',
        },
      ],
    });
  });

  it('is refused while a student is incomplete, naming whom', () => {
    const story = enter(setUp(), { S1: { ps: '80', qm: '95' }, S2: { ps: '70' } });
    expect(story.when(submitDecider, { revision: 1 }, submitFacts()).refused).toMatchObject({
      code: 'SHEET_INCOMPLETE',
      details: { count: 2 },
      data: { students: [{ studentCode: 'S2' }, { studentCode: 'S3' }] },
    });
  });

  it('takes a remark for a missing value', () => {
    const story = enter(setUp(), { S1: { ps: '80', qm: '95' }, S2: { ps: '70', qm: '60' } }).given(
      saveDecider,
      { rows: [{ studentCode: 'S3', items: {}, scoreRemarkCode: '02', revision: 1 }] },
      saveFacts(),
    );
    expect(story.when(submitDecider, { revision: 2 }, submitFacts()).events).toMatchObject([
      { data: { rows: [{}, {}, { scoreRemarkCode: '02', final: 0, passed: false }] } },
    ]);
  });

  it('is refused when somebody changed a cell after the person looked', () => {
    const story = enter(entered(), { S3: { qm: '45' } }, 'teacher2');
    expect(story.when(submitDecider, { revision: 1 }, submitFacts()).refused).toMatchObject({
      code: 'CONCURRENT_CHANGE',
    });
    expect(story.when(submitDecider, { revision: 9 }, submitFacts()).refused).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'revision' }],
    });
  });

  it.each([
    ['a class without students', { ...submitFacts(), roster: [] }, 'SHEET_NO_STUDENT'],
    ['a stranger', submitFacts('teacher3'), 'SHEET_NOT_TEACHER'],
    ['a closed window', submitFacts('teacher1', '2026-12-01T00:00:00.000Z'), 'SHEET_WINDOW_CLOSED'],
    ['no process', { ...submitFacts(), process: null }, 'APPROVAL_PROCESS_MISSING'],
    [
      'no approver besides the teacher himself',
      {
        ...submitFacts(),
        process: { ...process, holders: [{ userName: 'teacher1', roleCode: '04', departmentId: '101', scope: null }] },
      },
      'APPROVAL_NO_APPROVER',
    ],
  ])('is refused for %s', (_title, facts, code) => {
    expect(entered().when(submitDecider, { revision: 1 }, facts).refused).toMatchObject({ code });
  });

  it('is refused a second time', () => {
    expect(submitted().when(submitDecider, { revision: 2 }, submitFacts()).refused).toMatchObject({
      code: 'SHEET_SUBMITTED',
    });
  });
});

describe('when the application comes back', () => {
  it.each([
    ['returned', '2'],
    ['recalled', '2'],
    ['notPassed', '2'],
  ] as const)('%s: the sheet may be typed into again', (cause, status) => {
    const story = submitted().given(reopenDecider, { ...back, cause }, undefined, 'system');
    expect(story.state).toMatchObject({ status, reopened: { cause, opinion: '请核对' } });
    expect(enter(story, { S3: { qm: '60' } }).state).toMatchObject({ rows: { S3: { final: 5600 } } });
  });

  it('the next submission is the next round of the same application and process version, with the differences', () => {
    const story = enter(submitted().given(reopenDecider, back, undefined, 'system'), { S3: { qm: '60' } });
    const reduced = { ...submitFacts(), roster: roster.slice(1), newApplyId: 'A2' };
    expect(story.when(submitDecider, { revision: story.revision }, reduced).events).toMatchObject([
      {
        data: {
          application: {
            applyId: 'A1',
            round: 2,
            content: {
              differences: [
                {
                  studentNumber: '2026S3',
                  itemName: '期末成绩',
                  before: '40.0',
                  after: '60.0',
                  totalBefore: '44.00',
                  totalAfter: '56.00',
                },
                {
                  studentNumber: '2026S1',
                  itemName: '名单',
                  before: '在名单',
                  after: '已移出',
                  totalBefore: '89.00',
                  totalAfter: '-',
                },
              ],
            },
          },
        },
      },
    ]);
  });

  it('after a refusal it is a new application', () => {
    const story = submitted().given(reopenDecider, { ...back, cause: 'notPassed' }, undefined, 'system');
    expect(
      story.when(submitDecider, { revision: story.revision }, { ...submitFacts(), newApplyId: 'A2' }).events,
    ).toMatchObject([{ data: { application: { applyId: 'A2', round: 1 } } }]);
  });

  it('happens once, and only for the submission it is about', () => {
    const story = submitted().given(reopenDecider, back, undefined, 'system');
    expect(story.when(reopenDecider, back, undefined)).toMatchObject({ events: [], refused: null });
    expect(submitted().when(reopenDecider, { ...back, applyId: 'A9' }, undefined).refused).toMatchObject({
      code: 'CONCURRENT_CHANGE',
    });
  });
});

describe('when the application passes', () => {
  it('publishes exactly what was submitted', () => {
    const story = submitted();
    const approved = story.given(
      approveDecider,
      { applyId: 'A1', round: 1, contentHash: hashOf(story) },
      undefined,
      'system',
    );
    expect(approved.state.status).toBe('4');
    expect(approved.events.at(-1)).toMatchObject({
      type: 'ScoresApproved',
      data: { applyId: 'A1', rows: [{ final: 8900 }, { final: 6700 }, { final: 4400 }], hash: hashOf(story) },
    });
    expect(
      approved.when(approveDecider, { applyId: 'A1', round: 1, contentHash: hashOf(story) }, undefined),
    ).toMatchObject({ events: [], refused: null });
  });

  it('is refused for other content than the approvers read', () => {
    expect(
      submitted().when(approveDecider, { applyId: 'A1', round: 1, contentHash: 'other' }, undefined).refused,
    ).toMatchObject({ code: 'APPROVAL_CHANGED' });
  });
});

describe('a student who left the class after the scores were published', () => {
  const gone = { ...submitFacts(), roster: roster.slice(1), newApplyId: 'A2' };
  const published = (): SheetStory => {
    const story = submitted();
    return story.given(approveDecider, { applyId: 'A1', round: 1, contentHash: hashOf(story) }, undefined, 'system');
  };
  const takenBack = (story = published()): SheetStory =>
    story.given(rollbackDecider, { reason: '核对', byName: '教务处', application: null }, undefined, 'office1');
  const rowsOf = (story: SheetStory) => {
    const event = story.events.at(-1);
    return event?.type === 'ScoresSubmitted'
      ? event.data.rows.map(({ studentCode, final }) => [studentCode, final])
      : [];
  };
  const all = [
    ['S2', 6700],
    ['S3', 5600],
    ['S1', 8900],
  ];

  it('is handed in again with the others, and the approver is told', () => {
    const story = enter(takenBack(), { S3: { qm: '60' } });
    const again = story.given(submitDecider, { revision: story.revision }, gone);
    expect(rowsOf(again)).toEqual(all);
    expect(again.events.at(-1)).toMatchObject({
      data: {
        rows: [{}, {}, { studentCode: 'S1', administrativeClassName: '软工2601', bjdm: 'B1' }],
        figures: { personNum: 3 },
        application: {
          content: {
            pieces: expect.arrayContaining([
              { label: '已退出名单', value: '学生S1（2026S1），此前发布过的成绩随本次提交保留' },
            ]),
            differences: [{ studentNumber: '2026S3', itemName: '期末成绩' }],
          },
        },
      },
    });
  });

  it('stays on it however often it comes back, and may be corrected until then', () => {
    const story = enter(takenBack(), { S3: { qm: '60' } });
    const again = story
      .given(submitDecider, { revision: story.revision }, gone)
      .given(reopenDecider, { ...back, applyId: 'A2' }, undefined, 'system');
    expect(rowsOf(again.given(submitDecider, { revision: again.revision }, { ...gone, newApplyId: 'A3' }))).toEqual(
      all,
    );
    const inClass = { ...saveFacts(), students: new Map([...saveFacts().students].slice(1)) };
    const corrected = again.given(
      saveDecider,
      { rows: [{ studentCode: 'S1', items: { qm: '90' }, revision: again.revision }] },
      inClass,
    );
    expect(rowsOf(corrected.given(submitDecider, { revision: corrected.revision }, gone))).toEqual([
      ...all.slice(0, 2),
      ['S1', 8600],
    ]);
    expect(
      again.when(
        registerRemarkDecider,
        { studentCodes: ['S1'], scoreRemarkCode: '04', reason: '作弊', revision: again.revision },
        {
          userName: 'office1',
          students: inClass.students,
          granted: new Map<string, string>(),
          remarks: standardRemarkSettings,
        },
      ).types,
    ).toEqual(['RemarkSet']);
  });

  it('is not handed in where nothing was published: the score typed for him stays on the sheet', () => {
    const story = submitted().given(reopenDecider, back, undefined, 'system');
    const again = story.given(submitDecider, { revision: story.revision }, gone);
    expect(rowsOf(again)).toEqual([
      ['S2', 6700],
      ['S3', 4400],
    ]);
    expect(again.state).toMatchObject({ rows: { S1: { final: 8900 } } });
    expect(
      story.when(
        saveDecider,
        { rows: [{ studentCode: 'S1', items: { qm: '90' }, revision: story.revision }] },
        { ...saveFacts(), students: new Map([...saveFacts().students].slice(1)) },
      ).refused,
    ).toMatchObject({ code: 'SHEET_STUDENT_NOT_IN_CLASS' });
  });
});

describe('settings of a sheet', () => {
  it('are made once', () => {
    expect(setUp().when(initialiseDecider, {}, { about, rules, window }).refused).toMatchObject({
      code: 'SHEET_EXISTS',
    });
    expect(
      sheetStory().when(initialiseDecider, {}, { about, rules, window: { begin: window.end, end: window.begin } })
        .refused,
    ).toMatchObject({ code: 'SHEET_WINDOW_INVALID' });
  });

  it('the window is moved with a reason, and then counts', () => {
    const later = { begin: window.begin, end: '2026-12-31T00:00:00.000Z' };
    const story = setUp().given(
      changeSettingsDecider,
      office({ window: later, reason: '教师外出' }),
      settingsFacts(),
      'office1',
    );
    expect(story.events.at(-1)).toMatchObject({
      type: 'InputTimeSet',
      data: { before: window, after: later, reason: '教师外出' },
    });
    expect(
      story.when(
        saveDecider,
        { rows: [{ studentCode: 'S1', items: { ps: '80' }, revision: 0 }] },
        { ...saveFacts(), ...entryFacts('teacher1', '2026-12-15T00:00:00.000Z') },
      ).types,
    ).toEqual(['CellsEntered']);
    expect(story.when(changeSettingsDecider, office({ window: later, reason: '再次' }), settingsFacts())).toMatchObject(
      {
        events: [],
        refused: null,
      },
    );
    expect(
      story.when(changeSettingsDecider, office({ window: { begin: later.end, end: later.begin } }), settingsFacts())
        .refused,
    ).toMatchObject({ code: 'SHEET_WINDOW_INVALID' });
    expect(sheetStory().when(changeSettingsDecider, office({ window: later }), settingsFacts()).refused).toMatchObject({
      code: 'SHEET_NOT_FOUND',
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { ItemSetting } from '@jwxt/contracts/exam-set/exam-set.command.ts';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import {
  about,
  item,
  now,
  rules,
  saveFacts,
  setUp,
  sheetStory,
  submitFacts,
  window,
  type SheetStory,
} from '../score-sheet.fixture.ts';
import { gradeScaleBands, office, settingsFacts } from './sheet-settings.fixture.ts';
import { forceSubmitDecider } from './sheet-force-submit.ts';
import { rollbackDecider } from './sheet-rollback.ts';
import { saveDecider } from '../entry/sheet-save.ts';
import { changeSettingsDecider } from './sheet-settings-change.ts';
import { approveDecider, initialiseDecider } from './sheet-settings.ts';
import { submitDecider } from '../submission/sheet-submit.ts';

const enter = (story: SheetStory, cells: Record<string, Record<string, string>>) =>
  story.given(
    saveDecider,
    { rows: Object.entries(cells).map(([studentCode, items]) => ({ studentCode, items, revision: story.revision })) },
    saveFacts(),
    'teacher1',
  );
const entered = (): SheetStory =>
  enter(setUp(), { S1: { ps: '80', qm: '95' }, S2: { ps: '70', qm: '65' }, S3: { ps: '50', qm: '40' } });
const submitted = (): SheetStory => entered().given(submitDecider, { revision: 1 }, submitFacts());
const published = (): SheetStory => {
  const story = submitted();
  if (story.state.status !== '3') throw new Error('not submitted');
  const { applyId, round, hash } = story.state.submission;
  return story.given(approveDecider, { applyId, round, contentHash: hash }, undefined, 'system');
};
const part = (
  scoreSubItemName: string,
  scoreSubItemProportion: number,
  more: Partial<ItemSetting> = {},
): ItemSetting => ({
  scoreSubItemName,
  scoreSubItemProportion,
  scoreHierarchyCode: 'bfz',
  enable: 'true',
  isExamItem: false,
  ...more,
});
const ps = part('平时成绩', 40, { dataKey: 'ps' });
const qm = part('期末成绩', 60, { dataKey: 'qm', isExamItem: true });
const set = (story: SheetStory, change: object, facts: object = {}) =>
  story.when(changeSettingsDecider, office(change), settingsFacts(facts));

describe('EXAM-SET-09 sub-items', () => {
  it.each([
    [[{ ...ps, scoreSubItemProportion: 35 }, qm], '分项比例合计为95%，还差5%'],
    [[{ ...ps, scoreSubItemProportion: 50 }, qm], '分项比例合计为110%，超出10%'],
    [[{ ...ps, enable: 'false' as const }, qm], '分项比例合计为60%，还差40%'],
    [[{ ...ps, scoreSubItemName: '期末成绩' }, qm], '分项名称“期末成绩”重复'],
    [[{ ...ps, isExamItem: true }, qm], '考试分项最多一个，请检查'],
    [[{ ...ps, scoreHierarchyCode: 'abc' }, qm], '等级制“abc”不存在或已停用'],
  ])('are refused with the difference named: %j', (items, text) => {
    const { refused } = set(setUp(), { items });
    expect(refused && errorText(refused.code, refused.details)).toBe(text);
  });

  it('are set with the rules before and after, the reason, and a key for what is new', () => {
    const { events } = set(setUp(), {
      items: [{ ...ps, scoreSubItemProportion: 20 }, part('期中成绩', 20), qm],
      reason: '增加期中考试',
    });
    expect(events).toMatchObject([
      {
        type: 'ItemsSet',
        data: {
          reason: '增加期中考试',
          before: { items: rules.items },
          after: {
            items: [
              { dataKey: 'ps', scoreSubItemProportion: 20, type: 'number' },
              { dataKey: 'fx1', scoreSubItemName: '期中成绩' },
              { dataKey: 'qm' },
            ],
          },
        },
      },
    ]);
  });

  it('bring the bands of a graded item, and let go of those that nothing needs', () => {
    const graded = setUp().given(
      changeSettingsDecider,
      office({ items: [part('论文等级', 100, { scoreHierarchyCode: 'wjz' })] }),
      settingsFacts(),
      'office1',
    );
    expect(graded.state).toMatchObject({
      rules: {
        items: [{ type: 'select', dataKey: 'fx1' }],
        listCode: gradeScaleBands.filter((band) => band.scoreHierarchyCode === 'wjz'),
      },
    });
    expect(set(graded, { items: [ps, qm] }).events).toMatchObject([{ data: { after: { listCode: [] } } }]);
  });

  it("are the office's alone once a cell exists: values stay in history, totals are computed anew", () => {
    const items = [
      { ...ps, scoreSubItemProportion: 50 },
      { ...qm, scoreSubItemProportion: 50 },
    ];
    expect(
      entered().when(changeSettingsDecider, { ...office({ items }), capacity: 'unit' }, settingsFacts()).refused,
    ).toMatchObject({ code: 'EXAM_ITEMS_LOCKED', details: { count: 3 } });
    const story = entered().given(changeSettingsDecider, office({ items }), settingsFacts(), 'office1');
    expect(story.state).toMatchObject({
      status: '2',
      rows: { S1: { final: 8750, cells: { ps: { value: 800 } } }, S3: { final: 4500 } },
    });
    // Whoever looked before it has not seen these totals.
    expect(story.when(submitDecider, { revision: 1 }, submitFacts()).refused).toMatchObject({
      code: 'CONCURRENT_CHANGE',
    });
    const without = story.given(
      changeSettingsDecider,
      office({ items: [{ ...qm, scoreSubItemProportion: 100 }] }),
      settingsFacts(),
      'office1',
    );
    expect(without.state).toMatchObject({ rows: { S1: { final: 9500, cells: { ps: { value: 800 } } } } });
    expect(set(without, { items: [part('实验成绩', 30), { ...qm, scoreSubItemProportion: 70 }] }).events).toMatchObject(
      [{ data: { after: { items: [{ dataKey: 'fx1' }, {}] } } }],
    );
  });

  it.each([
    [
      'no template limits',
      [
        { ...ps, scoreSubItemProportion: 30 },
        { ...qm, scoreSubItemProportion: 70 },
      ],
      null,
      'EXAM_ITEMS_NOT_ADJUSTABLE',
    ],
    [
      'a proportion outside the limits',
      [
        { ...ps, scoreSubItemProportion: 20 },
        { ...qm, scoreSubItemProportion: 80 },
      ],
      'given',
      'EXAM_ITEMS_OUTSIDE',
    ],
    ['another name', [{ ...ps, scoreSubItemName: '出勤' }, qm], 'given', 'EXAM_ITEMS_OTHER'],
    ['another item', [{ ...ps, scoreSubItemProportion: 30 }, qm, part('作业', 10)], 'given', 'EXAM_ITEMS_OTHER'],
  ])('a teacher is refused %s', (_title, items, limits, code) => {
    const given =
      limits === null
        ? null
        : [
            { dataKey: 'ps', scoreSubItemName: '平时成绩', min: 30, max: 50 },
            { dataKey: 'qm', scoreSubItemName: '期末成绩', min: 50, max: 70 },
          ];
    expect(
      setUp().when(
        changeSettingsDecider,
        { ...office({ items }), capacity: 'teacher' },
        settingsFacts({ limits: given }),
      ).refused,
    ).toMatchObject({ code });
  });

  it('a teacher moves proportions inside the limits', () => {
    const limits = [
      { dataKey: 'ps', scoreSubItemName: '平时成绩', min: 30, max: 50 },
      { dataKey: 'qm', scoreSubItemName: '期末成绩', min: 50, max: 70 },
    ];
    const items = [
      { ...ps, scoreSubItemProportion: 50 },
      { ...qm, scoreSubItemProportion: 50 },
    ];
    expect(
      setUp().when(changeSettingsDecider, { ...office({ items }), capacity: 'teacher' }, settingsFacts({ limits }))
        .types,
    ).toEqual(['ItemsSet']);
  });
});

describe('EXAM-SET-10, EXAM-SET-15 the grade system', () => {
  it('brings its name and bands while nothing is entered', () => {
    expect(set(setUp(), { scoreHierarchyCode: 'wjz' }).events).toMatchObject([
      {
        type: 'HierarchySet',
        data: {
          before: { scoreHierarchyCode: 'bfz' },
          after: {
            scoreHierarchyCode: 'wjz',
            scoreHierarchyName: '五级制',
            listCode: [{ scoreValueName: '优秀' }, {}, {}],
          },
        },
      },
    ]);
    expect(set(entered(), { scoreHierarchyCode: 'wjz' }).refused).toMatchObject({
      code: 'EXAM_HAS_SCORES',
      details: { count: 3, what: '等级制' },
    });
    expect(set(setUp(), { scoreHierarchyCode: 'xyz' }).refused).toMatchObject({ code: 'EXAM_HIERARCHY_UNKNOWN' });
    expect(set(entered(), { scoreHierarchyCode: 'bfz' })).toMatchObject({ events: [], refused: null });
  });
});

describe('EXAM-SET-06 who types', () => {
  const li = { gh: 'T2', name: '李老师', ofClass: true, ofUnit: true };
  const elsewhere = { gh: 'T9', name: '外单位教师', ofClass: false, ofUnit: false };
  it('is one teacher instead of those of the class, and theirs again', () => {
    const story = setUp().given(
      changeSettingsDecider,
      office({ teacherCode: 'T2', reason: '主讲出国' }),
      settingsFacts({ teacher: li }),
      'office1',
    );
    expect(story.events.at(-1)).toMatchObject({
      type: 'ImportTeacherSet',
      data: { before: { gh: null, name: '张老师' }, after: { gh: 'T2', name: '李老师' }, reason: '主讲出国' },
    });
    expect(set(story, { teacherCode: null }).events).toMatchObject([{ data: { after: { gh: null, name: '张老师' } } }]);
    expect(set(story, { teacherCode: 'T2' }, { teacher: li })).toMatchObject({ events: [], refused: null });
  });
  it('is on the job, and of the class or its unit unless the office says so', () => {
    expect(set(setUp(), { teacherCode: 'T404' }).refused).toMatchObject({ code: 'EXAM_TEACHER_UNKNOWN' });
    expect(
      setUp().when(
        changeSettingsDecider,
        { ...office({ teacherCode: 'T9' }), capacity: 'unit' },
        settingsFacts({ teacher: elsewhere }),
      ).refused,
    ).toMatchObject({ code: 'EXAM_TEACHER_OTHER_UNIT' });
    expect(set(setUp(), { teacherCode: 'T9' }, { teacher: elsewhere }).types).toEqual(['ImportTeacherSet']);
  });
});

describe('EXAM-SET-08, EXAM-SET-16 the entry window', () => {
  const later = { begin: window.begin, end: '2026-12-20T00:00:00.000Z' };
  it('ends after it begins, and stays in the term unless the office moves it', () => {
    expect(set(setUp(), { window: { begin: window.end, end: window.begin } }).refused).toMatchObject({
      code: 'SHEET_WINDOW_INVALID',
    });
    const unit = (facts: object) =>
      setUp().when(changeSettingsDecider, { ...office({ window: later }), capacity: 'unit' }, settingsFacts(facts));
    expect(unit({ term: window }).refused).toMatchObject({ code: 'EXAM_WINDOW_OUTSIDE_TERM' });
    expect(unit({ term: null }).refused).toMatchObject({ code: 'EXAM_WINDOW_OUTSIDE_TERM' });
    expect(unit({ term: { begin: window.begin, end: later.end } }).types).toEqual(['InputTimeSet']);
    expect(set(setUp(), { window: later }, { term: window }).types).toEqual(['InputTimeSet']);
  });
  it('is extended to a moment that is still to come and not before its end', () => {
    expect(set(setUp(), { extendTo: '2026-11-20T00:59:59.000Z' }).refused).toMatchObject({
      code: 'EXAM_EXTENSION_PAST',
    });
    expect(set(setUp(), { extendTo: '2026-11-25T00:00:00.000Z' }).refused).toMatchObject({
      code: 'EXAM_EXTENSION_EARLIER',
    });
    expect(set(setUp(), { extendTo: later.end, reason: '教师住院' }).events).toMatchObject([
      { type: 'InputTimeSet', data: { before: window, after: later, reason: '教师住院' } },
    ]);
  });
});

describe('EXAM-SET-07, EXAM-SET-14 many settings at once', () => {
  const template = {
    scoreTemplateId: 'T2',
    items: [item('ps', '平时成绩', 30, false), item('qz', '期中成绩', 20, false), item('qm', '期末成绩', 50, true)],
    scoreHierarchyCode: 'bfz',
    digit: 2,
  };
  it('are one event a piece, each with the rules that the one before left', () => {
    const { events } = set(
      setUp(),
      { scoreTemplateId: 'T2', digit: 1, extendTo: '2026-12-20T00:00:00.000Z' },
      { template },
    );
    expect(events.map(({ type }) => type)).toEqual(['TemplateSet', 'DigitSet', 'InputTimeSet']);
    expect(events).toMatchObject([
      { data: { after: { items: [{}, { dataKey: 'qz' }, {}], scoreTemplateId: 'T2', digit: 2 } } },
      { data: { before: { scoreTemplateId: 'T2' }, after: { digit: 1, items: [{}, {}, {}] } } },
      {},
    ]);
  });
  it('set up a class that is not, where that was asked for', () => {
    const initial = { about, rules, window };
    expect(
      sheetStory().when(changeSettingsDecider, { ...office({ digit: 2 }), setUp: true }, settingsFacts({ initial }))
        .types,
    ).toEqual(['SheetInitialised']);
    expect(set(sheetStory(), { digit: 2 }).refused).toMatchObject({ code: 'SHEET_NOT_FOUND' });
  });
  it('leave a sheet with scores its template, and one that is handed in everything', () => {
    expect(set(entered(), { scoreTemplateId: 'T2' }, { template }).refused).toMatchObject({
      code: 'EXAM_HAS_SCORES',
      details: { what: '成绩模板' },
    });
    expect(set(setUp(), { scoreTemplateId: 'T404' }).refused).toMatchObject({ code: 'EXAM_TEMPLATE_UNKNOWN' });
    for (const change of [
      { digit: 0 },
      { items: [ps, qm] },
      { extendTo: '2026-12-20T00:00:00.000Z' },
      { scoreHierarchyCode: 'wjz' },
    ]) {
      expect(set(submitted(), change).refused).toMatchObject({ code: 'SHEET_SUBMITTED' });
      expect(set(published(), change).refused).toMatchObject({ code: 'SHEET_PUBLISHED' });
    }
  });
});

describe('EXAM-SET-03 setting up again', () => {
  it('happens only where it was asked for, nothing was entered, and something differs; a named teacher stays', () => {
    const other = { about, rules: { ...rules, digit: 0 }, window };
    const again = (story: SheetStory, overwrite: boolean, facts = other) =>
      story.when(initialiseDecider, { overwrite }, facts);
    expect(again(setUp(), false).refused).toMatchObject({ code: 'SHEET_EXISTS' });
    expect(again(entered(), true).refused).toMatchObject({ code: 'SHEET_EXISTS' });
    expect(again(setUp(), true, { about, rules, window })).toMatchObject({ events: [], refused: null });
    const named = setUp().given(
      changeSettingsDecider,
      office({ teacherCode: 'T2' }),
      settingsFacts({ teacher: { gh: 'T2', name: '李老师', ofClass: true, ofUnit: true } }),
      'office1',
    );
    expect(again(named, true).events).toMatchObject([
      { type: 'SheetInitialised', data: { rules: { digit: 0 }, importTeacher: '李老师', importTeacherGh: 'T2' } },
    ]);
  });
});

describe('EXAM-SET-11, EXAM-SET-12 rollback', () => {
  const back = { reason: '录入错误', byName: '教务处', application: null };
  it('of a submitted sheet follows the end of its application, once', () => {
    const application = { applyId: 'A1', round: 1 };
    const story = submitted().given(rollbackDecider, { ...back, application }, undefined, 'system');
    expect(story.events.at(-1)).toMatchObject({
      type: 'ScoresRolledBack',
      data: { from: '3', applyId: 'A1', reason: '录入错误', students: [] },
    });
    expect(story.state).toMatchObject({ status: '2', reopened: { cause: 'rolledBack', opinion: '录入错误' } });
    expect(story.when(rollbackDecider, { ...back, application }, undefined)).toMatchObject({
      events: [],
      refused: null,
    });
    expect(submitted().when(rollbackDecider, back, undefined).refused).toMatchObject({ code: 'CONCURRENT_CHANGE' });
    expect(
      story.when(submitDecider, { revision: story.revision }, { ...submitFacts(), newApplyId: 'A2' }).events,
    ).toMatchObject([{ data: { application: { applyId: 'A1', round: 2 } } }]);
  });
  it('of a published one names whose scores it withdraws; the next submission is a new application', () => {
    const story = published().given(rollbackDecider, back, undefined, 'office1');
    expect(story.events.at(-1)).toMatchObject({
      data: { from: '4', students: [{ studentCode: 'S1' }, { studentCode: 'S2' }, { studentCode: 'S3' }] },
    });
    expect(
      story.when(submitDecider, { revision: story.revision }, { ...submitFacts(), newApplyId: 'A2' }).events,
    ).toMatchObject([{ data: { application: { applyId: 'A2', round: 1 } } }]);
  });
  it('has nothing to take back before a submission', () => {
    expect(entered().when(rollbackDecider, back, undefined).refused).toMatchObject({ code: 'EXAM_ROLLBACK_NOTHING' });
  });
});

describe('the sheet of a closed list', () => {
  const listed = (scoreType: string, makeupAndDelayTemplateValue: '1' | null): SheetStory =>
    sheetStory().given(
      initialiseDecider,
      {},
      {
        about: { ...about, scoreType },
        rules: { ...rules, retake: { makeupAndDelayTemplateValue, cap: 6000, students: {} } },
        window,
      },
      'office1',
    );
  it('changes with a reason alone', () => {
    expect(set(listed('4', null), { teacherCode: null, window }).refused).toMatchObject({
      code: 'EXAM_REASON_NEEDED',
      fieldErrors: [{ field: 'reason' }],
    });
    expect(set(listed('4', null), { digit: 0, reason: '取整' }).types).toEqual(['DigitSet']);
  });
  it.each([{ digit: 0 }, { scoreTemplateId: 'T2' }, { scoreHierarchyCode: 'wjz' }, { items: [ps, qm] }])(
    'of a make-up counts by the rules of the original: %j',
    (change) => {
      expect(set(listed('2', '1'), { ...change, reason: '统一' }).refused).toMatchObject({
        code: 'EXAM_RULES_OF_ORIGINAL',
      });
    },
  );
});

describe('EXAM-SET-13 force submit', () => {
  const afterwards = submitFacts('office1', '2026-12-01T00:00:00.000Z');
  it('hands a complete sheet in after the window, by somebody who cannot approve it then', () => {
    const { events } = entered().when(forceSubmitDecider, { reason: '教师离职' }, afterwards);
    expect(events).toMatchObject([
      { type: 'ScoresForceSubmitted', data: { reason: '教师离职', byName: 'office1' } },
      {
        type: 'ScoresSubmitted',
        data: {
          application: {
            applicant: { userName: 'office1' },
            enteredBy: ['teacher1', 'office1'],
            content: {
              pieces: expect.arrayContaining([
                { label: '录入教师', value: '张老师' },
                { label: '强制提交', value: 'office1：教师离职' },
              ]) as unknown,
            },
          },
        },
      },
    ]);
  });
  it.each([
    ['before its end', entered(), submitFacts('office1', now), 'EXAM_FORCE_WINDOW_OPEN'],
    ['while somebody is incomplete', enter(setUp(), { S1: { ps: '1', qm: '1' } }), afterwards, 'SHEET_INCOMPLETE'],
    ['twice', submitted(), afterwards, 'SHEET_SUBMITTED'],
    ['without a sheet', sheetStory(), afterwards, 'SHEET_NOT_FOUND'],
  ])('is refused %s', (_title, story, facts, code) => {
    expect(story.when(forceSubmitDecider, { reason: '催促无果' }, facts).refused).toMatchObject({ code });
  });
});

import { describe, expect, it } from 'vitest';
import {
  gradeRules,
  rulesWithClosedItem,
  saveFacts,
  setUp,
  sheetStory,
  submitFacts,
  type SheetStory,
} from '../score-sheet.fixture.ts';
import { saveDecider, type SaveCommand } from './sheet-save.ts';
import { approveDecider } from '../settings/sheet-settings.ts';
import { submitDecider } from '../submission/sheet-submit.ts';

type Row = SaveCommand['rows'][number];
const row = (studentCode: string, items: Record<string, string | null>, more: Partial<Row> = {}): Row => ({
  studentCode,
  items,
  revision: 0,
  ...more,
});
const save = (...rows: Row[]): SaveCommand => ({ rows });
const when = (story: SheetStory, userName: string, ...rows: Row[]) =>
  story.when(saveDecider, save(...rows), saveFacts(userName));
const given = (story: SheetStory, userName: string, ...rows: Row[]) =>
  story.given(saveDecider, save(...rows), saveFacts(userName), userName);
const complete = ['S1', 'S2', 'S3'].map((code) => row(code, { ps: '80', qm: '70' }));

describe('a save', () => {
  it('becomes one event with only what changed, and the final value it gives', () => {
    const story = given(setUp(), 'teacher1', row('S1', { ps: '80' }));
    expect(when(story, 'teacher1', row('S1', { ps: '80.0', qm: '90.55' }, { revision: 1 })).events).toEqual([
      {
        type: 'CellsEntered',
        data: {
          teachingClassId: 'TC1',
          scoreType: '1',
          courseId: 'K1',
          rows: [
            {
              studentCode: 'S1',
              studentNumber: '2026S1',
              studentName: '学生S1',
              cells: [{ dataKey: 'qm', itemName: '期末成绩', before: null, after: 906 }],
              final: { before: null, after: 8636 },
            },
          ],
        },
      },
    ]);
  });

  it('that equals what is there changes nothing', () => {
    const story = given(setUp(), 'teacher1', row('S1', { ps: '80' }));
    expect(when(story, 'teacher2', row('S1', { ps: '80.00' }, { scoreRemarkCode: '00' }))).toMatchObject({
      events: [],
      refused: null,
    });
  });

  it('may empty a cell again', () => {
    const story = given(setUp(), 'teacher1', row('S1', { ps: '80', qm: '70' }));
    expect(when(story, 'teacher1', row('S1', { qm: null }, { revision: 1 })).events).toMatchObject([
      { data: { rows: [{ cells: [{ before: 700, after: null }], final: { before: 7400, after: null } }] } },
    ]);
  });

  it('sets the remark before the cells that it allows, with the final value after each', () => {
    const { events } = when(setUp(), 'teacher1', row('S1', { ps: '80' }, { scoreRemarkCode: '02' }));
    expect(events).toMatchObject([
      {
        type: 'RemarkSet',
        data: {
          rows: [
            { before: '00', beforeName: '正常', after: '02', afterName: '缺考', final: { before: null, after: 0 } },
          ],
        },
      },
      {
        type: 'CellsEntered',
        data: { rows: [{ cells: [{ dataKey: 'ps', after: 800 }], final: { before: 0, after: 0 } }] },
      },
    ]);
  });

  it('keeps the typed items of a student whose remark fixes the value, and computes again when the remark goes', () => {
    const story = given(
      given(setUp(), 'teacher1', row('S1', { ps: '80', qm: '70' })),
      'teacher1',
      row('S1', {}, { scoreRemarkCode: '03', revision: 1 }),
    );
    expect(story.state).toMatchObject({ rows: { S1: { final: 0, cells: { qm: { value: 700 } } } } });
    expect(when(story, 'teacher1', row('S1', {}, { scoreRemarkCode: '00', revision: 2 })).events).toMatchObject([
      { data: { rows: [{ final: { before: 0, after: 7400 } }] } },
    ]);
  });

  it('takes a grade by its code', () => {
    expect(when(setUp(gradeRules), 'teacher1', row('S1', { lw: '1' })).events).toMatchObject([
      { data: { rows: [{ cells: [{ after: '1' }], final: { after: 9500 } }] } },
    ]);
  });
});

describe('two teachers on one sheet', () => {
  const opened = setUp();

  it('both keep their edits of different cells', () => {
    const story = given(given(opened, 'teacher1', row('S1', { ps: '80' })), 'teacher2', row('S1', { qm: '70' }));
    expect(story.state).toMatchObject({ rows: { S1: { final: 7400 } }, enteredBy: ['teacher1', 'teacher2'] });
  });

  it('on one cell: the second is told who, when and what, and nothing of his save is stored', () => {
    const story = given(
      given(opened, 'teacher1', row('S1', { ps: '60' })),
      'teacher2',
      row('S1', { ps: '70' }, { revision: 1 }),
    );
    expect(
      when(story, 'teacher1', row('S1', { ps: '80' }, { revision: 1 }), row('S2', { ps: '90' })).refused,
    ).toMatchObject({
      code: 'SHEET_CELL_CONFLICT',
      details: { count: 1 },
      data: {
        conflicts: [
          {
            studentCode: 'S1',
            studentName: '学生S1',
            dataKey: 'ps',
            itemName: '平时成绩',
            original: '60.0',
            theirs: '70.0',
            yours: '80.0',
            byUserName: 'teacher2',
            byName: '李老师',
            at: '2026-11-20T00:02:00.000Z',
            revision: 2,
          },
        ],
      },
    });
  });

  it('the second may insist, having seen the first', () => {
    const story = given(opened, 'teacher1', row('S1', { ps: '60' }));
    expect(when(story, 'teacher2', row('S1', { ps: '80' }, { revision: 1 })).events).toMatchObject([
      { data: { rows: [{ cells: [{ before: 600, after: 800 }] }] } },
    ]);
  });

  it('typing the same is no conflict', () => {
    const story = given(opened, 'teacher1', row('S1', { ps: '60' }));
    expect(when(story, 'teacher2', row('S1', { ps: '60' }))).toMatchObject({ events: [], refused: null });
  });

  it('the same holds for the remark', () => {
    const story = given(opened, 'teacher1', row('S1', {}, { scoreRemarkCode: '02' }));
    expect(when(story, 'teacher2', row('S1', {}, { scoreRemarkCode: '06' })).refused).toMatchObject({
      code: 'SHEET_CELL_CONFLICT',
      data: {
        conflicts: [{ dataKey: 'scoreRemarkCode', itemName: '备注', original: '00', theirs: '02', yours: '06' }],
      },
    });
  });

  it('two windows of one teacher are no other than two teachers; going on from the own save is', () => {
    const story = given(opened, 'teacher1', row('S1', { ps: '60' }));
    expect(when(story, 'teacher1', row('S1', { ps: '61' })).refused).toMatchObject({
      code: 'SHEET_CELL_CONFLICT',
      data: { conflicts: [{ original: null, theirs: '60.0', yours: '61.0', byUserName: 'teacher1', revision: 1 }] },
    });
    expect(when(story, 'teacher1', row('S1', { ps: '60' }))).toMatchObject({ events: [], refused: null });
    expect(when(story, 'teacher1', row('S1', { ps: '61' }, { revision: 1 })).types).toEqual(['CellsEntered']);
  });

  it('a base that does not exist yet is refused, because it would hide conflicts', () => {
    expect(when(opened, 'teacher1', row('S1', { ps: '60' }, { revision: 99 })).refused).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'rows.0.revision' }],
    });
  });
});

describe('a save is refused, each time with its own message', () => {
  const submitted = given(setUp(), 'teacher1', ...complete).given(submitDecider, { revision: 1 }, submitFacts());
  const hash = submitted.state.status === '3' ? submitted.state.submission.hash : '';
  const published = submitted.given(
    approveDecider,
    { applyId: 'A1', round: 1, contentHash: hash },
    undefined,
    'system',
  );
  const one = save(row('S1', { ps: '80' }));

  it.each([
    ['when the sheet is not set up', sheetStory(), saveFacts(), 'SHEET_NOT_FOUND', undefined],
    ['by a teacher who does not teach the class', setUp(), saveFacts('teacher3'), 'SHEET_NOT_TEACHER', undefined],
    ['by somebody who is no teacher', setUp(), saveFacts('dean1'), 'SHEET_NOT_TEACHER', undefined],
    [
      'before the window',
      setUp(),
      saveFacts('teacher1', '2026-10-31T23:59:59.999Z'),
      'SHEET_WINDOW_NOT_OPEN',
      { begin: '2026-11-01 08:00:00', end: '2026-11-30 08:00:00' },
    ],
    [
      'after the window',
      setUp(),
      saveFacts('teacher1', '2026-11-30T00:00:00.001Z'),
      'SHEET_WINDOW_CLOSED',
      { end: '2026-11-30 08:00:00' },
    ],
    [
      'when it is submitted',
      submitted,
      saveFacts('teacher2'),
      'SHEET_SUBMITTED',
      { name: '张老师', time: '2026-11-20 08:02:00' },
    ],
    ['when it is published', published, saveFacts(), 'SHEET_PUBLISHED', undefined],
  ])('%s', (_title, story, facts, code, details) => {
    expect(story.when(saveDecider, one, facts).refused).toMatchObject({ code, ...(details ? { details } : {}) });
  });

  it.each(['2026-11-01T00:00:00.000Z', '2026-11-30T00:00:00.000Z'])('but not at the ends of the window: %s', (at) => {
    expect(setUp().when(saveDecider, one, saveFacts('teacher1', at)).types).toEqual(['CellsEntered']);
  });

  it.each([
    [
      'a student who is not in the class',
      [row('S1', { ps: '80' }), row('S7', { ps: '80' })],
      'SHEET_STUDENT_NOT_IN_CLASS',
      'rows.1.studentCode',
      '学生 S7 不在该教学班名单中',
    ],
    [
      'an item that the sheet does not have',
      [row('S1', { xx: '80' })],
      'SHEET_ITEM_UNKNOWN',
      'rows.0.items.xx',
      '成绩分项 xx 不存在',
    ],
    [
      'an item that may not be typed',
      [row('S1', { sy: '80' })],
      'SHEET_ITEM_DISABLED',
      'rows.0.items.sy',
      '成绩分项“实验成绩”不可录入',
    ],
    [
      'a value above 100',
      [row('S1', { ps: '100.1' })],
      'SHEET_SCORE_OUT_OF_RANGE',
      'rows.0.items.ps',
      '成绩应在 0 至 100 之间',
    ],
    [
      'a value below 0',
      [row('S1', { ps: '-1' })],
      'SHEET_SCORE_OUT_OF_RANGE',
      'rows.0.items.ps',
      '成绩应在 0 至 100 之间',
    ],
    ['what is no number', [row('S1', { ps: '优秀' })], 'SHEET_SCORE_NOT_NUMBER', 'rows.0.items.ps', '成绩应为数字'],
    [
      'a remark that does not exist',
      [row('S1', {}, { scoreRemarkCode: '99' })],
      'SHEET_REMARK_UNKNOWN',
      'rows.0.scoreRemarkCode',
      '成绩备注“99”不存在',
    ],
    [
      'a remark that only an application makes',
      [row('S1', {}, { scoreRemarkCode: '01' })],
      'SHEET_REMARK_NOT_ALLOWED',
      'rows.0.scoreRemarkCode',
      '备注“缓考”由申请或考务处理产生，不能直接录入',
    ],
    [
      'an item that the remark closes',
      [row('S1', { qm: '80' }, { scoreRemarkCode: '02' })],
      'SHEET_REMARK_BLOCKS_ITEM',
      'rows.0.items.qm',
      '备注为“缺考”时，不能录入“期末成绩”',
    ],
    [
      'the same cell twice',
      [row('S1', { ps: '80' }), row('S1', { ps: '81' })],
      'INVALID_INPUT',
      'rows.1.items.ps',
      '数据校验未通过，请检查或请刷新后重试',
    ],
  ])('%s', (_title, rows, code, field, message) => {
    expect(setUp(rulesWithClosedItem).when(saveDecider, { rows }, saveFacts()).refused).toMatchObject({
      code,
      fieldErrors: [{ field, message }],
    });
  });

  it('a grade that the system does not have', () => {
    expect(when(setUp(gradeRules), 'teacher1', row('S1', { lw: '90' })).refused).toMatchObject({
      code: 'SHEET_GRADE_UNKNOWN',
      fieldErrors: [{ field: 'rows.0.items.lw', message: '等级“90”不在“五级制”中' }],
    });
  });

  it('and names every wrong cell at once', () => {
    const { refused } = when(setUp(), 'teacher1', row('S1', { ps: '101', qm: 'x' }), row('S2', { ps: '-3' }));
    expect(refused?.fieldErrors?.map(({ field }) => field)).toEqual([
      'rows.0.items.ps',
      'rows.0.items.qm',
      'rows.1.items.ps',
    ]);
  });
});

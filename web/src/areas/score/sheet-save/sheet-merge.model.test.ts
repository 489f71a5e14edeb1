import { describe, expect, test } from 'vitest';
import { cellState, openGrid, REMARK_KEY, shownText, type Grid } from '../sheet-grid/sheet-grid.model.ts';
import { commitTyping, typeCells, typing } from './sheet-edit.model.ts';
import { draftsToKeep, mergeSheet, restoreDrafts } from './sheet-merge.model.ts';
import { replacedCells } from './sheet-replaced.model.ts';
import { acknowledge, dropAttempt, hasUnsaved, markConflicts, markRefused, takeAttempt } from './sheet-save.model.ts';
import { byOther, sampleRow, sampleSheet } from '../sheet-sample.fixture.ts';

const type = (grid: Grid, studentCode: string, dataKey: string, text: string | null) =>
  typeCells(grid, [{ studentCode, dataKey, text }]).grid;
const shown = (grid: Grid, code: string, dataKey: string) =>
  shownText(grid.rows[code] ?? expect.unreachable('no row'), dataKey);
const draft = (grid: Grid, code: string, dataKey: string) => grid.rows[code]?.drafts[dataKey];
const open = () => openGrid(sampleSheet(), 'teacher1');

describe('a newly fetched sheet', () => {
  test('shows other people’s changes and keeps what is typed here', () => {
    const grid = type(open(), 's1', 'ps', '80');
    const next = mergeSheet(
      grid,
      sampleSheet({
        revision: 6,
        rows: [sampleRow(1), sampleRow(2, { ps: '66.0' }, { cellInfo: { ps: byOther(6) } }), sampleRow(3)],
      }),
    );
    expect([shown(next, 's1', 'ps'), shown(next, 's2', 'ps')]).toEqual(['80.0', '66.0']);
    expect(draft(next, 's1', 'ps')).toMatchObject({ baseRevision: 6 });
    expect(next.rows['s3']).toBe(grid.rows['s3']);
  });

  test('remembers which of the values here somebody else replaced, from what was seen first, until it is noted', () => {
    const seen = openGrid(
      sampleSheet({
        rows: [sampleRow(1, { ps: '80.0', qm: null }), sampleRow(2, { ps: '75.0' }, { scoreRemarkCode: '02' })],
      }),
      'teacher1',
    );
    const fetched = (revision: number, ps: string | null, by = byOther(revision)) =>
      sampleSheet({
        revision,
        rows: [
          sampleRow(1, { ps, qm: '60.0' }, { cellInfo: { ps: by, qm: byOther(6) } }),
          sampleRow(2, { ps: '75.0' }, { scoreRemarkCode: '03', cellInfo: { [REMARK_KEY]: byOther(6) } }),
        ],
      });
    const first = mergeSheet(seen, fetched(6, '70.0'));
    const replaced = {
      studentCode: 's1',
      dataKey: 'ps',
      before: '80.0',
      after: '70.0',
      byName: '林佳怡',
      at: '2026-11-20 10:31:52',
    };
    // What was empty is nobody's loss.
    expect(replacedCells(first)).toEqual([
      replaced,
      { ...replaced, studentCode: 's2', dataKey: REMARK_KEY, before: '02', after: '03' },
    ]);
    expect(mergeSheet(first, fetched(6, '70.0')).replaced).toBe(first.replaced);
    expect(replacedCells(mergeSheet(first, fetched(7, null)))).toContainEqual({ ...replaced, after: null });
    const only = (grid: Grid) => replacedCells(grid).filter(({ dataKey }) => dataKey === 'ps');
    expect(only(mergeSheet(first, fetched(7, '80.0')))).toEqual([]);
    expect(only(mergeSheet(first, fetched(7, '66.0', { ...byOther(7), byUserName: 'teacher1' })))).toEqual([]);
    // What is typed over it answers it; what is typed before tells by its conflict.
    expect(only(type(first, 's1', 'ps', '85'))).toEqual([]);
    expect(only(mergeSheet(type(seen, 's1', 'ps', '85'), fetched(6, '70.0')))).toEqual([]);
  });

  test('turns a typed cell that somebody else changed into a conflict that says who and when', () => {
    const next = mergeSheet(
      type(open(), 's1', 'ps', '80'),
      sampleSheet({
        revision: 6,
        rows: [sampleRow(1, { ps: '70.0' }, { cellInfo: { ps: byOther(6) } }), sampleRow(2), sampleRow(3)],
      }),
    );
    expect(draft(next, 's1', 'ps')?.conflict).toEqual({
      original: null,
      theirs: '70.0',
      byName: '林佳怡',
      own: false,
      at: '2026-11-20 10:31:52',
      revision: 6,
    });
  });

  test('does not let a number that was being typed meanwhile write over what somebody else saved', () => {
    const begun = typing(
      typing(open(), { studentCode: 's1', dataKey: 'ps' }, '8'),
      { studentCode: 's1', dataKey: 'ps' },
      '80',
    );
    const changed = sampleSheet({
      revision: 6,
      rows: [sampleRow(1, { ps: '70.0' }, { cellInfo: { ps: byOther(6) } }), sampleRow(2), sampleRow(3)],
    });
    const committed = commitTyping(mergeSheet(begun, changed)).grid;
    expect(draft(committed, 's1', 'ps')).toMatchObject({ text: '80.0', base: null, baseRevision: 5 });
    expect(draft(mergeSheet(committed, changed), 's1', 'ps')?.conflict).toMatchObject({ theirs: '70.0', revision: 6 });
  });

  test('is no conflict when they typed the same; what I changed myself in another window is one', () => {
    const grid = type(open(), 's1', 'ps', '80');
    const same = mergeSheet(
      grid,
      sampleSheet({ revision: 6, rows: [sampleRow(1, { ps: '80.0' }, { cellInfo: { ps: byOther(6) } })] }),
    );
    expect(draft(same, 's1', 'ps')).toBeUndefined();
    const own = mergeSheet(
      grid,
      sampleSheet({
        revision: 6,
        rows: [sampleRow(1, { ps: '70.0' }, { cellInfo: { ps: { ...byOther(6), byUserName: 'teacher1' } } })],
      }),
    );
    expect(draft(own, 's1', 'ps')).toMatchObject({
      text: '80.0',
      baseRevision: 5,
      conflict: { original: null, theirs: '70.0', own: true, revision: 6 },
    });
  });

  test('that is older than what is known here changes nothing', () => {
    const grid = open();
    expect(mergeSheet(grid, sampleSheet({ revision: 4, rows: [sampleRow(1, { ps: '1.0' })] }))).toBe(grid);
  });

  test('does not take back a cell saved after the answer was made', () => {
    const saved = acknowledge(
      takeAttempt(type(open(), 's1', 'ps', '80'), 'c1'),
      { revision: 9, savedAt: '2026-11-20 10:33:00' },
      '周明远',
    );
    const next = mergeSheet(saved, sampleSheet({ revision: 8, rows: [sampleRow(1), sampleRow(2), sampleRow(3)] }));
    expect(shown(next, 's1', 'ps')).toBe('80.0');
  });

  test('judges no cell that is on its way: the answer will', () => {
    const sending = takeAttempt(type(open(), 's1', 'ps', '80'), 'c1');
    const next = mergeSheet(
      sending,
      sampleSheet({ revision: 6, rows: [sampleRow(1, { ps: '70.0' }, { cellInfo: { ps: byOther(6) } })] }),
    );
    expect(draft(next, 's1', 'ps')).toEqual(draft(sending, 's1', 'ps'));
  });

  test('keeps the typed scores of a student who has left the class in sight', () => {
    const next = mergeSheet(
      type(open(), 's1', 'ps', '80'),
      sampleSheet({ revision: 6, rows: [sampleRow(2), sampleRow(3)] }),
    );
    expect(next.order).toEqual(['s2', 's3', 's1']);
    expect(draft(next, 's1', 'ps')).toMatchObject({ text: '80.0', refusal: '学生 学生1 不在该教学班名单中' });
  });
});

describe('a save', () => {
  test('holds only the changed cells, with the revision that was seen', () => {
    const grid = takeAttempt(
      type(type(type(open(), 's1', 'ps', '80'), 's2', REMARK_KEY, '缺考'), 's3', 'qm', 'x'),
      'c1',
    );
    expect(grid.attempt).toEqual({
      commandId: 'c1',
      rows: [
        { studentCode: 's1', items: { ps: '80.0' }, revision: 5 },
        { studentCode: 's2', items: {}, scoreRemarkCode: '02', revision: 5 },
      ],
    });
    expect(cellState(grid.rows['s1'] ?? expect.unreachable(), 'ps')).toBe('saving');
  });

  test('tells the revision of each cell, also when those of one student differ', () => {
    const saved = acknowledge(
      takeAttempt(type(open(), 's1', 'ps', '80'), 'c1'),
      { revision: 9, savedAt: '2026-11-20 10:33:00' },
      '周明远',
    );
    const next = takeAttempt(type(type(saved, 's1', 'ps', '81'), 's1', 'qm', '70'), 'c2');
    expect(next.attempt?.rows).toEqual([
      { studentCode: 's1', items: { ps: '81.0' }, revision: 9 },
      { studentCode: 's1', items: { qm: '70.0' }, revision: 5 },
    ]);
    const done = acknowledge(next, { revision: 10, savedAt: '2026-11-20 10:34:00' }, '周明远');
    expect(hasUnsaved(done)).toBe(false);
    expect([shown(done, 's1', 'ps'), shown(done, 's1', 'qm')]).toEqual(['81.0', '70.0']);
  });

  test('accepted: what is being typed into one of its cells goes on from it', () => {
    const ref = { studentCode: 's1', dataKey: 'ps' };
    const begun = typing(takeAttempt(type(open(), 's1', 'ps', '80'), 'c1'), ref, '81');
    const next = commitTyping(acknowledge(begun, { revision: 6, savedAt: '2026-11-20 10:33:00' }, '周明远')).grid;
    expect(draft(next, 's1', 'ps')).toEqual({ text: '81.0', base: '80.0', baseRevision: 6 });
  });

  test('stays the same until it is answered, whatever is typed meanwhile', () => {
    const grid = takeAttempt(type(open(), 's1', 'ps', '80'), 'c1');
    const more = takeAttempt(type(type(grid, 's1', 'ps', '81'), 's2', 'ps', '70'), 'c2');
    expect(more.attempt).toEqual(grid.attempt);
    expect(cellState(more.rows['s1'] ?? expect.unreachable(), 'ps')).toBe('unsaved');
  });

  test('accepted: what was typed on since stays to be saved, on the new revision', () => {
    const grid = type(takeAttempt(type(type(open(), 's1', 'ps', '80'), 's2', 'ps', '60'), 'c1'), 's1', 'ps', '81');
    const next = acknowledge(grid, { revision: 6, savedAt: '2026-11-20 10:33:00' }, '周明远');
    expect(next.attempt).toBeNull();
    expect(draft(next, 's1', 'ps')).toEqual({ text: '81.0', base: '80.0', baseRevision: 6 });
    expect(draft(next, 's2', 'ps')).toBeUndefined();
    expect(shown(next, 's2', 'ps')).toBe('60.0');
  });

  test('accepted: a cell that was not in it still counts from the sheet that was fetched', () => {
    const next = acknowledge(
      takeAttempt(type(open(), 's1', 'ps', '80'), 'c1'),
      { revision: 9, savedAt: '2026-11-20 10:33:00' },
      '周明远',
    );
    expect(draft(type(next, 's2', 'ps', '70'), 's2', 'ps')?.baseRevision).toBe(5);
    expect(draft(type(next, 's1', 'ps', '70'), 's1', 'ps')?.baseRevision).toBe(9);
  });

  test('in conflict: the named cells wait, the others go again', () => {
    const grid = takeAttempt(type(type(open(), 's1', 'ps', '80'), 's2', 'ps', '60'), 'c1');
    const { grid: next, marked } = markConflicts(grid, [
      {
        studentCode: 's1',
        studentName: '学生1',
        dataKey: 'ps',
        itemName: '平时成绩',
        original: null,
        theirs: '70.0',
        yours: '80.0',
        byUserName: 'teacher2',
        byName: '林佳怡',
        at: '2026-11-20T02:31:52.000Z',
        revision: 7,
      },
    ]);
    expect(marked).toBe(1);
    expect(draft(next, 's1', 'ps')?.conflict).toMatchObject({ byName: '林佳怡', at: '2026-11-20 10:31:52' });
    expect(takeAttempt(next, 'c2').attempt?.rows.map((row) => row.studentCode)).toEqual(['s2']);
  });

  test('refused: each message lands on its cell', () => {
    const grid = takeAttempt(type(type(type(open(), 's1', 'ps', '80'), 's1', 'qm', '70'), 's2', 'ps', '60'), 'c1');
    const { grid: next, marked } = markRefused(grid, [
      { field: 'rows.0.items.qm', message: '成绩分项“期末成绩”不可录入' },
      { field: 'rows.1', message: '学生 学生2 不在该教学班名单中' },
    ]);
    expect(marked).toBe(2);
    expect(draft(next, 's1', 'qm')?.refusal).toBe('成绩分项“期末成绩”不可录入');
    expect(draft(next, 's2', 'ps')?.refusal).toBe('学生 学生2 不在该教学班名单中');
    expect(takeAttempt(next, 'c2').attempt?.rows).toEqual([{ studentCode: 's1', items: { ps: '80.0' }, revision: 5 }]);
  });

  test('refused for what has been corrected meanwhile does not mark the new text', () => {
    const grid = type(takeAttempt(type(open(), 's1', 'ps', '80'), 'c1'), 's1', 'ps', '81');
    expect(
      draft(markRefused(grid, [{ field: 'rows.0.items.ps', message: '不可' }]).grid, 's1', 'ps')?.refusal,
    ).toBeUndefined();
  });

  test('dropped: everything is unsaved again', () => {
    const next = dropAttempt(takeAttempt(type(open(), 's1', 'ps', '80'), 'c1'));
    expect([next.attempt, cellState(next.rows['s1'] ?? expect.unreachable(), 'ps'), hasUnsaved(next)]).toEqual([
      null,
      'unsaved',
      true,
    ]);
  });
});

describe('drafts kept between visits', () => {
  const grid = typing(type(open(), 's1', 'ps', '80'), { studentCode: 's2', dataKey: 'qm' }, '7');

  test('hold what is typed and what is being typed', () => {
    expect(draftsToKeep(grid)).toEqual({
      s1: { ps: { text: '80.0', base: null, baseRevision: 5 } },
      s2: { qm: { text: '7', base: null, baseRevision: 5 } },
    });
    expect(draftsToKeep(open())).toEqual({});
    expect(draftsToKeep(typing(open(), { studentCode: 's1', dataKey: 'ps' }, ''))).toEqual({});
  });

  test('come back, judged against the sheet of today', () => {
    const today = openGrid(
      sampleSheet({
        revision: 8,
        rows: [sampleRow(1, { ps: '70.0' }, { cellInfo: { ps: byOther(8) } }), sampleRow(2), sampleRow(3)],
      }),
      'teacher1',
    );
    const { grid: next, restored } = restoreDrafts(today, draftsToKeep(grid), null);
    expect(restored).toBe(2);
    expect(draft(next, 's1', 'ps')?.conflict?.theirs).toBe('70.0');
    expect(draft(next, 's2', 'qm')).toMatchObject({ text: '7', baseRevision: 8 });
  });

  test('that were saved after all are not restored', () => {
    const today = openGrid(
      sampleSheet({ revision: 8, rows: [sampleRow(1, { ps: '80.0' }), sampleRow(2, { qm: '7' })] }),
      'teacher1',
    );
    expect(restoreDrafts(today, draftsToKeep(grid), null)).toMatchObject({ restored: 0 });
  });

  test('an unanswered save goes again under its own id', () => {
    const sending = takeAttempt(type(open(), 's1', 'ps', '80'), 'c1');
    const { grid: next } = restoreDrafts(open(), draftsToKeep(sending), sending.attempt);
    expect(next.attempt).toEqual(sending.attempt);
    expect(cellState(next.rows['s1'] ?? expect.unreachable(), 'ps')).toBe('saving');
  });

  test('that were typed over a save which did arrive, unheard, are no conflict with it', () => {
    const typedOn = type(takeAttempt(type(open(), 's1', 'ps', '80'), 'c1'), 's1', 'ps', '81');
    const mine = { ...byOther(6), byUserName: 'teacher1' };
    const at = (text: string) =>
      openGrid(
        sampleSheet({
          revision: 6,
          rows: [sampleRow(1, { ps: text }, { cellInfo: { ps: mine } }), sampleRow(2), sampleRow(3)],
        }),
        'teacher1',
      );
    const { grid: next } = restoreDrafts(at('80.0'), draftsToKeep(typedOn), typedOn.attempt);
    expect(draft(next, 's1', 'ps')).toEqual({ text: '81.0', base: '80.0', baseRevision: 6 });
    expect(next.attempt).toEqual(typedOn.attempt);
    // Another window has set something else since: that is told.
    expect(
      draft(restoreDrafts(at('75.0'), draftsToKeep(typedOn), typedOn.attempt).grid, 's1', 'ps')?.conflict,
    ).toMatchObject({ theirs: '75.0', own: true });
  });

  test('of a student who has left the class are named', () => {
    const { orphans } = restoreDrafts(open(), { s9: { ps: { text: '80.0', base: null, baseRevision: 1 } } }, null);
    expect(orphans).toEqual([{ studentCode: 's9', dataKey: 'ps', text: '80.0' }]);
  });
});

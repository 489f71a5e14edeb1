import { describe, expect, test } from 'vitest';
import { ApiError, NETWORK_ERROR } from '../../../lib/api-error.ts';
import { saveFailureOf } from './save-failure.ts';
import { DEBOUNCE_MS, MAX_WAIT_MS, saveQueue, type QueueState } from './save-queue.ts';
import { cellState, openGrid, type PendingSave, type Grid } from '../sheet-grid/sheet-grid.model.ts';
import { resolveConflict, typeCells } from './sheet-edit.model.ts';
import { sampleSheet } from '../sheet-sample.fixture.ts';
import type { SaveAnswer } from './sheet-save.model.ts';

/** A queue on a clock of its own, with a server that answers when the test says so. */
function bench() {
  let grid: Grid = openGrid(sampleSheet(), 'teacher1');
  let time = 0;
  let ids = 0;
  let timers: { at: number; run: () => void }[] = [];
  const sent: { attempt: PendingSave; answer: (answer: SaveAnswer) => void; fail: (error: unknown) => void }[] = [];
  const states: QueueState[] = [];
  let stale = 0;
  const queue = saveQueue({
    read: () => grid,
    change: (next) => {
      grid = next;
    },
    send: (attempt) =>
      new Promise((answer, fail) => {
        sent.push({ attempt, answer, fail });
      }),
    classify: saveFailureOf,
    newId: () => `c${String(++ids)}`,
    now: () => time,
    myName: '周明远',
    later(run, ms) {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    onState: (state) => {
      states.push(state);
    },
    onSaved: () => {},
    onStale: () => {
      stale += 1;
    },
  });
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return {
    queue,
    sent,
    states,
    settle,
    get grid() {
      return grid;
    },
    get stale() {
      return stale;
    },
    get state() {
      return states.at(-1);
    },
    edit(change: (grid: Grid) => Grid) {
      grid = change(grid);
      queue.touched();
    },
    type(studentCode: string, text: string) {
      this.edit((now) => typeCells(now, [{ studentCode, dataKey: 'ps', text }]).grid);
    },
    async advance(ms: number) {
      time += ms;
      for (;;) {
        const due = timers.filter((timer) => timer.at <= time).toSorted((one, other) => one.at - other.at)[0];
        if (!due) break;
        timers = timers.filter((each) => each !== due);
        due.run();
        await settle();
      }
      await settle();
    },
    async answer(revision = 6) {
      sent.at(-1)?.answer({ revision, savedAt: '2026-11-20 10:33:00' });
      await settle();
    },
    async fail(error: unknown) {
      sent.at(-1)?.fail(error);
      await settle();
    },
    ids: () => sent.map(({ attempt }) => attempt.commandId),
    rows: () => sent.at(-1)?.attempt.rows.map((row) => [row.studentCode, row.items['ps']]),
    cell: (code: string) => cellState(grid.rows[code] ?? expect.unreachable('no row'), 'ps'),
  };
}

const down = () => new ApiError(NETWORK_ERROR, '网络连接失败');
const conflictOn = (studentCode: string) =>
  new ApiError('SHEET_CELL_CONFLICT', '有 1 处成绩已被他人修改', {
    status: 409,
    data: {
      conflicts: [
        {
          studentCode,
          studentName: '',
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
      ],
    },
  });

describe('autosave', () => {
  test('waits for a pause and sends what changed since as one save', async () => {
    const it = bench();
    it.type('s1', '80');
    await it.advance(DEBOUNCE_MS - 1);
    it.type('s2', '70');
    await it.advance(DEBOUNCE_MS - 1);
    expect(it.sent).toHaveLength(0);
    await it.advance(1);
    expect(it.rows()).toEqual([
      ['s1', '80.0'],
      ['s2', '70.0'],
    ]);
    expect(it.cell('s1')).toBe('saving');
    await it.answer();
    expect([it.cell('s1'), it.state?.kind]).toEqual(['saved', 'idle']);
    await it.advance(60_000);
    expect(it.sent).toHaveLength(1);
  });

  test('saves in between when somebody types on without a pause', async () => {
    const it = bench();
    for (let typed = 0; typed < MAX_WAIT_MS / 500; typed += 1) {
      it.type('s1', String(60 + typed));
      await it.advance(500);
    }
    expect(it.rows()).toEqual([['s1', '67.0']]);
    await it.answer();
    expect([it.cell('s1'), it.state?.kind]).toEqual(['saved', 'idle']);
  });

  test('has one save on its way; what is typed meanwhile goes after it under a new id', async () => {
    const it = bench();
    it.type('s1', '80');
    await it.advance(DEBOUNCE_MS);
    it.type('s1', '81');
    it.type('s2', '70');
    await it.advance(60_000);
    expect(it.sent).toHaveLength(1);
    await it.answer();
    await it.advance(0);
    expect(it.rows()).toEqual([
      ['s1', '81.0'],
      ['s2', '70.0'],
    ]);
    expect(it.ids()).toEqual(['c1', 'c2']);
  });

  test('an unanswered save is sent again under the same id with the same rows, waiting longer each time', async () => {
    const it = bench();
    it.type('s1', '80');
    await it.advance(DEBOUNCE_MS);
    await it.fail(down());
    expect(it.state).toMatchObject({ kind: 'retrying', attempt: 1 });
    it.type('s1', '81');
    await it.advance(1000);
    await it.fail(new ApiError('SERVICE_UNAVAILABLE', '服务正在恢复', { status: 503, traceId: 't1' }));
    expect(it.state).toMatchObject({ kind: 'retrying', attempt: 2, traceId: 't1' });
    await it.advance(1999);
    expect(it.sent).toHaveLength(2);
    await it.advance(1);
    expect(it.ids()).toEqual(['c1', 'c1', 'c1']);
    expect(it.rows()).toEqual([['s1', '80.0']]);
    await it.answer();
    await it.advance(0);
    expect(it.ids().at(-1)).toBe('c2');
    expect(it.rows()).toEqual([['s1', '81.0']]);
  });

  test('goes at once when the line is back', async () => {
    const it = bench();
    it.type('s1', '80');
    await it.advance(DEBOUNCE_MS);
    await it.fail(down());
    it.queue.flush();
    await it.advance(0);
    expect(it.sent).toHaveLength(2);
  });

  test('stops when the session is over and goes on, same id, after signing in again', async () => {
    const it = bench();
    it.type('s1', '80');
    await it.advance(DEBOUNCE_MS);
    await it.fail(new ApiError('53000010', '会话已过期！', { status: 401 }));
    expect(it.state).toEqual({ kind: 'signedOut' });
    it.type('s2', '70');
    await it.advance(60_000);
    expect(it.sent).toHaveLength(1);
    it.queue.signedIn();
    await it.advance(0);
    expect(it.ids()).toEqual(['c1', 'c1']);
    await it.answer();
    await it.advance(0);
    expect(it.rows()).toEqual([['s2', '70.0']]);
  });

  test('a conflict marks its cell, the others go again under a new id, and mine goes when it is chosen', async () => {
    const it = bench();
    it.type('s1', '80');
    it.type('s2', '60');
    await it.advance(DEBOUNCE_MS);
    await it.fail(conflictOn('s1'));
    expect([it.cell('s1'), it.stale]).toEqual(['conflict', 1]);
    await it.advance(0);
    expect([it.ids(), it.rows()]).toEqual([['c1', 'c2'], [['s2', '60.0']]]);
    await it.answer(8);
    await it.advance(60_000);
    expect(it.sent).toHaveLength(2);
    it.edit((grid) => resolveConflict(grid, { studentCode: 's1', dataKey: 'ps' }, 'mine'));
    await it.advance(DEBOUNCE_MS);
    expect(it.sent.at(-1)?.attempt).toEqual({
      commandId: 'c3',
      rows: [{ studentCode: 's1', items: { ps: '80.0' }, revision: 7 }],
    });
  });

  test('a conflict about cells it does not know is not asked for again without end', async () => {
    const it = bench();
    it.type('s1', '80');
    await it.advance(DEBOUNCE_MS);
    await it.fail(conflictOn('s9'));
    expect(it.state?.kind).toBe('retrying');
    expect(it.sent).toHaveLength(1);
  });

  test('a refused cell is marked with its message, and the rest is saved without it', async () => {
    const it = bench();
    it.type('s1', '80');
    it.type('s2', '60');
    await it.advance(DEBOUNCE_MS);
    await it.fail(
      new ApiError('SHEET_ITEM_DISABLED', '不可录入', {
        status: 400,
        fieldErrors: [{ field: 'rows.0.items.ps', message: '成绩分项“平时成绩”不可录入' }],
      }),
    );
    expect(it.grid.rows['s1']?.drafts['ps']?.refusal).toBe('成绩分项“平时成绩”不可录入');
    await it.advance(0);
    expect(it.rows()).toEqual([['s2', '60.0']]);
  });

  test('a save refused as a whole keeps everything typed, says why, and is not repeated by itself', async () => {
    const it = bench();
    it.type('s1', '80');
    await it.advance(DEBOUNCE_MS);
    await it.fail(
      new ApiError('SHEET_WINDOW_CLOSED', '录入已于 2026-11-29 22:00:00 截止', { status: 409, traceId: 't2' }),
    );
    expect(it.state).toEqual({
      kind: 'refused',
      code: 'SHEET_WINDOW_CLOSED',
      message: '录入已于 2026-11-29 22:00:00 截止',
      traceId: 't2',
    });
    expect([it.cell('s1'), it.stale]).toEqual(['unsaved', 1]);
    await it.advance(60_000);
    expect(it.sent).toHaveLength(1);
    it.queue.flush();
    await it.advance(0);
    expect(it.ids()).toEqual(['c1', 'c2']);
  });

  test('an id that is taken is replaced', async () => {
    const it = bench();
    it.type('s1', '80');
    await it.advance(DEBOUNCE_MS);
    await it.fail(new ApiError('COMMAND_REUSED', '该操作编号已用于另一项操作', { status: 409 }));
    await it.advance(0);
    expect(it.ids()).toEqual(['c1', 'c2']);
  });

  test('tells when everything is sent, or that it cannot be', async () => {
    const it = bench();
    expect(await it.queue.drained()).toBe(true);
    it.type('s1', '80');
    const drained = it.queue.drained();
    await it.advance(0);
    it.type('s2', '70');
    await it.answer();
    await it.advance(0);
    await it.answer(7);
    expect(await drained).toBe(true);
    it.type('s3', '60');
    const stuck = it.queue.drained();
    await it.advance(0);
    await it.fail(down());
    expect(await stuck).toBe(false);
  });
});

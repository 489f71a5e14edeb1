import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { teachingClassStudent } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import { queryChanges, type Change } from '@jwxt/contracts/change-feed/change-feed.operations.ts';
import { changeKindNames, changeKinds } from '@jwxt/contracts/change-feed/change-feed.vocabulary.ts';
import { scoreRollback } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { API_ROOT, type OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { applyScoreChangeOperation } from '@jwxt/contracts/score/score-change.operations.ts';
import { createApiToken, queryApiTokens } from '@jwxt/contracts/session/api-token.operations.ts';
import { readModelRebuild } from '@jwxt/contracts/system/system.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';
import { decide, submitSheet } from '../testing/score-steps.ts';

let school: School;
let office: Browser;
/** The token of a program that may see the whole school, and of one for unit 101. */
let everywhere: string;
let ofUnit: string;
const lists: string[] = Object.values(changeKinds).map(({ permission }) => permission);

beforeAll(async () => {
  school = await startSchool({ services: true });
  office = await school.browser('office1');
  [everywhere, ofUnit] = [await tokenFor(), await tokenFor({ units: ['101'] })];
});
afterAll(() => school.stop());

const id = (): string => crypto.randomUUID();
async function tokenFor({ permissions = lists, units = [] as string[] } = {}): Promise<string> {
  const wanted = {
    name: '一卡通',
    owner: 'office1',
    addresses: [],
    expiresOn: `${new Date().getFullYear() + 1}-01-01`,
  };
  const granted = { permissions: ['changeFeed:query', ...permissions], units };
  return (await office.get(createApiToken, { commandId: id(), ...wanted, ...granted })).token;
}
/** Asks as a program does. */
async function ask(token: string, input: Record<string, string | number> = {}) {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const answer = await school.app.inject({
    url: `${API_ROOT}${queryChanges.path}?${query.toString()}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.json<{
    code: string;
    message: string;
    data: OutputOf<typeof queryChanges>;
    fieldErrors?: { field: string; message: string }[];
  }>();
}
const now = async (token: string): Promise<string> => (await ask(token)).data.cursor;
/** Everything after a cursor, page by page. */
async function follow(token: string, input: Record<string, string | number>) {
  const changes: Change[] = [];
  for (let next = input; ;) {
    const { data } = await ask(token, next);
    changes.push(...data.changes);
    if (!data.hasMore) return { changes, cursor: data.cursor };
    const { from: _from, ...more } = input;
    next = { ...more, cursor: data.cursor };
  }
}
const told = ({ kind, operation, facts }: Change): string =>
  [kind, operation, ...Object.values(facts).filter((value) => /^(S2026|TC|T0)/.test(String(value)))].join(' ');
const state = (studentCode: string, dqztm: string): [string, string[]] => [
  'update base.student set dqztm = $2 where student_code = $1',
  [studentCode, dqztm],
];

describe('a program that begins', () => {
  it('is told first what is there, then what changed meanwhile', async () => {
    const first = await ask(everywhere, { from: 'beginning', limit: 2 });
    expect(first.data).toMatchObject({ hasMore: true, changes: [{ kind: 'student', operation: 'existing' }, {}] });
    expect(first.data.changes[0]).toMatchObject({
      changeId: 'student:S2026001',
      facts: { studentNumber: '2026001', studentName: '张三', bjdm: 'B101', departmentId: '101', studentStatus: '01' },
    });
    // One that has been told, and one that is still to come.
    await school.pool.query(...state('S2026001', '02'));
    await school.pool.query(...state('S2026003', '02'));
    const { changes, cursor } = await follow(everywhere, { cursor: first.data.cursor, limit: 2 });
    const existing = changes.filter(({ operation }) => operation === 'existing');
    for (const [kind, table] of [
      ['student', 'student'],
      ['classTeacher', 'teaching_class_teacher'],
      ['roster', 'teaching_class_student'],
    ] as const) {
      const { rowCount } = await school.pool.query(`select from base.${table}`);
      expect([...first.data.changes, ...existing].filter((one) => one.kind === kind)).toHaveLength(rowCount!);
    }
    expect(changes.slice(existing.length).map(told)).toEqual(['student changed S2026001', 'student changed S2026003']);
    expect(changes.at(-2)).toMatchObject({ facts: { studentStatus: '02' } });
    expect(await follow(everywhere, { cursor })).toEqual({ changes: [], cursor });
  });

  it('is shown with how far it has read, to who looks after the tokens', async () => {
    const read = async () => (await office.get(queryApiTokens, { name: '一卡通', pageSize: 1 })).list[0]?.changes;
    const token = await tokenFor();
    expect(await read()).toBeNull();
    const { data } = await ask(token, { from: 'beginning' });
    expect(await read()).toMatchObject({ copying: true });
    const { cursor } = await follow(token, { cursor: data.cursor });
    expect(await read()).toMatchObject({ copying: false, behindSince: null });
    await school.pool.query(...state('S2026003', '01'));
    expect((await read())?.behindSince).not.toBeNull();
    const { data: after } = await ask(token, { cursor });
    await ask(token, { cursor: after.cursor });
    expect(await read()).toMatchObject({ behindSince: null });
  });

  it('now, is told of nothing before; the same cursor again tells the same under the same ids', async () => {
    const cursor = await now(everywhere);
    await school.pool.query(...state('S2026001', '01'));
    await school.pool.query(...state('S2026001', '01'));
    await school.pool.query(`update base.student set mobile = '13800000000' where student_code = 'S2026001'`);
    const once = await ask(everywhere, { cursor });
    expect(once.data.changes.map(told)).toEqual(['student changed S2026001']);
    expect(JSON.stringify(once.data)).not.toContain('13800000000');
    expect(await ask(everywhere, { cursor })).toEqual(once);
  });
});

describe('changes of rosters and teachers', () => {
  it('are told as students and teachers come and go, also when a merge gives a row another student', async () => {
    const cursor = await now(everywhere);
    const row = { teachingClassId: 'TC3', studentCode: 'S2026002', listSource: '手工' };
    const { key } = await office.get(teachingClassStudent.operations.create, { commandId: id(), values: row });
    await school.pool.query(
      `update base.teaching_class_student set student_code = 'S2026003' where roster_id = 'TC3/S2026002'`,
    );
    await school.pool.query(`delete from base.teaching_class_student where roster_id = 'TC3/S2026003'`);
    await school.pool.query(`insert into base.teaching_class_teacher (teaching_class_id, gh) values ('TC3', 'T03')`);
    await school.pool.query(`update base.teaching_class_teacher set sort_num = 2 where teacher_plan_id = 'TC3/T03'`);
    expect(key).toBe('TC3/S2026002');
    const { data } = await ask(everywhere, { cursor });
    expect(data.changes.map((change) => `${change.kind} ${change.operation}`)).toEqual([
      'roster added',
      'roster removed',
      'roster added',
      'roster removed',
      'classTeacher added',
      'classTeacher changed',
    ]);
    expect(data.changes[1]).toMatchObject({ facts: { teachingClassId: 'TC3', studentCode: 'S2026002' } });
    expect(data.changes.at(-1)).toMatchObject({ facts: { teacherNumber: 'T03', sortNum: 2 } });
    expect((await ask(everywhere, { cursor, kinds: 'classTeacher,score' })).data.changes).toHaveLength(2);
  });
});

describe('published scores', () => {
  it('are told published, changed and withdrawn, once each, whatever is rebuilt in between', async () => {
    const [teacher, dean, registrar] = await Promise.all(
      ['teacher1', 'dean1', 'registrar1'].map((name) => school.browser(name)),
    );
    const cursor = await now(everywhere);
    const values = { S2026001: { ps: '80', qm: '80' }, S2026002: { ps: '60', qm: '61' } };
    await decide(dean!, await submitSheet(teacher!, 'TC1', values), '0');
    const published = await ask(everywhere, { cursor });
    expect(published.data.changes.map(told).toSorted()).toEqual([
      'score added TC1.1.S2026001 S2026001 TC1',
      'score added TC1.1.S2026002 S2026002 TC1',
    ]);
    expect(published.data.changes[0]).toMatchObject({ facts: { courseNum: 'COMP1001', scoreType: '1', passed: true } });

    const admin = await school.browser('admin');
    const generation = async () =>
      (
        await school.pool.query(`select generation from projection.read_model
        where name = 'attempt' and status = 'serving'`)
      ).rows[0] as { generation: number };
    const { generation: before } = await generation();
    await admin.get(readModelRebuild, { names: 'attempt', commandId: id() });
    const { applyId } = await teacher!.get(applyScoreChangeOperation, {
      teachingClassId: 'TC1',
      scoreType: '1',
      reason: '加分有误',
      commandId: id(),
      rows: [{ studentCode: 'S2026001', items: { qm: { before: '80.0', after: '85' } } }],
    });
    await decide(dean!, applyId, '0');
    await decide(registrar!, applyId, '0');
    await expect.poll(async () => (await generation()).generation).toBeGreaterThan(before);
    const changed = await ask(everywhere, { cursor: published.data.cursor });
    expect(changed.data.changes).toMatchObject([
      { operation: 'changed', facts: { attemptId: 'TC1.1.S2026001', finalName: '83.00', courseNum: 'COMP1001' } },
    ]);

    // Whoever begins is told of the scores as they are now, from the rebuilt lists.
    const begun = await follow(everywhere, { from: 'beginning', kinds: 'score' });
    expect(begun.changes).toMatchObject([
      { operation: 'existing', facts: { attemptId: 'TC1.1.S2026001', finalName: '83.00', passed: true } },
      { operation: 'existing', facts: { attemptId: 'TC1.1.S2026002' } },
    ]);
    await office.get(scoreRollback, {
      status: '1',
      semesterId: SEMESTER,
      scoreType: '1',
      teachingClassId: 'TC1',
      commandId: id(),
      reason: '重评',
    });
    const all = await ask(everywhere, { cursor, kinds: 'score' });
    expect(all.data.changes.slice(0, 3)).toEqual([...published.data.changes, ...changed.data.changes]);
    expect(all.data.changes.slice(3).map(({ operation }) => operation)).toEqual(['removed', 'removed']);
    expect((await ask(everywhere, { cursor: begun.cursor })).data.changes).toEqual(all.data.changes.slice(3));
    // TC1 is of unit 101.
    expect((await ask(ofUnit, { cursor })).data.changes).toEqual(all.data.changes);
    const other = await tokenFor({ units: ['102'] });
    expect((await ask(other, { cursor })).data.changes).toEqual([]);
    expect((await follow(other, { from: 'beginning', kinds: 'score' })).changes).toEqual([]);
  });
});

describe('a cursor', () => {
  it('has nothing behind it that comes to be seen later: a transaction that began before and ends after', async () => {
    const [slow, quick] = [await school.pool.connect(), await school.pool.connect()];
    try {
      const cursor = await now(everywhere);
      await slow.query('begin');
      await slow.query(...state('S2026001', '03'));
      await quick.query('begin');
      await quick.query(...state('S2026002', '03'));
      await quick.query('commit');
      const first = await ask(everywhere, { cursor });
      expect(first.data.changes.map(told)).toEqual(['student changed S2026002']);
      await slow.query('commit');
      const rest = await ask(everywhere, { cursor: first.data.cursor });
      expect(rest.data.changes.map(told)).toEqual(['student changed S2026001']);
    } finally {
      slow.release();
      quick.release();
    }
  });

  it('is taken out of order by no writer: who numbers a change is alone until it can be read', async () => {
    const [first, second] = [await school.pool.connect(), await school.pool.connect()];
    try {
      const cursor = await now(everywhere);
      await first.query('begin');
      await first.query(...state('S2026001', '04'));
      // Its change is numbered, and cannot be read yet.
      await first.query('set constraints all immediate');
      await second.query('begin');
      await second.query(...state('S2026002', '04'));
      const later = second.query('commit');
      await expect
        .poll(
          async () =>
            (
              await school.pool.query(`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`)
            ).rowCount,
        )
        .toBe(1);
      expect((await ask(everywhere, { cursor })).data.changes).toEqual([]);
      await first.query('commit');
      await later;
      const { data } = await ask(everywhere, { cursor });
      expect(data.changes.map(told)).toEqual(['student changed S2026001', 'student changed S2026002']);
    } finally {
      first.release();
      second.release();
    }
  });

  it('that is none, of another log, or too old is refused at its field, with what to do', async () => {
    const cursor = await now(everywhere);
    const forged = Buffer.from(JSON.stringify(['1', id()])).toString('base64url');
    for (const wrong of ['abc', cursor.slice(1), forged])
      expect(await ask(everywhere, { cursor: wrong })).toMatchObject({
        code: 'CHANGE_CURSOR_UNREADABLE',
        fieldErrors: [{ field: 'cursor', message: '游标无法识别，请核对；如系统已从备份恢复，请从头重新同步' }],
      });
    await school.pool.query(...state('S2026001', '05'));
    await school.pool.query(`delete from base.change where change_no < (select max(change_no) from base.change)`);
    expect(await ask(everywhere, { cursor })).toMatchObject({
      code: 'CHANGE_CURSOR_EXPIRED',
      message: '游标之后的变更已超过保留期限，请从头重新同步',
      fieldErrors: [{ field: 'cursor' }],
    });
  });

  it('can be waited with: the answer comes with the first change, or empty when the time is over', async () => {
    const cursor = await now(everywhere);
    const waiting = ask(everywhere, { cursor, waitSeconds: 25 });
    await school.pool.query(...state('S2026002', '06'));
    expect((await waiting).data.changes.map(told)).toEqual(['student changed S2026002']);
    expect((await ask(everywhere, { cursor: await now(everywhere), waitSeconds: 1 })).data.changes).toEqual([]);
  });
});

describe('a program learns', () => {
  it('of its unit alone; that a student has gone elsewhere, and not where to', async () => {
    const [cursor, other] = [await now(ofUnit), await tokenFor({ units: ['102'] })];
    await school.pool.query(
      `update base.student set bjdm = 'B102', njzydm = 'M102', dwh = '102', zydm = 'Z102'
        where student_code = 'S2026002'`,
    );
    await school.pool.query(...state('S2026003', '07'));
    const [moved] = (await ask(ofUnit, { cursor })).data.changes;
    expect(moved).toMatchObject({ kind: 'student', operation: 'moved' });
    expect(moved?.facts).toEqual({ studentCode: 'S2026002', studentNumber: '2026002' });
    expect((await ask(ofUnit, { cursor })).data.changes).toHaveLength(1);
    expect((await ask(other, { cursor })).data.changes).toMatchObject([
      { operation: 'changed', facts: { studentCode: 'S2026002', departmentId: '102' } },
      { operation: 'changed', facts: { studentCode: 'S2026003' } },
    ]);
    const begun = (await follow(ofUnit, { from: 'beginning', kinds: 'student' })).changes;
    expect(begun.map(told)).toEqual(['student existing S2026001']);
    await school.pool.query(
      `update base.student set bjdm = 'B101', njzydm = 'M101', dwh = '101', zydm = 'Z101'
        where student_code = 'S2026002'`,
    );
  });

  it('what its token lists: without the right to a list its kind is left out, asked for it is refused', async () => {
    const students = await tokenFor({ permissions: ['studentInfo:query'] });
    const { changes } = await follow(students, { from: 'beginning' });
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['student']));
    expect(await ask(students, { kinds: 'student,score' })).toMatchObject({
      code: 'CHANGE_KIND_RIGHTS',
      message: '没有“已发布成绩”的查询权限（publishedScore:query），不能订阅其变更',
      fieldErrors: [{ field: 'kinds' }],
    });
    expect((await ask(await tokenFor({ permissions: ['campus:query'] }))).code).toBe('CHANGE_KIND_RIGHTS');
    expect(await ask(students, { kinds: 'students' })).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'kinds.0', message: `应为以逗号分隔的 ${changeKindNames.join('、')}` }],
    });
    expect((await (await school.browser('admin')).call(queryChanges, {})).code).toBe('FORBIDDEN');
  });
});

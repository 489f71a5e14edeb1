import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  compareBackupDay,
  exportStatusMovement,
  exportStatusPersons,
  exportStatusReturn,
  exportStatusStatistics,
  queryStatusMovement,
  queryStatusReturn,
  queryStatusStatistics,
  runBackupDay,
  statusMovementPersons,
  statusStatisticsPersons,
  takenBackupDays,
} from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import { inKindList, outKindList } from '@jwxt/contracts/student-status/term/status-movement.rules.ts';
import { backupDay } from '@jwxt/contracts/student-status/term/term.resource.ts';
import { longJobDetail } from '@jwxt/contracts/system/long-job.operations.ts';
import type { Browser } from '../../testing/browser.ts';
import { startSchool, type School } from '../../testing/school.ts';

const id = (): string => crypto.randomUUID();
let school: School;
let office: Browser;
let clerk: Browser;
let teacher: Browser;

beforeAll(async () => {
  school = await startSchool({ services: true });
  [office, clerk, teacher] = await Promise.all([
    school.browser('office1'),
    school.browser('clerk1'),
    school.browser('teacher1'),
  ]);
  await school.pool.query(
    `update base.student set xbm = '2', birth_date = '2008-03-01', source_place = '410102000000', nation_code = '01'
      where student_code = 'S2026002'`,
  );
});
afterAll(() => school.stop());

let facts = 0;
/** A change of a student's state, as the change of status writes it. */
async function fact(
  studentCode: string,
  day: string,
  changeType: string | null,
  status: string | null,
  unit: '101' | '102' | null = null,
): Promise<void> {
  await school.pool.query(
    `insert into base.student_status_fact (fact_key, student_code, effective_date, change_type, source, status,
        in_school, bjdm, njzydm, njdm, dwh, zydm, xqdm, effected_at)
      values ($1, $2, $3, $4, 'change', $5::text, case when $5::text is not null then $5 in ('01', '05') end,
        'B' || $6, 'M' || $6, case when $6::text is not null then '2026' end, $6::text, 'Z' || $6,
        case when $6::text is not null then '1' end, now())`,
    [`test:${String((facts += 1))}`, studentCode, day, changeType, status, unit],
  );
}

const count = async (browser: Browser, input: object) =>
  (await browser.get(queryStatusStatistics, { rows: ['department'], ...input })).total;

it('STUDENT-STATUS-17: counts by what one likes, on any day, and each figure leads to its persons', async () => {
  const table = await office.get(queryStatusStatistics, { rows: ['department', 'sex'], column: 'status' });
  expect(table.rows.map(({ names, cells, total, ratio }) => [...names, ...cells, total, ratio])).toEqual([
    ['计算机学院', '男性', 1, 1, 333],
    ['计算机学院', '女性', 1, 1, 333],
    ['数学学院', '男性', 1, 1, 333],
  ]);
  expect(table).toMatchObject({ total: 3, femaleNum: 1, columns: [{ name: '在读', total: 3 }] });
  expect(await count(office, { day: '2026-08-31' })).toBe(0);
  await fact('S2026003', '2026-10-10', '11', '02');
  expect(await count(office, { day: '2026-10-09' })).toBe(3);
  expect(await count(office, { day: '2026-10-10' })).toBe(2);
  expect(await count(office, { day: '2026-10-10', range: 'onBooks' })).toBe(3);
  for (const { codes, total } of table.rows) {
    const at = codes.map((code, index) => ({ dimension: table.rowDimensions[index]!, code }));
    const persons = await office.get(statusStatisticsPersons, { at, range: 'all', day: '2026-10-09' });
    expect([persons.total, persons.rows.length]).toEqual([total, total]);
  }
});

it('STUDENT-STATUS-17: a unit counts and sees its own; others see no persons', async () => {
  expect(await clerk.get(queryStatusStatistics, { rows: ['major'], day: '2026-10-01' })).toMatchObject({ total: 2 });
  const at = [{ dimension: 'department' as const, code: '102' }];
  expect(await clerk.get(statusStatisticsPersons, { at, day: '2026-10-01' })).toMatchObject({ total: 0, rows: [] });
  expect(await office.get(statusStatisticsPersons, { at, day: '2026-10-01' })).toMatchObject({
    total: 1,
    rows: [{ studentName: '王五', statusName: '在读', administrativeClassName: expect.any(String) as string }],
  });
  expect(await teacher.call(queryStatusStatistics, { rows: ['major'] })).toMatchObject({ code: 'FORBIDDEN' });
  expect((await clerk.call(exportStatusStatistics, { rows: ['major'] })).status).toBe(200);
  expect((await clerk.call(exportStatusPersons, { at })).status).toBe(200);
  expect(await office.call(queryStatusStatistics, { rows: [] })).toMatchObject({ fieldErrors: [{ field: 'rows' }] });
});

it('STUDENT-STATUS-17: tables of the year by major, age and origin', async () => {
  const day = '2026-10-01';
  const rows = async (table: 'major' | 'age' | 'origin') =>
    (await office.get(queryStatusReturn, { table, day })).rows.map(({ names, total }) => [...names, total]);
  expect(await rows('age')).toEqual([
    ['18岁', 1],
    ['未填', 2],
  ]);
  expect(await rows('origin')).toEqual([
    [expect.stringMatching(/^河南|^41$/), 1],
    ['未填', 2],
  ]);
  expect((await rows('major')).map((row) => row.at(-1))).toEqual([2, 1]);
  expect((await office.call(exportStatusReturn, { table: 'age', day })).status).toBe(200);
});

it('STUDENT-STATUS-17: changes of a year add up for every group, whatever happened, and lead to persons', async () => {
  await fact('S2026003', '2026-11-02', '12', '05');
  await fact('S2026001', '2026-10-05', '23', null, '102');
  await fact('S2026001', '2026-10-20', '31', '03');
  await fact('S2026002', '2026-11-05', '29', null, '101');
  const asked = { from: '2026-08-31', to: '2026-11-20', groupBy: 'department' as const };
  const { groups } = await office.get(queryStatusMovement, asked);
  expect(
    groups.map(({ name, opening, inTotal, outTotal, closing, balanced }) => [
      name,
      opening,
      inTotal,
      outTotal,
      closing,
      balanced,
    ]),
  ).toEqual([
    ['计算机学院', 0, 2, 1, 1, true],
    ['数学学院', 0, 3, 2, 1, true],
  ]);
  for (const { code, ...figures } of groups)
    for (const [direction, kinds] of [
      ['in', inKindList],
      ['out', outKindList],
    ] as const)
      for (const [index, kind] of kinds.entries()) {
        const persons = await office.get(statusMovementPersons, { ...asked, group: code, direction, kind });
        expect([code, kind, persons.total]).toEqual([code, kind, figures[direction][index]]);
      }
  expect(await office.get(statusMovementPersons, { ...asked, direction: 'out', kind: 'withdrawn' })).toMatchObject({
    rows: [
      {
        studentName: '张三',
        day: '2026-10-20',
        kindName: '退学',
        afterText: expect.stringContaining('退学') as string,
      },
    ],
  });
  // Of his own unit a clerk sees somebody leave, and not where he went or what became of him there.
  const own = await clerk.get(queryStatusMovement, asked);
  expect(own.groups).toMatchObject([{ name: '计算机学院', inTotal: 2, outTotal: 1, closing: 1, balanced: true }]);
  expect(await clerk.get(statusMovementPersons, { ...asked, direction: 'out' })).toMatchObject({ total: 1 });
  expect((await office.call(exportStatusMovement, asked)).status).toBe(200);
  expect(await office.call(queryStatusMovement, { ...asked, to: asked.from })).toMatchObject({
    fieldErrors: [{ field: 'to' }],
  });
});

it('STUDENT-STATUS-17: for any changes on any days the changes of any period add up', async () => {
  let seed = 3;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const day = () => `2026-${String(9 + random(2)).padStart(2, '0')}-${String(1 + random(28)).padStart(2, '0')}`;
  for (let n = 0; n < 40; n += 1) {
    const [status, unit] = [['01', '02', '03', '05', null][random(5)]!, (['101', '102', null] as const)[random(3)]!];
    if (status !== null || unit !== null)
      await fact(`S202600${String(1 + random(3))}`, day(), ['11', '12', '23', '31'][random(4)]!, status, unit);
  }
  for (let n = 0; n < 15; n += 1) {
    const [from, to] = [day(), day()].sort();
    if (from === to) continue;
    for (const groupBy of ['department', 'studentType'] as const)
      for (const browser of [office, clerk]) {
        const { groups } = await browser.get(queryStatusMovement, { from: from!, to: to!, groupBy });
        expect(groups.filter(({ balanced }) => !balanced)).toEqual([]);
      }
  }
});

it('STUDENT-STATUS-24: a backup day stays what it was, and tells what was changed afterwards with an earlier date', async () => {
  const { key } = await office.get(backupDay.operations.create, {
    commandId: id(),
    values: { backupName: '高基报表 10月8日', backupDate: '2026-10-08', reportType: '1' },
  });
  const before = await count(office, { day: '2026-10-08', range: 'all' });
  const inSchool = await count(office, { day: '2026-10-08' });
  expect(await clerk.call(runBackupDay, { commandId: id(), key })).toMatchObject({ code: 'FORBIDDEN' });
  expect(await office.call(queryStatusStatistics, { rows: ['major'], backupDayId: key })).toMatchObject({
    code: 'BACKUP_NOT_TAKEN',
  });
  const { jobId } = await office.get(runBackupDay, { commandId: id(), key });
  await expect.poll(async () => (await office.get(longJobDetail, { jobId })).status, { interval: 50 }).toBe('2');
  expect(await office.get(takenBackupDays, {})).toMatchObject({
    list: [{ backupDayId: key, backupDate: '2026-10-08' }],
  });
  expect(await office.call(runBackupDay, { commandId: id(), key })).toMatchObject({ code: 'BACKUP_TAKEN' });
  expect(await office.get(compareBackupDay, { key })).toMatchObject({
    backupNum: inSchool,
    nowNum: inSchool,
    total: 0,
  });
  const { rows } = await office.get(backupDay.operations.query, {});
  expect(rows).toMatchObject([{ backupStatus: '2', studentNum: inSchool }]);
  expect(await office.call(backupDay.operations.delete, { commandId: id(), key })).toMatchObject({
    message: expect.stringContaining('已经备份') as string,
  });

  // The last word about that day, said today.
  await fact('S2026001', '2026-10-08', '51', '11');
  await fact('S2026002', '2026-10-08', '51', '11');
  await fact('S2026003', '2026-10-08', '51', '11');
  expect(await count(office, { day: '2026-10-08' })).toBe(0);
  expect(await count(office, { backupDayId: key, range: 'all' })).toBe(before);
  expect(await count(office, { backupDayId: key })).toBe(inSchool);
  const compared = await office.get(compareBackupDay, { key });
  expect(compared).toMatchObject({ backupNum: inSchool, nowNum: 0, total: 3 });
  expect(compared.rows[0]).toMatchObject({ nowText: expect.stringContaining('死亡') as string });
  await expect(school.pool.query('delete from base.backup_student')).rejects.toThrow('never changed');
});

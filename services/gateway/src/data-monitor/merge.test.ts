import { afterAll, beforeAll, expect, test } from 'vitest';
import { longJobDetail } from '@jwxt/contracts/system/long-job.operations.ts';
import { mergeOperations, queryMerges } from '@jwxt/contracts/data-monitor/merge.operations.ts';
import { mergeHandlerNames } from '@jwxt/contracts/data-monitor/merge.vocabulary.ts';
import { queryMonitorResults, recheck } from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { studentApplicationModel } from '@jwxt/contracts/student-application/student-application.read-model.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';

/*
 * 数据合并 as people meet it: found, looked at, carried out, on record, taken back.
 */

let school: School;
let office: Browser;
let clerk: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  await school.pool.query(`insert into base.teacher (gh, ywbm, xm, xbm, dwh, dqztm, sfrk, sfzjh)
    values ('T1x', 'T1x', '王老师', '1', '101', '11', '1', '11010519491231002X')`);
  await school.pool.query(`update base.teacher set sfzjh = '11010519491231002x' where gh = 'T01'`);
  await school.pool.query(`update base.class_info set bzrgh = 'T1x' where bjdm = 'B101'`);
  [office, clerk] = await Promise.all([school.browser('office1'), school.browser('clerk1')]);
});
afterAll(() => school.stop());

const id = (): string => crypto.randomUUID();
const { teacher } = mergeOperations;
const choice = { stayKey: 'T01', goneKeys: ['T1x'] };
const over = async (jobId: string) =>
  await expect.poll(async () => (await office.get(longJobDetail, { jobId })).status).toBe('2');

test('only who may merge a kind does, whatever the kind; others do not see that a merge exists', async () => {
  for (const handler of mergeHandlerNames) {
    const { preview, clean, undo } = mergeOperations[handler];
    expect(await clerk.call(preview, choice)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await clerk.call(clean, { commandId: id(), ...choice })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await clerk.call(undo, { commandId: id(), taskId: id() })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await office.call(undo, { commandId: id(), taskId: id() })).toMatchObject({
      code: 'MERGE_UNKNOWN',
      message: '该次合并不存在，或不在您的数据权限范围内',
    });
  }
  expect(await office.call(teacher.preview, { stayKey: 'T01', goneKeys: [] })).toMatchObject({
    status: 400,
    fieldErrors: [{ field: 'goneKeys', message: '请选择要并入的数据' }],
  });
  expect(await office.call(teacher.preview, { stayKey: 'nobody', goneKeys: ['T1x'] })).toMatchObject({ status: 404 });
});

// MONITOR-22
test('rows with one id number are found, compared without it, merged, on record, and undone', async () => {
  await office.get(recheck, { commandId: id() });
  const { list } = await office.get(queryMonitorResults, { pointCode: 'XX38', pageNo: 1, pageSize: 10 });
  expect(list.map(({ businessKey, problemText, severityName }) => [businessKey, problemText, severityName])).toEqual([
    ['T01', '证件号相同的教师共 2 条：T01、T1x', '错误'],
    ['T1x', '证件号相同的教师共 2 条：T01、T1x', '错误'],
  ]);
  const preview = await office.get(teacher.preview, choice);
  expect(preview.refusal).toBeNull();
  expect(preview.rows.map(({ key, name }) => [key, name])).toEqual([
    ['T01', '王老师'],
    ['T1x', '王老师'],
  ]);
  expect(JSON.stringify(preview)).not.toMatch(/11010519/);
  expect(preview.uses).toContainEqual({ what: '行政班（班主任）', moved: 1, conflicts: 0, where: '', kept: 0 });
  const { jobId, taskId } = await office.get(teacher.clean, { commandId: id(), ...choice });
  await over(jobId);
  const merges = (more: object = {}) => office.get(queryMerges, { pageNo: 1, pageSize: 10, ...more });
  expect(await merges({ handler: 'teacher', keyword: 't1x' })).toMatchObject({
    total: 1,
    list: [
      {
        taskId,
        handlerName: '教师',
        stayKey: 'T01',
        gone: [{ key: 'T1x', name: '王老师' }],
        name: '钱办公',
        undoable: '1',
        undoneTime: null,
      },
    ],
  });
  expect((await merges({ handler: 'course' })).total).toBe(0);
  expect((await clerk.get(queryMerges, { pageNo: 1, pageSize: 10 })).total).toBe(0);
  await office.get(recheck, { commandId: id() });
  expect((await office.get(queryMonitorResults, { pointCode: 'XX38', pageNo: 1, pageSize: 10 })).total).toBe(0);
  await over((await office.get(teacher.undo, { commandId: id(), taskId })).jobId);
  expect((await school.pool.query(`select bzrgh from base.class_info where bjdm = 'B101'`)).rows).toEqual([
    { bzrgh: 'T1x' },
  ]);
  expect((await merges()).list[0]).toMatchObject({ undoable: '0', undoneBy: '钱办公' });
});

test('a student whose application is under way goes into no other', async () => {
  const { student } = mergeOperations;
  const two = { stayKey: 'S2026001', goneKeys: ['S2026002'] };
  expect((await office.get(student.preview, two)).refusal).toBeNull();
  const refusal = '“李四”有未办结的奖励申请，请先办结或撤回再合并';
  await school.pool.query(
    `insert into ${readModelTable(studentApplicationModel, 'student_application')} (apply_id, process_no, student_code,
        student_number, student_name, department_id, department_name, student_class_name, semester_id, subject_name,
        open_department_id, details, form, facts, applicant_user, applicant_name, apply_time, status, round, nodes)
      values ('A', 'JCSP', 'S2026002', '2026002', '李四', '101', '', '', '', '', '', '[]', '{}', '{}',
        '', '', now(), '1', 1, '[]')`,
  );
  expect((await office.get(student.preview, two)).refusal).toBe(refusal);
  expect(await office.call(student.clean, { commandId: id(), ...two })).toMatchObject({
    code: 'MERGE_OPEN',
    message: refusal,
  });
});

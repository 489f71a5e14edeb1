import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { transferMajor } from '@jwxt/contracts/student-application/kinds/transfer-major.ts';
import {
  interviewScore,
  majorOrDirection,
  professionalDiversion,
} from '@jwxt/contracts/student-status/divert/diversion.resource.ts';
import {
  adjustShuntOperation,
  assignShuntClassesOperation,
  computeShuntOperation,
  exportShunt,
  fileVolunteersOperation,
  implementShuntOperation,
  majorOrDirectionDetail,
  ownShunts,
  publishShuntOperation,
  queryClassList,
  queryShunt,
  submitShuntOperation,
} from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import {
  assignTransferClassOperation,
  implementTransfersOperation,
  publishTransfersOperation,
  queryTransferAdmissions,
  queryTransferClasses,
  transferCourses,
} from '@jwxt/contracts/student-status/divert/transfer.operations.ts';
import { transferBatch, transferQuota } from '@jwxt/contracts/student-status/divert/transfer.resource.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Browser } from '../../testing/browser.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { PASSWORD } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';
import { decide } from '../../testing/score-steps.ts';

/* Unit 101 keeps M101 with 张三 and others; unit 102 receives in M102. It is the third semester of both. */
const soon = { timeout: 60_000, interval: 50 };
const id = (): string => crypto.randomUUID();
const studentId = 'S2026001';
const days = (n: number): string => toDateTimeText(Date.now() + n * 86_400_000);
let school: School;
let as: Record<'office1' | 'clerk1' | 'clerk2' | 'dean1' | 'dean2' | 'registrar1' | 'student1', Browser>;

beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'student1', name: '张三', kind: 'student', password: PASSWORD, studentCode: studentId },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  await school.pool.query(`update base.semester set sfdqxq = '0'`);
  await insertReferenceRows(school.pool, 'semester', [
    {
      xnxq: '2027-2028-1',
      xnzj: '2027-2028',
      xqm: '1',
      xnxqmc: '2027-2028学年第一学期',
      ksrq: '2027-09-01',
      jsrq: '2028-01-15',
      zs: 19,
      sfdqxq: '1',
    },
  ]);
  // The unit of the clerk, whose scope it is.
  await school.pool.query(`update base.user_account set department_id = '102' where user_name = 'clerk2'`);
  const names = ['office1', 'clerk1', 'clerk2', 'dean1', 'dean2', 'registrar1', 'student1'] as const;
  const browsers = await Promise.all(names.map((name) => school.browser(name)));
  as = Object.fromEntries(names.map((name, at) => [name, browsers[at]])) as typeof as;
});
afterAll(() => school.stop());

const made = async ({ operations }: Resource, values: WireRow, by: Browser = as.office1) =>
  (await by.get(operations.create, { commandId: id(), values })).key;
async function changed({ operations }: Resource, key: string, values: WireRow) {
  const { version } = await as.office1.get(operations.detail, { key });
  return await as.office1.call(operations.update, { commandId: id(), key, version, values });
}
async function pass(applyId: string): Promise<void> {
  for (const by of [as.dean1, as.dean2, as.registrar1]) {
    const { data } = await by.call(approvalDetail, { applyId });
    if (data?.mayApprove) await decide(by, applyId, '0');
  }
}
const majorOf = async (code: string) =>
  (
    await school.pool.query<{ major: string; class: string }>(
      'select njzydm as major, bjdm as class from base.student where student_code = $1',
      [code],
    )
  ).rows[0];

// STUDENT-STATUS-20, STUDENT-STATUS-36, STUDENT-STATUS-37, STUDENT-STATUS-41
test('students of a main class choose, are ranked, shown and approved, and are in their new major', async () => {
  const batch = {
    diversionName: '2026级分流',
    sourceGradeMajorId: 'M101',
    diversionType: '1',
    volunteerBegin: days(-2),
    volunteerEnd: days(2),
    volunteerNum: 1,
    admitRule: '2',
    scoreBasis: '1',
    sortRuleId: null,
    interviewRatio: null,
    needInterview: '0',
    allowShort: '0',
    publishStatus: '0',
  };
  const diversionId = await made(professionalDiversion, batch);
  expect((await changed(professionalDiversion, diversionId, { ...batch, publishStatus: '1' })).fieldErrors).toEqual([
    { field: 'values.publishStatus', message: '请先建立可选的专业或方向，再发布' },
  ]);
  const place = { diversionId, directionName: null, quota: 1, classNum: 1, minScore: null, limitText: null };
  const wrong = await as.office1.call(majorOrDirection.operations.create, {
    commandId: id(),
    values: { ...place, targetGradeMajorId: 'M101' },
  });
  expect(wrong.fieldErrors).toEqual([{ field: 'values.targetGradeMajorId', message: '不能是大类本身' }]);
  const majorOrDirectionKey = await made(majorOrDirection, { ...place, targetGradeMajorId: 'M102' });
  expect(
    (await changed(professionalDiversion, diversionId, { ...batch, publishStatus: '1' })).fieldErrors,
  ).toMatchObject([{ field: 'values.publishStatus' }]);
  await changed(professionalDiversion, diversionId, { ...batch, allowShort: '1', publishStatus: '1' });

  // A student sees it while it is open, in his order; nobody else's.
  expect((await as.student1.get(ownShunts, {})).list).toMatchObject([
    { open: true, choices: [], result: null, targets: [{ quota: 1, majorOrDirectionName: '2026级专业102' }] },
  ]);
  const file = async (choices: string[]) =>
    await as.student1.call(fileVolunteersOperation, { commandId: id(), diversionId, choices });
  expect(await file(['nothing'])).toMatchObject({ code: 'SHUNT_CHOICES', fieldErrors: [{ field: 'choices' }] });
  expect((await file([majorOrDirectionKey])).code).toBe(await succeeded());
  expect((await as.clerk1.call(computeShuntOperation, { commandId: id(), diversionId })).code).toBe(
    'SHUNT_STILL_CHOOSING',
  );
  await school.pool.query('update base.professional_diversion set volunteer_end = now() where diversion_id = $1', [
    diversionId,
  ]);
  expect((await file([])).code).toBe('SHUNT_NOT_OPEN');

  // Who receives may look, who keeps the main class computes it.
  expect((await as.clerk2.call(computeShuntOperation, { commandId: id(), diversionId })).code).toBe('OUT_OF_SCOPE');
  const first = await as.clerk1.get(computeShuntOperation, { commandId: id(), diversionId });
  expect(await as.clerk1.get(computeShuntOperation, { commandId: id(), diversionId })).toEqual(first);
  const rows = (await as.clerk2.get(queryShunt, { diversionId })).rows;
  expect(rows.find(({ studentCode }) => studentCode === studentId)).toMatchObject({
    volunteers: ['2026级专业102'],
    admitMajorName: '2026级专业102',
    admitWayName: '志愿',
    why: '第1志愿',
  });
  const other = rows.find(({ rank, admitMajorKey }) => rank !== null && admitMajorKey === null);
  expect(other).toMatchObject({ why: '没有符合要求且有名额的专业或方向' });
  expect((await as.clerk2.call(exportShunt, { diversionId })).bytes.length).toBeGreaterThan(1000);
  expect(await as.clerk2.get(queryClassList, { majorOrDirectionKey })).toEqual([
    { bjdm: 'B102', bjmc: '102班', edrs: null, rs: expect.any(Number) as number },
  ]);
  const adjust = (reason: string) => ({
    commandId: id(),
    diversionId,
    studentCode: other?.studentCode ?? '',
    majorOrDirectionKey,
    reason,
  });
  expect((await as.clerk1.call(adjustShuntOperation, adjust(''))).fieldErrors).toMatchObject([{ field: 'reason' }]);
  await as.clerk1.get(adjustShuntOperation, adjust('身体原因'));
  expect(
    await as.clerk1.get(assignShuntClassesOperation, {
      commandId: id(),
      diversionId,
      majorOrDirectionKey,
      bjdm: null,
      studentCodes: [],
    }),
  ).toMatchObject({ assigned: 2 });
  await daysAgo(4, () => as.clerk1.get(publishShuntOperation, { commandId: id(), diversionId }));
  expect((await as.student1.get(ownShunts, {})).list).toMatchObject([
    { open: false, result: { statusName: '公示中', admitMajorName: '2026级专业102', targetClassName: '102班' } },
  ]);
  expect((await as.office1.call(implementShuntOperation, implementation(diversionId))).code).toBe('SHUNT_NOT_PASSED');
  await as.clerk1.get(submitShuntOperation, { commandId: id(), diversionId });
  const detail = async () => (await as.clerk2.get(majorOrDirectionDetail, { mainClassOrMajorKey: diversionId })).batch;
  const { applyId } = await detail();
  await vi.waitFor(
    async () => expect((await as.dean1.call(approvalDetail, { applyId: applyId ?? '' })).data.mayApprove).toBe(true),
    soon,
  );
  await decide(as.dean1, applyId ?? '', '0');
  await decide(as.registrar1, applyId ?? '', '0');
  await expect.poll(async () => (await detail()).shuntStatusName, soon).toBe('已通过');
  // An approver comes by the application.
  expect((await as.dean1.get(majorOrDirectionDetail, { mainClassOrMajorKey: applyId ?? '' })).batch.diversionId).toBe(
    diversionId,
  );
  expect(await as.office1.get(implementShuntOperation, implementation(diversionId))).toMatchObject({
    changed: 2,
    leftOut: 0,
  });
  expect(await majorOf(studentId)).toEqual({ major: 'M102', class: 'B102' });
  const { rows: facts } = await school.pool.query(
    `select change_type, source from base.student_status_fact where student_code = $1 and change_type is not null`,
    [studentId],
  );
  expect(facts).toEqual([{ change_type: '23', source: 'divert' }]);
  expect((await as.clerk1.call(publishShuntOperation, { commandId: id(), diversionId })).code).toBe(
    'SHUNT_NOT_EDITABLE',
  );
});

/** Does something as if it had been done then: gateway and services share the clock of this process. */
async function daysAgo<R>(n: number, work: () => Promise<R>): Promise<R> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - n * 86_400_000 });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}
const implementation = (diversionId: string) => ({
  commandId: id(),
  diversionId,
  effectiveDate: toDateTimeText(Date.now()).slice(0, 10),
});
const succeeded = async (): Promise<string> => (await as.student1.call(ownShunts, {})).code;

// STUDENT-STATUS-22, STUDENT-STATUS-23, STUDENT-STATUS-02
test('a transfer is decided by the unit that lets go and by the one that receives, and is carried out', async () => {
  // Whoever was streamed stays; somebody of M101 who is still there asks.
  await school.pool.query(
    `update base.student set bjdm = 'B101', njzydm = 'M101', dwh = '101', zydm = 'Z101' where student_code = $1`,
    [studentId],
  );
  const batch = {
    batchName: '2027年转专业',
    beginTime: days(-1),
    endTime: days(5),
    limitRatio: 100,
    interviewRatio: 40,
    publishStatus: '1',
  };
  const transferBatchId = await made(transferBatch, batch);
  const form = { batchId: transferBatchId, targetGradeMajorId: 'M102', transferReason: '2', reasonText: '数学兴趣' };
  const apply = (values: object = {}) => ({ commandId: id(), applyId: id(), studentId, form: { ...form, ...values } });
  expect(await as.student1.call(transferMajor.operations.apply, apply() as never)).toMatchObject({
    code: 'TRANSFER_NO_QUOTA',
    fieldErrors: [{ field: 'targetGradeMajorId' }],
  });
  const quota = { transferBatchId, gradeMajorId: 'M102', quotaIn: 99, quotaOut: null, limitText: null };
  const tooMany = await as.office1.call(transferQuota.operations.create, { commandId: id(), values: quota });
  expect(tooMany.fieldErrors).toMatchObject([{ field: 'values.quotaIn' }]);
  await made(transferQuota, { ...quota, quotaIn: 1 });
  await made(transferQuota, { ...quota, gradeMajorId: 'M101', quotaIn: 1 });
  expect(
    (await as.student1.call(transferMajor.operations.apply, apply({ targetGradeMajorId: 'M101' }) as never))
      .fieldErrors,
  ).toMatchObject([{ field: 'targetGradeMajorId', message: '已在这个年级专业' }]);
  expect((await as.student1.get(transferMajor.operations.offer, {})).choices).toMatchObject({
    batchId: [{ value: transferBatchId }],
    targetGradeMajorId: [{ value: 'M102' }],
  });
  const { applyId } = await as.student1.get(transferMajor.operations.apply, apply() as never);
  const may = async (by: Browser) => (await by.call(approvalDetail, { applyId })).data?.mayApprove === true;
  await expect.poll(() => may(as.dean1), soon).toBe(true);
  expect(await may(as.dean2)).toBe(false);
  await decide(as.dean1, applyId, '0');
  await expect.poll(() => may(as.dean2), soon).toBe(true);
  await pass(applyId);

  // Both units find who was let go; only the one that receives interviews and gives a class.
  const listed = async (by: Browser) => (await by.get(queryTransferAdmissions, {})).rows;
  await expect.poll(async () => (await listed(as.clerk2)).length, soon).toBe(1);
  expect(await listed(as.clerk1)).toMatchObject([{ applyId, transferStatusName: '审批通过' }]);
  const score = {
    batchId: transferBatchId,
    studentCode: studentId,
    targetGradeMajorId: 'M102',
    writtenScore: '80',
    interviewScore: '90',
    writtenRatio: 50,
    passSign: '1' as const,
  };
  const entered = async (by: Browser) =>
    await by.call(interviewScore.operations.create, { commandId: id(), values: score });
  expect((await entered(as.clerk1)).code).toBe('OUT_OF_SCOPE');
  const key = (await entered(as.clerk2)).data.key;
  expect(await as.clerk2.get(interviewScore.operations.detail, { key })).toMatchObject({
    totalScore: '85',
    sourceType: '2',
  });
  const publish = async () => await as.office1.call(publishTransfersOperation, { commandId: id(), transferBatchId });
  expect((await publish()).code).toBe('TRANSFER_NOT_OVER');
  await school.pool.query('update base.transfer_batch set end_time = now() where transfer_batch_id = $1', [
    transferBatchId,
  ]);
  expect((await as.clerk2.call(publishTransfersOperation, { commandId: id(), transferBatchId })).code).toBe(
    'FORBIDDEN',
  );
  expect((await publish()).data).toEqual({ admitted: 1, beyondQuota: 0 });
  expect(await listed(as.clerk2)).toMatchObject([{ transferStatusName: '拟录取', targetClassName: '102班' }]);
  // STUDENT-STATUS-22: closed once it is shown.
  expect((await changed(interviewScore, key, { ...score, writtenScore: '100' })).message).toContain('结果已公示');
  expect((await as.clerk1.call(queryTransferClasses, { applyId })).code).toBe('OUT_OF_SCOPE');
  expect((await as.clerk2.get(queryTransferClasses, { applyId })).map(({ bjdm }) => bjdm)).toEqual(['B102']);
  await as.clerk2.get(assignTransferClassOperation, { commandId: id(), applyId, bjdm: 'B102' });
  const implement = async () =>
    await as.office1.call(implementTransfersOperation, {
      commandId: id(),
      transferBatchId,
      effectiveDate: toDateTimeText(Date.now()).slice(0, 10),
    });
  expect((await implement()).code).toBe('TRANSFER_SHOWN_SHORT');
  await school.pool.query(`update base.transfer_batch set publish_time = now() - interval '4 days'`);
  expect((await implement()).data).toEqual({ changed: 1, leftOut: [] });
  expect(await majorOf(studentId)).toEqual({ major: 'M102', class: 'B102' });
  expect(await as.clerk2.get(transferCourses, { applyId })).toMatchObject({ targetGradeMajorName: '2026级专业102' });
  expect(
    (await as.office1.call(transferMajor.operations.revoke, { commandId: id(), applyId, reason: '放弃' })).code,
  ).toBe('TRANSFER_IMPLEMENTED');
});

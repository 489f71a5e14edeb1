import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalDetail, recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { infoCheckRows, infoCheckToggle } from '@jwxt/contracts/approval/info-check.operations.ts';
import { businessFiles, downloadFile, uploadFile } from '@jwxt/contracts/file/file.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  decideInfoChecks,
  exportInfoChanges,
  exportInfoChecks,
  queryInfoChecks,
} from '@jwxt/contracts/student-status/check/info-check-approval.operations.ts';
import {
  confirmInfo,
  infoCheckApply,
  infoCheckForm,
} from '@jwxt/contracts/student-status/check/info-check.operations.ts';
import {
  infoCheckProgress,
  infoCheckStudents,
  urgeInfoCheckOperation,
} from '@jwxt/contracts/student-status/check/info-check-time.operations.ts';
import { infoCheckTime } from '@jwxt/contracts/student-status/check/info-check-time.resource.ts';
import { checkFileId, INFO_CHECK_FILES } from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import type { CheckedField } from '@jwxt/contracts/student-status/check/checked-fields.ts';
import type { Browser } from '../../testing/browser.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { PASSWORD } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';

const commandId = (): string => crypto.randomUUID();
const days = (count: number): string => toDateTimeText(new Date(Date.now() + count * 86_400_000));
const change = (updateFieldCode: CheckedField, updateFieldValue: string) => ({
  updateFieldCode,
  updateFieldValue,
  updateInfo: '证件',
});
const names = ['office1', 'clerk1', 'clerk2', 'registrar1', 'teacher1', 'student1', 'student2'] as const;
let school: School;
const people = new Map<string, Browser>();
const who = (name: (typeof names)[number]): Browser => people.get(name)!;
let checkTimeId: string;

beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(
    school.pool,
    'userAccount',
    ['1', '2'].map((n) => ({
      userName: `student${n}`,
      name: `学生${n}`,
      kind: 'student',
      password: PASSWORD,
      studentCode: `S202600${n}`,
    })),
  );
  await insertReferenceRows(
    school.pool,
    'userRole',
    ['1', '2'].map((n) => ({ userName: `student${n}`, jsbh: '08' })),
  );
  await school.pool.query(
    `update base.student set id_type = '1', id_number = '11010519491231002X', birth_date = '1949-12-31', xbm = '2',
        mobile = '13800000001' where student_code = 'S2026001'`,
  );
  await school.pool.query(
    `update base.class_info set bzrgh = 'T01'
      where bjdm = (select bjdm from base.student where student_code = 'S2026001')`,
  );
  for (const name of names) people.set(name, await school.browser(name));
});
afterAll(() => school.stop());

const form = () => who('student1').get(infoCheckForm, {});
const propose = (changes: ReturnType<typeof change>[], more: object = {}) =>
  who('student1').call(infoCheckApply, { commandId: commandId(), studentId: 'S2026001', changes, ...more });
const progressOf = async (name: (typeof names)[number]) =>
  (await who(name).get(infoCheckProgress, { checkTimeId })).classes.map(({ total, confirmed, proposed, waiting }) => [
    total,
    confirmed,
    proposed,
    waiting,
  ]);

// STUDENT-STATUS-21
describe('times of checking information', () => {
  const values = {
    checkName: '2026年信息核对',
    beginTime: days(-1),
    endTime: days(1),
    grades: [],
    departmentIds: ['101'],
    editableFields: ['studentName', 'mobile', 'idNumber', 'birthDate', 'politicalCode', 'email'],
    mustFile: ['mobile'],
    sfqy: '1' as const,
  };

  it('outside of any a student looks at the own data and proposes nothing', async () => {
    const { window, mayApply, mayConfirm, fields } = await form();
    expect([window, mayApply, mayConfirm]).toEqual([null, false, false]);
    expect(fields.find(({ field }) => field === 'idNumber')?.value).toBe('11010519491231002X');
    expect(await propose([change('email', 'a@b.cn')])).toMatchObject({ code: 'INFO_CHECK_NO_TIME' });
    expect(await who('student1').call(infoCheckForm, { studentId: 'S2026002' })).toMatchObject({
      code: 'OUT_OF_SCOPE',
    });
  });

  it('are kept by the office, with fields that a check may change', async () => {
    const create = (more: object) =>
      who('office1').call(infoCheckTime.operations.create, { commandId: commandId(), values: { ...values, ...more } });
    expect(await create({ mustFile: ['email', 'address'] })).toMatchObject({
      fieldErrors: [{ field: 'values.mustFile', message: '家庭住址不在可改字段中' }],
    });
    expect(await create({ endTime: days(-2) })).toMatchObject({ fieldErrors: [{ field: 'values.endTime' }] });
    checkTimeId = (await create({})).data.key;
    expect(await progressOf('office1')).toEqual([[2, 0, 0, 2]]);
  });

  it.each([
    ['a field that is not open', [change('address', '北京')], 'INFO_CHECK_FIELD_CLOSED', 'changes.0.updateFieldValue'],
    ['a key field without evidence', [change('studentName', '张三丰')], 'INFO_CHECK_NEEDS_FILE', 'fileId'],
    ['a field that takes evidence here', [change('mobile', '13800000002')], 'INFO_CHECK_NEEDS_FILE', 'fileId'],
    ['a value of another form', [change('email', 'nobody')], 'INVALID_INPUT', 'changes.0.updateFieldValue'],
    ['a code that does not exist', [change('politicalCode', 'ZZ')], 'INVALID_INPUT', 'changes.0.updateFieldValue'],
  ])('%s is refused at its place', async (_title, changes, code, field) => {
    expect(await propose(changes)).toMatchObject({ code, fieldErrors: [{ field }] });
  });

  it('confirming is the own business, once; staff see how far a class is, and remind once a day', async () => {
    expect(await who('student2').get(confirmInfo, { commandId: commandId(), checkTimeId })).toEqual({ checkTimeId });
    expect(await who('student2').call(confirmInfo, { commandId: commandId(), checkTimeId })).toMatchObject({
      code: 'INFO_CHECK_CONFIRMED',
    });
    expect(await progressOf('office1')).toEqual([[2, 1, 0, 1]]);
    // A class teacher sees the own class, the clerk of another unit nobody.
    expect(await progressOf('teacher1')).toEqual([[2, 1, 0, 1]]);
    expect(await progressOf('clerk2')).toEqual([]);
    const urge = () => who('clerk1').call(urgeInfoCheckOperation, { commandId: commandId(), checkTimeId });
    expect((await urge()).data).toEqual({ told: 1 });
    expect(await urge()).toMatchObject({ code: 'INFO_CHECK_URGED' });
    const { rows } = await school.pool.query(
      `select user_name from base.system_message_audience where system_message_entity_id in
        (select system_message_entity_id from base.system_message_entity where title = '请核对本人信息')`,
    );
    expect(rows).toEqual([{ user_name: 'student1' }]);
  });

  let applyId: string;
  let relationalId: string;
  it('with evidence changes are proposed field by field; an id number agrees with birth and sex', async () => {
    const fileId = commandId();
    const bytes = Buffer.from('户口簿');
    const attach = (browser: Browser) =>
      browser.call(
        uploadFile,
        {
          fileUid: commandId(),
          fileName: '户口簿.txt',
          fileSize: bytes.length,
          businessTable: INFO_CHECK_FILES,
          businessId: fileId,
        },
        { file: bytes },
      );
    relationalId = (await attach(who('student1'))).data.relationalId;
    const wrong = await propose([change('idNumber', '110105194912310021')], { fileId });
    expect(wrong).toMatchObject({
      fieldErrors: [{ field: 'changes.0.updateFieldValue', message: '身份证号校验位不对，请核对' }],
    });
    const sent = await propose([change('mobile', '13800000002'), change('email', 'san@b.cn')], { fileId });
    ({ applyId } = sent.data);
    // What was sent with it stays as it was.
    expect(await attach(who('student1'))).toMatchObject({ code: 'FILE_LOCKED' });
    expect(await progressOf('office1')).toEqual([[2, 1, 1, 0]]);
    expect((await who('office1').get(infoCheckStudents, { checkTimeId, progress: '2' })).rows).toMatchObject([
      { studentNumber: '2026001', progressName: '已提出更正' },
    ]);
    const { mayApply, applications } = await form();
    expect([mayApply, applications[0]?.rows[0]]).toMatchObject([false, { label: '手机', after: '13800000002' }]);
  });

  // PERM-14, APPROVAL-35
  it('they are listed in scope, judged row by row and decided; the one that is in effect is written', async () => {
    const asked = { view: 'all' as const };
    const list = async (name: (typeof names)[number]) => (await who(name).get(queryInfoChecks, asked)).rows;
    expect(await list('clerk1')).toMatchObject([
      { applyId, fields: '手机、邮箱', checkName: '2026年信息核对', awaitsMe: true },
    ]);
    expect(await list('clerk2')).toEqual([]);
    expect(await who('student1').call(queryInfoChecks, asked)).toMatchObject({ status: 403 });
    // Whole for who decides, which is logged; in masks for who only reads.
    expect((await who('clerk1').get(infoCheckRows, { applyId })).rows[0]).toMatchObject({ updateText: '13800000002' });
    expect((await who('registrar1').get(infoCheckRows, { applyId })).rows[0]).toMatchObject({
      updateText: '138****0002',
    });
    const { rows: looks } = await school.pool.query(
      `select user_name, key from base.operation_log where operation = 'look' and resource = 'student'`,
    );
    expect(looks).toEqual([{ user_name: 'clerk1', key: 'S2026001' }]);
    expect((await who('clerk1').call(downloadFile, { relationalId })).bytes.toString()).toBe('户口簿');
    expect(await who('clerk2').call(downloadFile, { relationalId })).toMatchObject({ code: 'FILE_NOT_FOUND' });

    for (const operation of [exportInfoChecks, exportInfoChanges])
      expect((await who('clerk1').call(operation, asked)).status).toBe(200);
    await who('clerk1').get(infoCheckToggle, { commandId: commandId(), id: `${applyId}:email` });
    const { revision } = await who('clerk1').get(approvalDetail, { applyId });
    const decision = { approvalStatus: '0' as const, keyList: [applyId], revisions: { [applyId]: revision } };
    expect((await who('clerk2').get(decideInfoChecks, decision)).results[applyId]).toMatchObject({
      code: 'APPROVAL_NOT_FOUND',
    });
    expect((await who('clerk1').get(decideInfoChecks, decision)).results[applyId]).toMatchObject({ code: '200' });
    const { rows } = await school.pool.query(`select mobile, email from base.student where student_code = 'S2026001'`);
    expect(rows).toEqual([{ mobile: '13800000002', email: null }]);
  });

  it('a new birth and id number go together, and only with the office', async () => {
    const changes = [change('idNumber', '110105200001010024'), change('birthDate', '2000-01-01')];
    const asked = { commandId: commandId(), studentId: 'S2026001' };
    expect(await who('office1').call(infoCheckApply, { ...asked, changes: changes.slice(0, 1) })).toMatchObject({
      code: 'INVALID_INPUT',
    });
    const { data } = await who('office1').call(infoCheckApply, { ...asked, commandId: commandId(), changes });
    const { list } = { list: await who('registrar1').get(queryInfoChecks, { view: 'all' }) };
    expect(list.rows.map((row) => row.applyId)).toContain(data.applyId);
  });

  it('one that staff have taken back goes on under its id with what it asked for and its evidence', async () => {
    const fileId = checkFileId('S2026002', commandId());
    const bytes = Buffer.from('证明');
    const attach = (browser: Browser, fileName: string) =>
      browser.call(
        uploadFile,
        { fileUid: commandId(), fileName, fileSize: bytes.length, businessTable: INFO_CHECK_FILES, businessId: fileId },
        { file: bytes },
      );
    const staff = who('office1');
    const send = async () => {
      const changes = [change('email', 'si@b.cn'), change('mobile', '13800000009')];
      const asked = { commandId: commandId(), studentId: 'S2026002', fileId, changes };
      return (await staff.get(infoCheckApply, asked)).applyId;
    };
    const latest = async (by = staff) => (await by.get(infoCheckForm, { studentId: 'S2026002' })).applications[0];
    expect(await attach(staff, '证明.txt')).toMatchObject({ code: '200' });
    const applyId = await send();
    expect([(await latest())?.again, await attach(staff, '早.txt')]).toMatchObject([null, { code: 'FILE_LOCKED' }]);
    expect((await staff.get(approvalDetail, { applyId })).applyContent).toContain('邮箱（新填）；手机（新填）');
    await staff.get(recallApproval, { commandId: commandId(), applyId });
    expect((await latest())?.again).toEqual({
      fileId,
      changes: [
        { field: 'email', value: 'si@b.cn', info: '证件' },
        { field: 'mobile', value: '13800000009', info: '证件' },
      ],
    });
    expect((await latest(who('student2')))?.again).toBeNull();
    expect(await attach(who('student1'), '别人.txt')).toMatchObject({ code: 'FILE_READ_ONLY' });
    expect(await attach(staff, '补充.txt')).toMatchObject({ code: '200' });
    expect(await send()).toBe(applyId);
    expect((await latest())?.applyId).toBe(applyId);
    const files = await who('clerk1').get(businessFiles, { businessTable: INFO_CHECK_FILES, businessId: fileId });
    expect(files.map(({ name }) => name)).toEqual(['证明.txt', '补充.txt']);
    expect(await attach(staff, '晚.txt')).toMatchObject({ code: 'FILE_LOCKED' });
  });
});

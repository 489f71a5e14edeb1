import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { gradeCourseReplace, studentTagsReplace } from '@jwxt/contracts/scheme/individual/course-replace.resource.ts';
import { ownStudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import {
  previewBatchSelection,
  queryBatchUpdates,
  runBatchUpdate,
  undoBatchUpdate,
} from '@jwxt/contracts/student-status/file/student-batch-update.operations.ts';
import { downloadFile, uploadFile } from '@jwxt/contracts/file/file.operations.ts';
import { studentCertificate } from '@jwxt/contracts/student-status/file/certificate.resource.ts';
import { CERTIFICATE_FILES } from '@jwxt/contracts/student-status/file/certificate.rules.ts';
import { guardian, studentFamily } from '@jwxt/contracts/student-status/file/family.resource.ts';
import {
  ownStudentFile,
  printStudentFile,
  revealStudentFile,
  studentFile,
  type StudentFile,
} from '@jwxt/contracts/student-status/file/student-file.operations.ts';
import { importRows } from '@jwxt/contracts/base-info/import-record.operations.ts';
import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import { studentLabel, studentLabelMember } from '@jwxt/contracts/student-status/file/label.resource.ts';
import { labelHolders } from '@jwxt/contracts/student-status/file/label.operations.ts';
import { convertTemporaryStudent } from '@jwxt/contracts/student-status/file/temporary-student.operations.ts';
import { teachingClassStudent } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import { temporaryStudent } from '@jwxt/contracts/student-status/file/temporary-student.resource.ts';
import type { Browser } from '../../testing/browser.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { PASSWORD } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';

/* 张三 S2026001 is of class B101 (unit 101), which teacher1 leads; 102 is another unit. */
const soon = { timeout: 60_000, interval: 50 };
const id = (): string => crypto.randomUUID();
const studentCode = 'S2026001';
let school: School;
let as: Record<'office1' | 'clerk1' | 'clerk2' | 'teacher1' | 'teacher2' | 'student1', Browser>;

beforeAll(async () => {
  school = await startSchool({ services: true });
  const account = { userName: 'student1', name: '张三', kind: 'student', password: PASSWORD, studentCode };
  await insertReferenceRows(school.pool, 'userAccount', [account]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  await school.pool.query(`update base.class_info set bzrgh = 'T01' where bjdm = 'B101'`);
  const names = ['office1', 'clerk1', 'clerk2', 'teacher1', 'teacher2', 'student1'] as const;
  const browsers = await Promise.all(names.map((name) => school.browser(name)));
  as = Object.fromEntries(names.map((name, at) => [name, browsers[at]])) as typeof as;
});
afterAll(() => school.stop());

const make = async ({ operations }: Resource, values: WireRow, by: Browser = as.office1) =>
  await by.call(operations.create, { commandId: id(), values });
const made = async (resource: Resource, values: WireRow, by: Browser = as.office1) =>
  (await by.get(resource.operations.create, { commandId: id(), values })).key;
const listed = async ({ operations }: Resource, by: Browser) =>
  (await by.get(operations.query, { pageNo: 1, pageSize: 20 })).rows;
const father = {
  studentCode,
  memberName: '张大山',
  relation: '51',
  politicalCode: null,
  workUnit: '东海港务公司',
  duty: null,
  phone: '13800001234',
  isGuardian: '0',
};

test('STUDENT-STATUS-06, STUDENT-STATUS-34: family and guardians, kept by the unit, seen by the adviser', async () => {
  expect((await make(studentFamily, father, as.clerk2)).code).toBe('OUT_OF_SCOPE');
  const key = await made(studentFamily, father, as.clerk1);
  const mother = await made(
    guardian,
    { studentCode, guardianName: '李秀英', relation: '52', phone: '13900005678', address: '东海市', notifyWay: '1' },
    as.clerk1,
  );
  expect((await listed(studentFamily, as.clerk1)).map((row) => [row['memberName'], row['isGuardian']])).toEqual([
    ['张大山', '0'],
    ['李秀英', '1'],
  ]);
  expect((await listed(guardian, as.teacher1)).map((row) => row['guardianName'])).toEqual(['李秀英']);
  expect(await listed(guardian, as.teacher2)).toEqual([]);
  expect(await listed(studentFamily, as.clerk2)).toEqual([]);
  expect(await as.teacher1.get(guardian.operations.detail, { key: mother })).toMatchObject({ phone: '139****5678' });
  expect(await as.teacher1.get(guardian.reveal!, { key: mother })).toMatchObject({ phone: '13900005678' });
  const { rows: looks } = await school.pool.query(
    `select looked->'fields' as fields from base.operation_log where operation = 'look' and user_name = 'teacher1'`,
  );
  expect(looks).toEqual([{ fields: ['phone', 'address'] }]);
  // Who is no guardian is no row of that page.
  expect((await as.office1.call(guardian.operations.detail, { key })).code).toBe('NOT_FOUND');
  expect((await as.student1.call(studentFamily.operations.query, { pageNo: 1, pageSize: 20 })).code).toBe('FORBIDDEN');
});

test('STUDENT-STATUS-07: diplomas and degrees get the next number of the ministry’s form', async () => {
  const diploma = {
    studentCode,
    certificateType: '1',
    certificateName: '本科毕业证书',
    certificateNumber: null,
    issueDate: '2026-06-30',
    issueUnit: null,
    electronicNumber: null,
  };
  const field = 'values.certificateNumber';
  expect((await make(studentCertificate, diploma)).fieldErrors?.map((error) => error.field)).toEqual([field]);
  await school.pool.query(`update base.parameter set para_value = '10999' where param_code = 'XXDM'`);
  const of = async (key: string) =>
    (await as.office1.get(studentCertificate.operations.detail, { key }))['certificateNumber'];
  const other = { ...diploma, studentCode: 'S2026002' };
  expect(await of(await made(studentCertificate, diploma))).toBe('109991202605000001');
  expect(await of(await made(studentCertificate, other))).toBe('109991202605000002');
  expect(await of(await made(studentCertificate, { ...diploma, certificateType: '2' }))).toBe('1099942026000001');
  const wrong = { ...diploma, certificateName: '副本', certificateNumber: '10999' };
  expect((await make(studentCertificate, wrong)).fieldErrors).toEqual([{ field, message: '毕业证书编号应为18位数字' }]);
});

test('STUDENT-STATUS-07: scans of a certificate are opened by who sees it, under the eyes of the log', async () => {
  const certificate = { studentCode, certificateType: '5', certificateName: '辅修证书', certificateNumber: null };
  const rest = { issueDate: null, issueUnit: null, electronicNumber: null };
  const key = await made(studentCertificate, { ...certificate, ...rest });
  const bytes = Buffer.from('扫描件');
  const attach = async (by: Browser) =>
    await by.call(
      uploadFile,
      {
        fileUid: id(),
        fileName: '辅修证书.txt',
        fileSize: bytes.length,
        fileType: '',
        businessTable: CERTIFICATE_FILES,
        businessId: key,
      },
      { file: bytes },
    );
  expect(await attach(as.clerk2)).toMatchObject({ code: 'FILE_READ_ONLY' });
  expect(await attach(as.teacher1)).toMatchObject({ code: 'FILE_READ_ONLY' });
  const { relationalId } = (await attach(as.clerk1)).data;
  const opened = async (by: Browser) => {
    const answer = await by.call(downloadFile, { relationalId });
    return answer.status === 200 ? answer.bytes.toString() : answer.code;
  };
  expect(await opened(as.clerk2)).toBe('FILE_NOT_FOUND');
  // The adviser of the class; the student, from the own file.
  expect([await opened(as.teacher1), await opened(as.student1)]).toEqual(['扫描件', '扫描件']);
  const { certificates } = await as.student1.get(ownStudentFile, {});
  expect(certificates.find(({ certificateId }) => certificateId === key)).toMatchObject({ fileNum: 1 });
  const { rows: looks } = await school.pool.query(
    `select user_name from base.operation_log where operation = 'look' and key = $1`,
    [relationalId],
  );
  expect(looks).toEqual([{ user_name: 'teacher1' }]);
  await as.office1.get(studentCertificate.operations.delete, { commandId: id(), key });
  expect(await opened(as.clerk1)).toBe('FILE_NOT_FOUND');
});

const plain = { colour: 'blue', autoRule: [], sfqy: '1' };
const progress = async () =>
  (await as.student1.get(ownStudyProgress, {})).modules
    .flatMap(({ lines }) => lines)
    .find(({ courseId }) => courseId === 'K2')?.state;

test('STUDENT-STATUS-18, SCHEME-38: a label is held in its dates or by rule; its replacement ranks', async () => {
  const honours = await made(studentLabel, { ...plain, labelName: '荣誉学院', labelType: '1' });
  const rule = [{ ruleField: 'nationCode', ruleCompare: '2', ruleValue: '汉族' }];
  const minority = { ...plain, labelName: '民族生', labelType: '9' };
  expect(
    (await make(studentLabel, { ...minority, autoRule: [{ ...rule[0], ruleValue: '汉族、某族' }] })).fieldErrors,
  ).toEqual([{ field: 'values.autoRule.0.ruleValue', message: '没有这个民族：某族' }]);
  const byRule = await made(studentLabel, { ...minority, autoRule: rule });
  expect(await as.office1.get(studentLabel.operations.detail, { key: byRule })).toMatchObject({
    ruleText: '民族不是汉族',
  });
  expect((await as.clerk1.get(labelHolders, { labelId: byRule, pageNo: 1, pageSize: 20 })).total).toBe(0);
  const holders = async (label: string) =>
    (
      await school.pool.query<{ code: string }>(
        'select student_code as code from base.student_label_holder where label_id = $1 order by 1',
        [label],
      )
    ).rows.map(({ code }) => code);
  // Whose nationality is not known does not hold it.
  await school.pool.query(`update base.student set nation_code = '08' where student_code = $1`, [studentCode]);
  await school.pool.query(`update base.student set nation_code = '01' where student_code = 'S2026002'`);
  expect(await holders(byRule)).toEqual([studentCode]);
  expect(await as.clerk1.get(labelHolders, { labelId: byRule, pageNo: 1, pageSize: 20 })).toMatchObject({
    rows: [{ studentCode, byRule: true }],
    total: 1,
  });
  const member = { labelId: honours, studentCode, beginDate: '2020-09-01', endDate: '2021-06-30' };
  await made(studentLabelMember, member, as.clerk1);
  expect(await holders(honours)).toEqual([]);
  // The rule of the grade-major, of the label, of the student: the nearest one decides, and its end gives way.
  const replaced = { oldCourses: ['K2'], creditConfirmed: '0', beginSemesterId: null, replaceReason: null, sfqy: '1' };
  await made(gradeCourseReplace, { ...replaced, gradeMajorId: 'M101', newCourses: ['K1'] });
  await school.pool.query(
    `insert into base.course (kch, ywbm, kcmc, kkxy, kcsx, kcxz, xf, zxs, khfs, score_hierarchy_code)
      select 'K9', 'COMP9', '停开课程', kkxy, kcsx, kcxz, xf, zxs, khfs, score_hierarchy_code
       from base.course where kch = 'K2'`,
  );
  expect(await progress()).toBe('taking');
  const ofLabel = { ...replaced, departmentId: '101', studentCodes: [], labelIds: [honours], newCourses: ['K9'] };
  await made(studentTagsReplace, ofLabel);
  expect((await make(studentTagsReplace, ofLabel)).fieldErrors?.[0]?.field).toBe('values.oldCourses');
  expect(await progress()).toBe('taking');
  await made(studentLabelMember, { ...member, beginDate: '2026-09-01', endDate: null }, as.clerk1);
  expect(await holders(honours)).toEqual([studentCode]);
  expect(await progress()).toBe('ahead');
  await made(studentTagsReplace, { ...ofLabel, studentCodes: [studentCode], labelIds: [], newCourses: ['K1'] });
  expect(await progress()).toBe('taking');
});

test('STUDENT-STATUS-10: a temporary student is a person whom rosters hold, within the own unit', async () => {
  const guest = {
    studentName: '赵旁听',
    sexCode: '2',
    temporaryType: '1',
    idType: null,
    idNumber: null,
    sourceSchool: '西山大学',
    bjdm: 'B101',
    beginDate: '2026-09-01',
    endDate: '2027-01-15',
  };
  expect((await make(temporaryStudent, guest, as.clerk2)).code).toBe('OUT_OF_SCOPE');
  const key = await made(temporaryStudent, guest, as.clerk1);
  expect(await as.clerk1.get(temporaryStudent.operations.detail, { key })).toMatchObject({
    temporaryNumber: 'L20260001',
  });
  const { rows } = await school.pool.query(
    'select student_number, xslbdm, dqztm from base.student where student_code = $1',
    [key],
  );
  expect(rows).toEqual([{ student_number: 'L20260001', xslbdm: '4299', dqztm: '99' }]);
  await made(teachingClassStudent, { teachingClassId: 'TC1', studentCode: key, listSource: '手工' });
  expect((await as.clerk1.call(temporaryStudent.operations.delete, { commandId: id(), key })).message).toContain(
    '教学班名单 1 个',
  );
  // Who becomes a student is the same person, on the same rosters.
  const asked = { key, studentNumber: '2026999', studentType: '4201', bjdm: 'B101' };
  const convert = async (by: Browser, changed = {}) =>
    await by.call(convertTemporaryStudent, { commandId: id(), ...asked, ...changed });
  expect((await convert(as.clerk1)).code).toBe('FORBIDDEN');
  expect((await convert(as.office1, { studentNumber: '2026001' })).fieldErrors).toEqual([
    { field: 'studentNumber', message: '学号已存在' },
  ]);
  expect((await convert(as.office1)).data).toEqual({ studentCode: key });
  expect((await convert(as.office1, { studentNumber: '2026998' })).code).toBe('TEMPORARY_CONVERTED');
  const file = await as.clerk1.get(studentFile, { studentCode: key });
  expect(file.student).toMatchObject({ studentNumber: '2026999', statusName: '在读', inSchool: true });
  expect(file.history.map(({ changeName, statusName }) => [changeName, statusName])).toEqual([
    ['转为正式学生', '在读'],
    ['入学', '其他'],
  ]);
});

const valueIn = (file: StudentFile, field: string) =>
  file.groups.flatMap(({ values }) => values).find((value) => value.field === field);

test('STUDENT-STATUS-05: the file is whole for the student, masked for staff, as it was on a day', async () => {
  const row: WireRow = await as.office1.get(student.reveal!, { key: studentCode });
  const values = Object.fromEntries(Object.keys(student.values.shape).map((name) => [name, row[name]]));
  const change = { ...values, mobile: '13700009999', dormitory: '3-201' };
  await as.office1.get((student as Resource).operations.update, {
    commandId: id(),
    key: studentCode,
    version: String(row['version']),
    values: change,
  });
  const asked = { studentCode };
  expect((await as.clerk2.call(studentFile, asked)).code).toBe('STUDENT_FILE_NONE');
  expect((await as.teacher2.call(studentFile, asked)).code).toBe('STUDENT_FILE_NONE');
  const file = await as.teacher1.get(studentFile, asked);
  expect(file.student).toMatchObject({
    studentName: '张三',
    statusName: '在读',
    administrativeClassName: '101班',
    inSchool: true,
  });
  expect(valueIn(file, 'mobile')).toEqual({
    field: 'mobile',
    label: '手机',
    value: '137****9999',
    known: true,
    masked: true,
  });
  expect(file.family.map(({ memberName, phone }) => [memberName, phone])).toContainEqual(['李秀英', '139****5678']);
  expect(file.labels.map(({ labelName, byRule }) => [labelName, byRule])).toEqual([
    ['荣誉学院', false],
    ['民族生', true],
  ]);
  expect(file.history.map(({ changeName, statusName, state }) => [changeName, statusName, state])).toEqual([
    ['入学', '在读', 'effected'],
  ]);
  const own = await as.student1.get(ownStudentFile, {});
  expect(valueIn(own, 'mobile')).toMatchObject({ value: '13700009999', masked: false });
  expect((await as.student1.call(studentFile, { studentCode: 'S2026002' })).code).toBe('FORBIDDEN');
  // Whole values are looked at by right, and each look is written down.
  expect((await as.teacher1.call(revealStudentFile, asked)).code).toBe('FORBIDDEN');
  expect(valueIn(await as.clerk1.get(revealStudentFile, asked), 'mobile')).toMatchObject({ value: '13700009999' });
  const { rows: looks } = await school.pool.query<{ resource: string }>(
    `select resource from base.operation_log where operation = 'look' and user_name = 'clerk1' order by resource`,
  );
  expect(looks.map(({ resource }) => resource)).toEqual(['student', 'studentFamily', 'studentFamily']);
  // Before the record begins, fields are not known, the class is.
  await school.pool.query(
    `insert into base.operation_log (at, user_name, name, operation, resource, key, before, after, command_id)
      select now() - interval '10 days', 'office1', '钱办公', 'update', 'student', student_code,
        to_jsonb(student) || '{"dormitory":"1-101"}', to_jsonb(student) || '{"dormitory":null}', 'x'
       from base.student where student_code = $1`,
    [studentCode],
  );
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const past = await as.clerk1.get(studentFile, { ...asked, day: day(20) });
  expect(valueIn(past, 'dormitory')).toMatchObject({ value: '', known: false });
  expect([past.student.administrativeClassName, past.family, past.enrolled]).toEqual(['101班', [], true]);
  const later = await as.clerk1.get(studentFile, { ...asked, day: day(5) });
  expect([valueIn(later, 'dormitory'), valueIn(file, 'dormitory')]).toMatchObject([
    { value: '', known: true },
    { value: '3-201', known: true },
  ]);
  expect((await as.clerk1.get(studentFile, { ...asked, day: '2001-01-01' })).student.statusName).toBe('未入学');
  const pdf = await as.clerk1.call(printStudentFile, asked);
  expect([pdf.headers['content-type'], pdf.bytes.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-']);
});

test('STUDENT-STATUS-09: a batch update shows each change, keeps to the scope and is undone once', async () => {
  const change = { field: 'dormitory' as const, value: '8-808' };
  const asked = {
    classes: ['B101'],
    studentNumbers: ['9999999'],
    changes: [change, { field: 'zipCode' as const, value: '1' }],
  };
  const wrong = await as.clerk1.get(previewBatchSelection, asked);
  expect(wrong.counts).toMatchObject({ changed: 0, wrong: wrong.counts.total });
  const preview = await as.clerk1.get(previewBatchSelection, { ...asked, changes: [change] });
  expect(preview.counts).toMatchObject({ added: 0, wrong: 1 });
  const { list } = await as.clerk1.get(importRows, { runId: preview.runId, state: '2', pageNo: 1, pageSize: 20 });
  expect(list[0]?.changes).toEqual([{ label: '宿舍', before: '3-201', after: '8-808' }]);
  const outside = await as.clerk1.get(previewBatchSelection, { ...asked, classes: ['B102'], changes: [change] });
  expect(outside.counts.changed).toBe(0);
  const { runId } = preview;
  const run = { commandId: id(), runId, reason: '统一调整宿舍', whole: '0' as const };
  expect((await as.clerk2.call(runBatchUpdate, run)).code).toBe('NOT_FOUND');
  await as.clerk1.get(runBatchUpdate, run);
  const runs = async (by = as.clerk1) => (await by.get(queryBatchUpdates, { pageNo: 1, pageSize: 20 })).rows;
  await expect.poll(async () => (await runs())[0]?.open, soon).toBe(false);
  expect((await runs())[0]).toMatchObject({
    fields: '宿舍',
    reason: '统一调整宿舍',
    failNum: 1,
    okNum: preview.counts.changed,
  });
  expect([await runs(as.clerk2), (await runs(as.office1)).length]).toEqual([[], 1]);
  const room = async () =>
    (
      await school.pool.query<{ room: string }>('select dormitory as room from base.student where student_code = $1', [
        studentCode,
      ])
    ).rows[0]?.room;
  expect(await room()).toBe('8-808');
  expect((await as.office1.call(undoBatchUpdate, { commandId: id(), runId })).code).toBe('NOT_FOUND');
  await as.clerk1.get(undoBatchUpdate, { commandId: id(), runId });
  await expect.poll(room, soon).toBe('3-201');
  expect((await as.clerk1.call(undoBatchUpdate, { commandId: id(), runId })).code).toMatch(
    /^IMPORT_(UNDONE|NOT_OVER)$/,
  );
  expect((await runs())[0]?.mayUndo).toBe(false);
});

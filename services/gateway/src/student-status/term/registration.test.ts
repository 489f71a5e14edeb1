import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  batchRegister,
  cancelRegister,
  delayRegistration,
  generateRegistrationsOperation,
  ownPayments,
  ownRegistrations,
  paymentTotal,
  registerClassesOperation,
  registerOwnOperation,
  registrationSummary,
  remindUnregisteredOperation,
} from '@jwxt/contracts/student-status/term/registration.operations.ts';
import { payment, registration, registrationTime } from '@jwxt/contracts/student-status/term/term.resource.ts';
import type { Browser } from '../../testing/browser.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { PASSWORD, SEMESTER } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';

const id = (): string => crypto.randomUUID();
let school: School;
let office: Browser;
let clerk: Browser;
let adviser: Browser;
let student: Browser;

beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'student1', name: '张三', kind: 'student', password: PASSWORD, studentCode: 'S2026001' },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  await school.pool.query(`update base.class_info set bzrgh = 'T01' where bjdm = 'B101'`);
  await school.pool.query(`update base.student set dqztm = '02' where student_code = 'S2026002'`);
  [office, clerk, adviser, student] = await Promise.all([
    school.browser('office1'),
    school.browser('clerk1'),
    school.browser('teacher1'),
    school.browser('student1'),
  ]);
});
afterAll(() => school.stop());

const list = async (browser: Browser, filter: object = {}) =>
  (await browser.get(registration.operations.query, { semesterId: SEMESTER, ...filter })).rows;
const told = (rows: readonly object[]) =>
  rows.map((row) => {
    const { studentName, registerStatus, paidStatus } = row as Record<string, string>;
    return [studentName, registerStatus, paidStatus];
  });
const commandId = id;

it('STUDENT-STATUS-03: the list of a semester has who may register; each sees his own', async () => {
  expect(await office.get(generateRegistrationsOperation, { commandId: id(), semesterId: SEMESTER })).toEqual({
    added: 2,
  });
  expect(await office.get(generateRegistrationsOperation, { commandId: id(), semesterId: SEMESTER })).toEqual({
    added: 0,
  });
  expect(told(await list(office))).toEqual([
    ['张三', '0', '2'],
    ['王五', '0', '2'],
  ]);
  expect(told(await list(clerk))).toEqual([['张三', '0', '2']]);
  expect(told(await list(adviser))).toEqual([['张三', '0', '2']]);
  expect(await adviser.call(batchRegister, { commandId: id(), keys: ['x'] })).toMatchObject({ code: 'FORBIDDEN' });
  const { days, groups } = await office.get(registrationSummary, { semesterId: SEMESTER, groupBy: 'department' });
  expect([days, groups.map(({ name, total, unregistered }) => [name, total, unregistered])]).toEqual([
    60,
    [
      ['计算机学院', 1, 1],
      ['数学学院', 1, 1],
    ],
  ]);
});

it('STUDENT-STATUS-03: chosen ones and whole classes are registered, put off, taken back in the own unit', async () => {
  const [zhang, wang] = (await list(office)).map((row) => String((row as Record<string, unknown>)['registrationId']));
  expect(await clerk.call(batchRegister, { commandId: id(), keys: [wang!] })).toMatchObject({ code: 'OUT_OF_SCOPE' });
  const delay = { keys: [zhang!], reason: '家中有事' };
  expect(await clerk.call(delayRegistration, { commandId: id(), ...delay, delayTo: '2020-01-01' })).toMatchObject({
    fieldErrors: [{ field: 'delayTo' }],
  });
  expect(await clerk.get(delayRegistration, { commandId: id(), ...delay, delayTo: '2035-01-01' })).toEqual({
    done: 1,
    kept: [],
  });
  const classes = { semesterId: SEMESTER, classes: ['B101'] };
  expect(await clerk.call(registerClassesOperation, { commandId: id(), ...classes, classes: ['B102'] })).toMatchObject({
    fieldErrors: [{ field: 'classes' }],
  });
  expect(await clerk.get(registerClassesOperation, { commandId: id(), ...classes })).toEqual({ done: 1, kept: [] });
  expect(await clerk.get(batchRegister, { commandId: id(), keys: [zhang!] })).toEqual({
    done: 0,
    kept: [{ name: '张三', message: '已经注册，无需重复办理' }],
  });
  expect(await clerk.call(registration.operations.delete, { commandId: id(), key: zhang! })).toMatchObject({
    code: 'FORBIDDEN',
  });
  expect(await office.call(registration.operations.delete, { commandId: id(), key: zhang! })).toMatchObject({
    message: expect.stringContaining('请先取消注册') as string,
  });
  expect(await clerk.get(cancelRegister, { commandId: id(), keys: [zhang!], reason: '误办' })).toMatchObject({
    done: 1,
  });
  // A form goes by the same rule: somebody on leave does not register.
  const values = {
    semesterId: SEMESTER,
    studentCode: 'S2026002',
    registerStatus: '1',
    registerWay: null,
    greenChannel: '0' as const,
    delayReason: null,
    delayTo: null,
    refuseReason: null,
  };
  expect(await office.call(registration.operations.create, { commandId: id(), values })).toMatchObject({
    fieldErrors: [{ field: 'values.registerStatus', message: '学籍状态为“休学”，不能注册' }],
  });
});

it('STUDENT-STATUS-04: finance says who owes; units read it, with a total, and the student sees his own', async () => {
  const add = async (studentCode: string, expenseCategoryCode: string, payableAmount: string, payAmountFee: string) =>
    await office.get(payment.operations.create, {
      commandId: commandId(),
      values: {
        xnzj: '2026-2027',
        studentCode,
        expenseCategoryCode,
        payableAmount,
        payAmountFee,
        reduceAmount: '100.5',
        payTime: null,
      },
    });
  await add('S2026001', '0102', '5000', '4000');
  await add('S2026001', '0104', '150', '49.50');
  await add('S2026003', '0102', '5000', '4899.5');
  expect(told(await list(office))).toEqual([
    ['张三', '0', '0'],
    ['王五', '0', '1'],
  ]);
  expect(await office.get(paymentTotal, {})).toEqual({
    payableAmount: '10150.00',
    reduceAmount: '301.50',
    payAmountFee: '8949.00',
    arrears: '899.50',
  });
  expect(await clerk.get(paymentTotal, { arrearsSign: '1' })).toMatchObject({
    arrears: '899.50',
    payableAmount: '5000.00',
  });
  // The figures of the semester lead to those who owe.
  const { groups } = await office.get(registrationSummary, { semesterId: SEMESTER, groupBy: 'class' });
  expect(groups.map(({ code, owing, arrears }) => [code, owing, arrears])).toEqual([
    ['B101', 1, '899.50'],
    ['B102', 0, '0.00'],
  ]);
  expect(told(await list(office, { bjdm: 'B101', paidStatus: '0' }))).toEqual([['张三', '0', '0']]);
  expect(told(await list(office, { bjdm: 'B102', paidStatus: '0' }))).toEqual([]);
  expect(await clerk.call(payment.operations.create, { commandId: id(), values: {} as never })).toMatchObject({
    code: 'FORBIDDEN',
  });
  expect(await student.get(ownPayments, {})).toMatchObject({
    rows: [
      { expenseCategoryName: '学费', arrears: '899.50' },
      { arrears: '0.00' },
      { xnzj: '合计', arrears: '899.50' },
    ],
  });
});

it('STUDENT-STATUS-03: a student registers himself in time; who owes only where the school lets him', async () => {
  expect(await student.get(ownRegistrations, {})).toMatchObject({ current: null, list: [{ registerStatus: '0' }] });
  expect(await student.call(registerOwnOperation, { commandId: id(), semesterId: SEMESTER })).toMatchObject({
    code: 'REGISTRATION_CLOSED',
  });
  await office.get(registrationTime.operations.create, {
    commandId: id(),
    values: { semesterId: SEMESTER, beginTime: '2020-01-01 00:00:00', endTime: '2035-01-01 00:00:00', sfqy: '1' },
  });
  expect(await clerk.get(remindUnregisteredOperation, { commandId: id(), semesterId: SEMESTER })).toEqual({ told: 1 });
  await school.pool.query(`update base.parameter set para_value = '1' where param_code = 'XJ_QFZC'`);
  expect(await student.get(ownRegistrations, {})).toMatchObject({
    current: { open: true, registered: false, problem: '有欠费，缴清后或办理绿色通道后才能注册' },
  });
  expect(await student.call(registerOwnOperation, { commandId: id(), semesterId: SEMESTER })).toMatchObject({
    code: 'REGISTRATION_ARREARS',
  });
  await school.pool.query(`update base.parameter set para_value = '0' where param_code = 'XJ_QFZC'`);
  expect((await student.call(registerOwnOperation, { commandId: id(), semesterId: SEMESTER })).status).toBe(200);
  expect(await student.get(ownRegistrations, {})).toMatchObject({
    current: { registered: true, problem: null },
    list: [{ registerStatus: '1', paidStatus: '0' }],
  });
  expect(told(await list(office, { registerStatus: '1' }))).toEqual([['张三', '1', '0']]);
  expect(await office.call(registerOwnOperation, { commandId: id(), semesterId: SEMESTER })).toMatchObject({
    code: 'FORBIDDEN',
  });
});

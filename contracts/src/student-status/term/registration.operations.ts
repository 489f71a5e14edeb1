import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateText, semesterKey, yesNoFlag } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';
import { paidStatus, registerStatus } from './term.vocabulary.ts';

const text = z.string();
const count = z.number().int().min(0);
const key = z.string().min(1).max(64);
const keys = z.array(key).min(1, '请至少选择一条数据').max(200, '一次最多处理 200 条');
const reason = z.string('必填').trim().min(1, '必填').max(100, '最多 100 个字符');
const code = z.string().trim().max(64).optional();
/** How many were done, and of the others why not. */
const batchResult = z.object({ done: count, kept: z.array(z.object({ name: text, message: text })) });
export type RegistrationResult = z.output<typeof batchResult>;

const change = <const A extends 'batchRegister' | 'delay' | 'refuse' | 'cancelRegister', const S extends z.ZodRawShape>(
  action: A,
  summary: string,
  shape: S,
) =>
  defineOperation({
    id: `registration.${action}`,
    method: 'POST',
    path: `/studentStatus/registration/${action}`,
    access: { permission: `registration:${action}` as const },
    scope: 'resource',
    summary,
    encoding: 'json',
    outcome: 'operate',
    input: z.object({ commandId, keys, ...shape }),
    output: batchResult,
  });
const green = { greenChannel: yesNoFlag.default('0') };
const delayed = { reason, delayTo: dateText };
/** Registers those who are chosen (STUDENT-STATUS-03); by the green channel, whoever of them owes. */
export const batchRegister = change('batchRegister', '批量注册', green);
export const delayRegistration = change('delay', '暂缓注册', delayed);
export const refuseRegistration = change('refuse', '不予注册', { reason });
/** Takes back whatever was decided: they are unregistered again. */
export const cancelRegister = change('cancelRegister', '取消注册', { reason });

/** Registers whole classes in one transaction, those without a row too. */
export const registerClassesOperation = defineOperation({
  id: 'registration.registerClasses',
  method: 'POST',
  path: '/studentStatus/registration/registerClasses',
  access: { permission: 'registration:batchRegister' },
  scope: 'resource',
  summary: '整班注册',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({ commandId, semesterId: semesterKey, classes: z.array(key).min(1, '请选择行政班').max(50) }),
  output: batchResult,
});

/** Makes the list of a semester: a row for everybody who may register and has none. */
export const generateRegistrationsOperation = defineOperation({
  id: 'registration.generate',
  method: 'POST',
  path: '/studentStatus/registration/generate',
  access: { permission: 'registration:generate' },
  scope: noScope.school,
  summary: '生成注册名单',
  encoding: 'form',
  outcome: 'generate',
  input: z.object({ commandId, semesterId: semesterKey }),
  output: z.object({ added: count }),
});

/** Registered and not, by unit or by class, of a semester. */
export const registrationSummary = defineOperation({
  id: 'registration.summary',
  method: 'POST',
  path: '/studentStatus/registration/summary',
  access: { permission: 'registration:query' },
  scope: 'student',
  summary: '注册情况',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    semesterId: semesterKey,
    groupBy: z.enum(['department', 'class']),
    departmentId: code,
    grade: code,
  }),
  output: z.object({
    /** Days since the semester began; negative before. */
    days: z.number().int(),
    groups: z.array(
      z.object({
        code: text,
        name: text,
        total: count,
        registered: count,
        delayed: count,
        refused: count,
        unregistered: count,
        owing: count,
        /** Of this year and those before, in yuan. */
        arrears: text,
      }),
    ),
  }),
});
export type RegistrationGroup = z.output<typeof registrationSummary.output>['groups'][number];

/** Most who are reminded at once. */
export const REMINDED_AT_ONCE = 20_000;
/** Writes to those of a semester who are not registered. */
export const remindUnregisteredOperation = defineOperation({
  id: 'registration.remind',
  method: 'POST',
  path: '/studentStatus/registration/remind',
  access: { permission: 'registration:remind' },
  scope: 'student',
  summary: '提醒未注册学生',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, semesterId: semesterKey, departmentId: code, grade: code }),
  output: z.object({ told: count }),
});

/** The student's own registrations, the latest semester first, and what he can do now. */
export const ownRegistrations = defineOperation({
  id: 'registration.own',
  method: 'GET',
  path: '/studentStatus/registration/own',
  access: { permission: 'registration:own' },
  scope: noScope.own,
  summary: '本人的注册',
  outcome: 'query',
  input: z.object({}),
  output: z.object({
    /** Times of online registration that are not over; null: none are set. */
    current: z
      .object({
        semesterId: text,
        semesterName: text,
        beginTime: text,
        endTime: text,
        open: z.boolean(),
        registered: z.boolean(),
        /** Why he cannot register now; null: he can. */
        problem: text.nullable(),
      })
      .nullable(),
    list: z.array(
      z.object({
        registrationId: text,
        semesterName: text,
        registerStatus: z.enum(registerStatus),
        registerTime: text.nullable(),
        paidStatus: z.enum(paidStatus),
        /** Why and until when it was put off, or why it was refused. */
        remark: text,
      }),
    ),
  }),
});
export const registerOwnOperation = defineOperation({
  id: 'registration.registerOwn',
  method: 'POST',
  path: '/studentStatus/registration/registerOwn',
  access: { permission: 'registration:registerOwn' },
  scope: noScope.own,
  summary: '网上注册',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, semesterId: semesterKey }),
  output: z.object({ key: text }),
});

const amounts = { payableAmount: text, reduceAmount: text, payAmountFee: text, arrears: text };
/** What rows of payment come to, by the same filter as the list (STUDENT-STATUS-04). */
export const paymentTotal = defineOperation({
  id: 'payment.total',
  method: 'POST',
  path: '/studentStatus/payment/total',
  access: { permission: 'payment:query' },
  scope: 'resource',
  summary: '缴费合计',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    xnzj: code,
    studentCode: code,
    studentNumber: code,
    departmentId: code,
    bjdm: code,
    expenseCategoryCode: code,
    arrearsSign: code,
  }),
  output: z.object(amounts),
});
/** What the student himself has to pay and has paid; the last row is the total. */
export const ownPayments = defineOperation({
  id: 'payment.own',
  method: 'GET',
  path: '/studentStatus/payment/own',
  access: { permission: 'payment:own' },
  scope: noScope.own,
  summary: '本人的缴费',
  outcome: 'query',
  input: z.object({}),
  output: z.object({
    rows: z.array(z.object({ paymentId: text, xnzj: text, expenseCategoryName: text, ...amounts, payTime: text })),
  }),
});
export type OwnPayment = z.output<typeof ownPayments.output>['rows'][number];

/** Rows that exist go to a status, those that may. */
export const changeRegistrations = defineCommand(
  'registration.change',
  z.object({
    keys,
    to: z.enum(registerStatus),
    greenChannel: yesNoFlag.default('0'),
    reason: reason.optional(),
    delayTo: dateText.optional(),
  }),
  batchResult,
);
export const registerClasses = defineCommand(
  'registration.registerClasses',
  registerClassesOperation.input.omit({ commandId: true }),
  batchResult,
);
export const generateRegistrations = defineCommand(
  'registration.generate',
  z.object({ semesterId: semesterKey }),
  generateRegistrationsOperation.output,
);
/** Writes one message to students, named by the gateway that knows who of them is in scope. */
export const remindUnregistered = defineCommand(
  'registration.remind',
  z.object({ semesterId: semesterKey, students: z.array(key).min(1).max(REMINDED_AT_ONCE) }),
  remindUnregisteredOperation.output,
);
export const registerOwn = defineCommand(
  'registration.registerOwn',
  z.object({ semesterId: semesterKey }),
  registerOwnOperation.output,
);

import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import {
  batchRegister,
  cancelRegister,
  changeRegistrations,
  delayRegistration,
  generateRegistrations,
  generateRegistrationsOperation,
  ownPayments,
  ownRegistrations,
  paymentTotal,
  refuseRegistration,
  registerClasses,
  registerClassesOperation,
  registerOwn,
  registerOwnOperation,
  registrationSummary,
  REMINDED_AT_ONCE,
  remindUnregistered,
  remindUnregisteredOperation,
} from '@jwxt/contracts/student-status/term/registration.operations.ts';
import { payment, registration } from '@jwxt/contracts/student-status/term/term.resource.ts';
import { registerStatus } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import { mayChooseClasses } from '../../base-info/shared/class-scope.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { invalidField, Refused } from '../../kernel/refused.ts';
import { reachesResource, sumsOfResource } from '../../kernel/resource.read.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { readOwnPayments, readOwnRegistrations, readSummary, unregisteredStudents, yuan } from './registration.read.ts';

/** Refuses where one of these registrations is beyond the caller's scope. */
async function require(call: SignedInCall, permission: PermissionCode, keys: readonly string[]): Promise<void> {
  const { services, user } = call;
  if (!(await reachesResource(services.db, user, registration, permission, { keys })))
    throw new Refused('OUT_OF_SCOPE');
}

function studentOf({ user: { studentCode } }: SignedInCall): string {
  if (studentCode === null) throw new Refused('REGISTRATION_NO_STUDENT');
  return studentCode;
}

/** STUDENT-STATUS-03, 04: what is done with registrations and payments besides their rows. */
export const registrationHandlers: readonly Handler[] = [
  handler(batchRegister, async ({ commandId, ...asked }, call) => {
    await require(call, 'registration:batchRegister', asked.keys);
    return await runCommand(changeRegistrations, { ...asked, to: registerStatus.registered }, call, { commandId });
  }),
  handler(delayRegistration, async ({ commandId, ...asked }, call) => {
    await require(call, 'registration:delay', asked.keys);
    if (asked.delayTo < toDateTimeText(call.now).slice(0, 10))
      throw invalidField('delayTo', '暂缓至的日期不应早于今天');
    return await runCommand(changeRegistrations, { ...asked, to: registerStatus.delayed }, call, { commandId });
  }),
  handler(refuseRegistration, async ({ commandId, ...asked }, call) => {
    await require(call, 'registration:refuse', asked.keys);
    return await runCommand(changeRegistrations, { ...asked, to: registerStatus.refused }, call, { commandId });
  }),
  handler(cancelRegister, async ({ commandId, ...asked }, call) => {
    await require(call, 'registration:cancelRegister', asked.keys);
    return await runCommand(changeRegistrations, { ...asked, to: registerStatus.none }, call, { commandId });
  }),
  handler(registerClassesOperation, async ({ commandId, ...asked }, call) => {
    const { services, user } = call;
    if (!(await mayChooseClasses(services.db, user, 'registration:batchRegister', asked.classes)))
      throw invalidField('classes', '有行政班不存在、已停用或毕业，或不在您的数据范围内，请重新选择');
    return await runCommand(registerClasses, asked, call, { commandId });
  }),
  handler(generateRegistrationsOperation, async ({ commandId, ...asked }, call) => {
    return await runCommand(generateRegistrations, asked, call, { commandId });
  }),
  handler(registrationSummary, async (asked, { services, user, now }) => {
    return await readSummary(services.db, user, asked, toDateTimeText(now).slice(0, 10));
  }),
  handler(remindUnregisteredOperation, async ({ commandId, ...asked }, call) => {
    const students = await unregisteredStudents(call.services.db, call.user, asked);
    if (students.length === 0) throw new Refused('REGISTRATION_NOBODY');
    if (students.length > REMINDED_AT_ONCE)
      throw new Refused('REGISTRATION_TOO_MANY', { count: students.length, most: REMINDED_AT_ONCE });
    return await runCommand(remindUnregistered, { semesterId: asked.semesterId, students }, call, { commandId });
  }),
  handler(ownRegistrations, async (_input, call) => {
    return await readOwnRegistrations(call.services.db, studentOf(call), call.now);
  }),
  handler(registerOwnOperation, async ({ commandId, ...asked }, call) => {
    return await runCommand(registerOwn, asked, call, { commandId });
  }),
  handler(paymentTotal, async (filter, { services, user, permission }) => {
    const amounts = ['payableAmount', 'reduceAmount', 'payAmountFee', 'arrears'] as const;
    const sums = await sumsOfResource(services.db, user, payment, permission, filter, amounts);
    const told = (name: (typeof amounts)[number]) => yuan(sums[name] ?? 0);
    return {
      payableAmount: told('payableAmount'),
      reduceAmount: told('reduceAmount'),
      payAmountFee: told('payAmountFee'),
      arrears: told('arrears'),
    };
  }),
  handler(ownPayments, async (_input, call) => ({
    rows: await readOwnPayments(call.services.db, studentOf(call)),
  })),
];

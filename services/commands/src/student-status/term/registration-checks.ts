import { errorText } from '@jwxt/contracts/all-errors.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { registrationProblem } from '@jwxt/contracts/student-status/term/registration.rules.ts';
import {
  backupStatus,
  registerStatus,
  registerWay,
  type RegisterStatus,
} from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';
import { factsOfStudent } from './registration.facts.ts';

const statusOf = (value: unknown): RegisterStatus =>
  Object.values(registerStatus).find((status) => status === value) ?? registerStatus.none;

/** A form or a line of a file goes to a status by the same rule as everything else (STUDENT-STATUS-03). */
export const registrationRules: ResourceRules = {
  stays: (_client, row) =>
    Promise.resolve(row['register_status'] === registerStatus.none ? null : '已办理注册，请先取消注册再删除'),
  derive(_client, values, before) {
    if (values['registerStatus'] !== registerStatus.registered)
      return Promise.resolve({ registerTime: null, registerWay: null });
    const at = before?.['register_status'] === registerStatus.registered ? before['register_time'] : null;
    return Promise.resolve({
      registerTime: toDateTimeText(typeof at === 'string' ? at : new Date()),
      registerWay: values['registerWay'] ?? registerWay.onSite,
    });
  },
  async check(client, { studentCode, semesterId, registerStatus: wanted, greenChannel }, before) {
    const status = statusOf(before?.['register_status']);
    const to = statusOf(wanted);
    if (to === status) return [];
    const facts = await factsOfStudent(client, studentCode, semesterId);
    const problem = facts && registrationProblem(to, { ...facts, status, greenChannel: greenChannel === yesNo.yes });
    return problem ? [{ field: 'registerStatus', message: errorText(problem.code, problem.details) }] : [];
  },
};

/** Rows of a year that the calendar has (STUDENT-STATUS-04). */
export const paymentRules: ResourceRules = {
  async check(client, { xnzj }) {
    const { rowCount } = await client.query('select from base.semester where xnzj = $1 limit 1', [xnzj]);
    return rowCount === 0 ? [{ field: 'xnzj', message: '校历中没有这个学年' }] : [];
  },
};

/** A backup that was taken, or is being taken, stays as it is for ever (STUDENT-STATUS-24). */
export const backupDayRules: ResourceRules = {
  kept: (_client, row) =>
    Promise.resolve(
      row['backup_status'] === backupStatus.waiting || row['backup_status'] === backupStatus.failed
        ? null
        : '已经备份，不能修改和删除',
    ),
};

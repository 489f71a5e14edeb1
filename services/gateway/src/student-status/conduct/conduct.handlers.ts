import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  backFromLeave,
  backFromLeaveOperation,
  computeStudyScores,
  computeStudyScoresOperation,
  leaveOfClasses,
  leaveTotals,
  ownConduct,
} from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import {
  appealPunishment,
  appealPunishmentOperation,
  decideAppeal,
  decideAppealOperation,
  deliverPunishment,
  deliverPunishmentOperation,
  removePunishment,
  removePunishmentOperation,
  revokePunishment,
  revokePunishmentOperation,
} from '@jwxt/contracts/student-status/conduct/punishment.operations.ts';
import { punishment } from '@jwxt/contracts/student-status/conduct/punishment.resource.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import { handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { reachesResource } from '../../kernel/resource.read.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { scopeCondition, type ScopedRow } from '../../kernel/scope.ts';
import { sqlParams } from '../../kernel/sql-params.ts';
import { readLeaveOfClasses } from './leave-of-classes.read.ts';
import { readLeaveTotals } from './leave-totals.read.ts';
import { readOwnGrades, readOwnLeaves, readOwnPunishments, readOwnRewards } from './own-conduct.read.ts';

/** Only punishments of students within the scope of that very permission. */
async function inScope({ services, user }: SignedInCall, permission: PermissionCode, key: string): Promise<void> {
  if (!(await reachesResource(services.db, user, punishment, permission, { keys: [key] })))
    throw new Refused('OUT_OF_SCOPE');
}

const ownHandler = handler(ownConduct, async (_input, { user: { studentCode }, services: { db }, now }) => {
  if (studentCode === null) throw new Refused('NOT_FOUND');
  const [rewards, punishments, leaves, grades] = await Promise.all([
    readOwnRewards(db, studentCode),
    readOwnPunishments(db, studentCode, toDateTimeText(now).slice(0, 10)),
    readOwnLeaves(db, studentCode),
    readOwnGrades(db, studentCode),
  ]);
  return { rewards, punishments, leaves, grades };
});

/** A student of the scope; `$SELF` are those of the classes that the teacher advises. */
const advisedStudent: ScopedRow = {
  ...studentScope('student'),
  own: ({ gh }, params) =>
    gh === null
      ? 'false'
      : `student.bjdm in (select own.bjdm from base.class_info own
          where ${params.add(gh)} in (own.bzrgh, own.fdygh))`,
};

const backHandler = handler(backFromLeaveOperation, async ({ commandId, leaveResultId }, call) => {
  const params = sqlParams();
  const key = params.add(leaveResultId);
  const reach = scopeCondition(call.user, 'leaveResult:back', advisedStudent, params);
  const { rowCount } = await call.services.db.query(
    `select from base.leave_result known join base.student using (student_code)
      where known.leave_result_id = ${key} and ${reach}`,
    [...params.values],
  );
  if (rowCount === 0) throw new Refused('OUT_OF_SCOPE');
  return await runCommand(backFromLeave, { leaveResultId }, call, { commandId });
});

const ofClassesHandler = handler(leaveOfClasses, async (asked, { user: { gh }, services: { db }, now }) =>
  gh === null ? { rows: [], total: 0 } : await readLeaveOfClasses(db, gh, asked, now),
);

export const conductHandlers = [
  ownHandler,
  handler(deliverPunishmentOperation, async ({ commandId, ...payload }, call) => {
    await inScope(call, 'punishment:deliver', payload.punishmentId);
    return await runCommand(deliverPunishment, payload, call, { commandId });
  }),
  handler(appealPunishmentOperation, ({ commandId, ...payload }, call) =>
    runCommand(appealPunishment, payload, call, { commandId }),
  ),
  handler(decideAppealOperation, async ({ commandId, ...payload }, call) => {
    await inScope(call, 'punishment:decideAppeal', payload.punishmentId);
    return await runCommand(decideAppeal, payload, call, { commandId });
  }),
  handler(removePunishmentOperation, async ({ commandId, ...payload }, call) => {
    await inScope(call, 'punishment:remove', payload.punishmentId);
    return await runCommand(removePunishment, payload, call, { commandId });
  }),
  handler(revokePunishmentOperation, async ({ commandId, ...payload }, call) => {
    await inScope(call, 'punishment:revoke', payload.punishmentId);
    return await runCommand(revokePunishment, payload, call, { commandId });
  }),
  ofClassesHandler,
  handler(leaveTotals, (asked, { user, services: { db } }) => readLeaveTotals(db, user, asked)),
  backHandler,
  handler(computeStudyScoresOperation, ({ commandId, ...payload }, call) =>
    runCommand(computeStudyScores, payload, call, { commandId }),
  ),
];

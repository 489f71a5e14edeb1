import { decideApplication } from '@jwxt/contracts/approval/application.command.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { groupSignUps, setSignUpsPaid } from '@jwxt/contracts/makeup/rebuild-sign-up.command.ts';
import { payStatus, rebuildMode } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { chargeMode, rebuildExpenseSet } from '@jwxt/contracts/score-setting/rebuild-expense-set.resource.ts';
import { rebuildSignUpResult } from '@jwxt/contracts/student-application/kinds/rebuild-sign-up-result.ts';
import { derivedId } from '../runtime/event-id.ts';
import type { Stage } from './sheet-story.ts';

/** A student who failed a course, and the unit that opens it. */
export interface FailedBy {
  readonly studentCode: string;
  readonly courseId: string;
  readonly unit: string;
}

/** How far sign-ups have come, over and over; those whose class is made begin. */
const fates = ['grouped', 'owed', 'paid', 'waiting'] as const;
const TOLD = 12;
const CLASS_SIZE = 40;

/**
 * Students sign up to take courses again (SCORE-MORE-27, 29, 30): some wait for their clerk, some for their fee or a
 * class, some have one. The office signs them up.
 */
export async function tellRebuilds(
  { sender, accounts, window }: Stage,
  failed: readonly FailedBy[],
  semesterId: string,
  at: string,
): Promise<void> {
  const step = (what: string, actor: Actor, permission: PermissionCode) => ({
    commandId: derivedId(`demo:rebuild-sign-up:${what}`),
    actor,
    permission,
    at,
  });
  const { office } = accounts;
  for (const [what, mode, price] of [
    ['own', rebuildMode.own, '100'],
    ['joined', rebuildMode.joined, '60'],
  ] as const)
    await sender.send(
      rebuildExpenseSet.commands.create,
      {
        values: {
          semesterId: null,
          courseNature: null,
          rebuildMode: mode,
          chargeMode: chargeMode.byCredit,
          price,
          freeTimes: 0,
          sfqy: '1',
        },
      },
      step(`fee:${what}`, office, 'rebuildExpenseSet:create'),
    );
  const [paid, grouped]: [string[], string[]] = [[], []];
  for (const [index, { studentCode, courseId, unit }] of failed.slice(0, TOLD).entries()) {
    const fate = fates[index % fates.length];
    const applyId = derivedId(`demo:rebuild-sign-up:${studentCode}.${courseId}`);
    const form = { courseId, rebuildMode: fate === 'owed' ? rebuildMode.joined : rebuildMode.own };
    await sender.send(
      rebuildSignUpResult.commands.apply,
      { applyId, studentId: studentCode, form },
      step(`apply:${applyId}`, office, 'rebuildSignUpResult:apply'),
    );
    if (fate === 'waiting') continue;
    await sender.send(
      decideApplication,
      { applyId, revision: 0, approvalStatus: '0', approvalOpinion: '同意重修' },
      step(`confirm:${applyId}`, accounts.clerk(unit), 'system:approve'),
    );
    if (fate !== 'owed') paid.push(applyId);
    if (fate === 'grouped') grouped.push(applyId);
  }
  if (paid.length === 0) return;
  await sender.send(
    setSignUpsPaid,
    { signUpIds: paid, payStatus: payStatus.paid },
    step('paid', office, 'rebuildManagement:update'),
  );
  await sender.send(
    groupSignUps,
    { signUpIds: grouped, semesterId, size: CLASS_SIZE, window },
    step('group', office, 'rebuildManagement:update'),
  );
}

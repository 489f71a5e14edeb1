import { transferApplication, urgeApplication } from '@jwxt/contracts/approval/application.command.ts';
import { transferApproval, transferTargets, urgeApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { mayUrgeForOffice, type ApplicationRow } from './approval-rows.ts';
import { findApplication } from './approval.read.ts';
import { readTargetsOf } from './approver.read.ts';
import { viewerOf } from './shared/approval-viewer.ts';

/** The application, if the caller may see it; whoever may not is told that there is none. */
async function seen(applyId: string, call: SignedInCall): Promise<ApplicationRow> {
  const row = await findApplication(call.services.db, await viewerOf(call), applyId);
  if (!row) throw new Refused('APPROVAL_NOT_FOUND');
  return row;
}

const targetsHandler = handler(transferTargets, async ({ applyId }, call) => {
  const row = await seen(applyId, call);
  const node = row.nodes.find(({ processNodeId }) => processNodeId === row.current_node_id);
  return await readTargetsOf(call.services.db, node, row, row.assignee_user ?? call.user.userName);
});

const transferHandler = handler(transferApproval, async ({ commandId, ...payload }, call) => {
  await seen(payload.applyId, call);
  const { applyId } = await runCommand(transferApplication, payload, call, { commandId });
  return { applyId };
});

const urgeHandler = handler(urgeApproval, async ({ commandId, applyId, remark }, call) => {
  const row = await seen(applyId, call);
  const own = row.applicant_user === call.user.userName;
  if (!own && !mayUrgeForOffice(call.user)) throw new Refused('APPROVAL_URGE_NOT_YOURS');
  await runCommand(urgeApplication, { applyId, remark, capacity: own ? 'applicant' : 'office' }, call, {
    commandId,
  });
  return { applyId };
});

export const urgingHandlers = [targetsHandler, transferHandler, urgeHandler];

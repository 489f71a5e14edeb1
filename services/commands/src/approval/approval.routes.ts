import {
  cancelApplication,
  decideApplication,
  recallApplication,
  terminateApplication,
  transferApplication,
  urgeApplication,
} from '@jwxt/contracts/approval/application.command.ts';
import {
  applicationStream,
  type ApplicationEvent,
  type Represented,
} from '@jwxt/contracts/approval/application.events.ts';
import type { ApplicationState, InApproval } from '@jwxt/contracts/approval/application.state.ts';
import { nodeResult } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { defineRoute, type CommandDone, type CommandRoute, type CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { applicationDecider, type ApplicationCommand, type ApplicationFacts } from './application.decider.ts';
import { conflictOf } from './adjust-course.facts.ts';
import { definedNode } from './shared/process-version.ts';
import { processSettingRoutes } from './process-setting.routes.ts';
import { loadApprover, representedBy } from './secondary-auth.facts.ts';
import { secondaryAuthRoutes } from './secondary-auth.routes.ts';

interface Shown {
  readonly applyId: string;
  readonly processNo: string;
  readonly approvalBusinessStatus: string;
  readonly revision: number;
}

/** Commands of approvals and their processes. */
export const approvalRoutes: readonly CommandRoute[] = [
  defineRoute(decideApplication, (payload, context, services) =>
    onApplication(
      payload.applyId,
      {
        type: 'decide',
        revision: payload.revision,
        result: payload.approvalStatus,
        backNode: payload.backNode,
        opinion: payload.approvalOpinion,
        isAllSchool: payload.isAllSchool,
      },
      context,
      services,
      payload.authId,
    ),
  ),
  defineRoute(recallApplication, (payload, context, services) =>
    onApplication(payload.applyId, { type: 'recall', reason: payload.reason ?? null }, context, services),
  ),
  defineRoute(cancelApplication, ({ applyId, reason }, context, services) =>
    onApplication(applyId, { type: 'cancel', reason }, context, services),
  ),
  defineRoute(transferApplication, ({ applyId, ...handing }, context, services) =>
    onApplication(applyId, { type: 'transfer', ...handing }, context, services),
  ),
  defineRoute(terminateApplication, ({ applyId, revision, reason }, context, services) =>
    onApplication(applyId, { type: 'terminate', revision, reason }, context, services),
  ),
  defineRoute(urgeApplication, ({ applyId, capacity, remark }, context, services) =>
    onApplication(applyId, { type: 'urge', capacity, remark }, context, services),
  ),
  ...secondaryAuthRoutes,
  ...processSettingRoutes,
];

async function onApplication(
  applyId: string,
  command: ApplicationCommand,
  context: CommandContext,
  services: CommandServices,
  authId?: string,
): Promise<CommandDone<Shown> | Refused> {
  const done = await services.handler.execute<ApplicationState, ApplicationCommand, ApplicationEvent, ApplicationFacts>(
    {
      stream: applicationStream(applyId),
      decider: applicationDecider,
      command,
      context,
      facts: (state) => factsOf(state, command, context, services, authId),
    },
  );
  if (isRefused(done)) return done;
  if (done.state.phase === 'none')
    throw new Error(`${context.commandId} was not refused, and yet there is no application ${applyId}`);
  return {
    result: {
      applyId,
      processNo: done.state.draft.process.processNo,
      approvalBusinessStatus: done.state.status,
      revision: done.state.revision,
    },
    position: done.position,
  };
}

/** What the decision needs beside the stream; rights are read each time. */
async function factsOf(
  state: ApplicationState,
  command: ApplicationCommand,
  { actor, time }: CommandContext,
  services: CommandServices,
  authId: string | undefined,
): Promise<ApplicationFacts | Refused> {
  const { userName, name, departmentName } = actor;
  const who = { userName, name, departmentName, now: time };
  const closed =
    command.type === 'recall' && state.phase === 'inApproval' ? await closedWindow(state, time, services) : null;
  if (closed) return closed;
  if (state.phase !== 'inApproval' || (command.type !== 'decide' && command.type !== 'transfer'))
    return { ...who, candidate: false };
  const { isCandidate, pool } = services;
  if (command.type === 'transfer') {
    const [candidate, target, targetIs] = await Promise.all([
      isCandidate(userName, state.node),
      loadApprover(pool, command.toUser),
      isCandidate(command.toUser, state.node),
    ]);
    return { ...who, candidate, target: target && { ...target, candidate: targetIs } };
  }
  const onBehalfOf: Represented | null | Refused =
    authId === undefined
      ? null
      : await representedBy(services, authId, { userName, processNo: state.draft.process.processNo, now: time });
  if (onBehalfOf && isRefused(onBehalfOf)) return onBehalfOf;
  const [candidate, conflict, node] = await Promise.all([
    isCandidate(onBehalfOf?.userName ?? userName, state.node),
    command.result === nodeResult.passed ? conflictOf(services, state.draft) : null,
    command.result === nodeResult.rejected ? definedNode(pool, state.draft.process, state.node.processNodeId) : null,
  ]);
  return { ...who, candidate, conflict, canReject: node?.canReject, ...(onBehalfOf ? { onBehalfOf } : {}) };
}

/**
 * Scores are recalled only while they could be entered and sent again (SCORE-MORE-05); other applications whenever they
 * like.
 */
async function closedWindow({ draft }: InApproval, now: string, { handler }: CommandServices): Promise<Refused | null> {
  if (draft.businessTable !== 'T_CJGL_CJLR' || !draft.teachingClassId || !draft.scoreType) return null;
  const { state } = await handler.read(sheetStream(draft.teachingClassId, draft.scoreType), sheetStreams);
  return state.status !== sheetStatus.unset && now > state.window.end
    ? refuse('SHEET_RECALL_CLOSED', { end: toDateTimeText(state.window.end) })
    : null;
}

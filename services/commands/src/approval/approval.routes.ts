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
import { votersNow } from './shared/node-voters.ts';
import { passRefusal } from './shared/pass-refusal.ts';
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

/** For whom somebody decides who is absent: the authorisations that he names. */
interface StandingIn {
  readonly authId?: string | undefined;
  readonly alsoFor?: readonly string[] | undefined;
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
      payload,
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
  standingIn: StandingIn = {},
): Promise<CommandDone<Shown> | Refused> {
  const done = await services.handler.execute<ApplicationState, ApplicationCommand, ApplicationEvent, ApplicationFacts>(
    {
      stream: applicationStream(applyId),
      decider: applicationDecider,
      command,
      context,
      facts: (state) => factsOf(state, command, context, services, standingIn),
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
  { authId, alsoFor = [] }: StandingIn,
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
    const [candidate, target, targetIs, voters] = await Promise.all([
      isCandidate(userName, state.node),
      loadApprover(pool, command.toUser),
      isCandidate(command.toUser, state.node),
      votersNow(services, state),
    ]);
    return { ...who, candidate, target: target && { ...target, candidate: targetIs }, voters };
  }
  const onBehalfOf: Represented | null | Refused =
    authId === undefined
      ? null
      : await representedBy(services, authId, { userName, processNo: state.draft.process.processNo, now: time });
  if (onBehalfOf && isRefused(onBehalfOf)) return onBehalfOf;
  const passes = command.result === nodeResult.passed;
  const [candidate, conflict, voters, node] = await Promise.all([
    isCandidate(onBehalfOf?.userName ?? userName, state.node),
    passes ? passRefusal(services, state.draft) : null,
    passes ? votersNow(services, state) : null,
    command.result === nodeResult.rejected ? definedNode(pool, state.draft.process, state.node.processNodeId) : null,
  ]);
  const also = voters ? await votesFor(alsoFor, onBehalfOf?.userName ?? userName, voters, state, who, services) : [];
  return {
    ...who,
    candidate,
    conflict,
    voters,
    alsoFor: also,
    canReject: node?.canReject,
    ...(onBehalfOf ? { onBehalfOf } : {}),
  };
}

/**
 * For whom a person passes a node besides, where all must: absent people whose vote is open. An authorisation that is
 * not in force any more counts for nobody.
 */
async function votesFor(
  alsoFor: readonly string[],
  decider: string,
  voters: readonly string[],
  { draft, endorsedBy }: InApproval,
  { userName, now }: { readonly userName: string; readonly now: string },
  services: CommandServices,
): Promise<Represented[]> {
  const found = await Promise.all(
    alsoFor.map((authId) => representedBy(services, authId, { userName, processNo: draft.process.processNo, now })),
  );
  const open = found.filter(
    (one): one is Represented =>
      !isRefused(one) &&
      one.userName !== decider &&
      voters.includes(one.userName) &&
      !endorsedBy.includes(one.userName),
  );
  return [...new Map(open.map((one) => [one.userName, one])).values()];
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

import { applicationStream, type ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import type { ApplicationState, InApproval } from '@jwxt/contracts/approval/application.state.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { systemActor } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { isRefused } from '../kernel/refusal.ts';
import { isReadModelNotYet } from '../kernel/read-model-missing.ts';
import { repeatedly } from '../kernel/repeatedly.ts';
import { applicationDecider, type ApplicationCommand, type ApplicationFacts } from './application.decider.ts';
import { votersNow } from './shared/node-voters.ts';
import { passRefusal } from './shared/pass-refusal.ts';
import { loadDefinition, loadLimitDays } from './shared/process-version.ts';
import { findEndorsed, findLate, type Late } from './watched-applications.ts';

const everyMs = 60_000;

/**
 * Tells of every application that waits at a node for longer than its process lets it, where the version says what
 * happens then (SYSADMIN-23 超时处理). Read models only say which to look at: the application itself decides whether it
 * is overdue and has not been told of. Answers how many were told of.
 */
export async function tellOverdue(services: CommandServices, now: Date): Promise<number> {
  const limitDays = await loadLimitDays(services.pool);
  const rows = await findLate(services.pool, now, limitDays);
  let told = 0;
  for (const row of rows) if (await tell(services, row, { now: now.toISOString(), limitDays })) told += 1;
  return told;
}

/** Whether this one was told of now; once for each time that it comes to a node, whoever tells and however often. */
async function tell(
  { handler, pool }: CommandServices,
  { apply_id: applyId, current_node_id: nodeId, waiting_since: since }: Late,
  { now, limitDays }: { readonly now: string; readonly limitDays: number },
): Promise<boolean> {
  const id = `overdue:${applyId}:${nodeId}:${since.toISOString()}`;
  return bySystem(handler, applyId, { type: 'tellOverdue' }, { id, now }, async ({ draft: { process } }) => {
    const action = (await loadDefinition(pool, process.processNo, process.processVersion))?.timeoutAction;
    return { timeout: action ? { action, limitDays: process.timeLimitDays ?? limitDays } : null };
  });
}

/**
 * Passes every node that all must pass and that waits for nobody any more, because those who had not passed it are no
 * approvers of it now (SYSADMIN-24 审批方式). Answers how many were passed.
 */
export async function completeNodes(services: CommandServices, now: Date): Promise<number> {
  let completed = 0;
  for (const { apply_id: applyId, revision, endorsed_by: by } of await findEndorsed(services.pool)) {
    const at = { id: `complete:${applyId}:${String(revision)}:${String(by.length)}`, now: now.toISOString() };
    const done = await bySystem(services.handler, applyId, { type: 'completeNode' }, at, async (state) => {
      const [voters, conflict] = await Promise.all([votersNow(services, state), passRefusal(services, state.draft)]);
      return { voters, conflict };
    });
    if (done) completed += 1;
  }
  return completed;
}

/**
 * Carries out on an application what happens by itself, under an id that stays the same however often; whether it
 * changed anything now.
 */
async function bySystem(
  handler: CommandServices['handler'],
  applyId: string,
  command: Extract<ApplicationCommand, { type: 'tellOverdue' | 'completeNode' }>,
  { id, now }: { readonly id: string; readonly now: string },
  factsOf: (state: InApproval) => Promise<Partial<ApplicationFacts>>,
): Promise<boolean> {
  const commandId = derivedId(id);
  const done = await handler.execute<ApplicationState, ApplicationCommand, ApplicationEvent, ApplicationFacts>({
    stream: applicationStream(applyId),
    decider: applicationDecider,
    command,
    context: {
      commandId,
      command: `application.${command.type}`,
      correlationId: commandId,
      causationId: null,
      clientAddress: null,
      actor: systemActor,
      permission: null,
      time: now,
    },
    async facts(state) {
      const { userName, name, departmentName } = systemActor;
      const who = { userName, name, departmentName, candidate: false, now };
      return state.phase === 'inApproval' ? { ...who, ...(await factsOf(state)) } : who;
    },
  });
  return !isRefused(done) && done.appended;
}

/** Looks every minute what has become overdue and what nobody is waited for at; for the process that leads. */
export function startApprovalWatch(
  services: CommandServices,
  logger: Logger,
  now: () => Date = () => new Date(),
): { close(): Promise<void> } {
  return repeatedly(everyMs, async () => {
    try {
      const completed = await completeNodes(services, now());
      if (completed > 0) logger.info({ completed }, '其余审批人已不再担任，审批节点已通过');
      const told = await tellOverdue(services, now());
      if (told > 0) logger.info({ told }, '已提醒超时的审批');
    } catch (error) {
      if (!isReadModelNotYet(error)) logger.warn({ err: error }, '审批的巡检未完成，稍后重试');
    }
  });
}

import type { AdjustCourseEvent } from '@jwxt/contracts/approval/adjust-course.events.ts';
import { adjustCourseMessages } from '@jwxt/contracts/approval/adjust-course.wording.ts';
import {
  applicationStream,
  type ApplicationEvent,
  type NodeSnapshot,
} from '@jwxt/contracts/approval/application.events.ts';
import {
  applicationStreams,
  type ApplicationState,
  type InApproval,
} from '@jwxt/contracts/approval/application.state.ts';
import { applicationMessages, copiedMessages, reportedMessage } from '@jwxt/contracts/approval/application.wording.ts';
import type { MessageText } from '@jwxt/contracts/kernel/event-words.ts';
import { deferredExam } from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import { studentApplicationOf } from '@jwxt/contracts/student-application/all-student-applications.ts';
import { studentApplicationPath } from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import { deferredExamPath } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { inTransaction, type Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { approversAt, coversUnit, loadRoleHolders, loadUnitTree } from '../approval/shared/approvers.facts.ts';
import { loadDefinition } from '../approval/shared/process-version.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { isNews, writeMessage } from './shared/system-message.ts';

const messages = { ...applicationMessages, ...adjustCourseMessages };
/** What is told of: how an application goes on, and that one which passed could not take effect. */
type Told = Extract<ApplicationEvent | AdjustCourseEvent, { type: keyof typeof messages }>;
/** What is told besides to those to whom its nodes are copied. */
type CopiedEvent = Extract<ApplicationEvent, { type: keyof typeof copiedMessages }>;
type Submitted = Exclude<ApplicationState, { phase: 'none' }>;

type Overdue = Extract<ApplicationEvent, { type: 'ApplicationOverdue' }>['data'];

/** What somebody is told of an event, and who. */
interface Telling extends MessageText {
  readonly departmentName: string;
  readonly createName: string;
  readonly users: readonly string[];
}

/**
 * Messages about applications: the applicant hears how it ended and whether it could take effect, an approver that it
 * was handed to him, the approvers of its node that somebody waits or has waited too long, which is reported to those
 * one level up where the process says so, those to whom a node is copied that it passed there and how it ended. The
 * message's id is derived from the event, so that it is written once, whatever breaks.
 */
export const tellOfApplications: Policy = {
  name: 'application-message',
  types: [...new Set([...Object.keys(messages), ...Object.keys(copiedMessages)])] as (Told | CopiedEvent)['type'][],
  start: 'beginning',
  async react(stored, services) {
    if (!isNews(stored)) return null;
    const event = stored.event as Told | CopiedEvent;
    const { state } = await services.handler.read(applicationStream(event.data.applyId), applicationStreams);
    if (state.phase === 'none') return null;
    if (isTold(event)) await write(stored, 'system', await tellingOf(event, state, services), state, services);
    if (event.type === 'ApplicationOverdue' && event.data.reportedTo) {
      const reporting = await reportingOf(event.data, event.data.reportedTo, state, services);
      await write(stored, 'reported', reporting, state, services);
    }
    if (isCopied(event))
      await write(stored, 'copied', await copyingOf(stored, event, state, services), state, services);
    return null;
  },
};

const isTold = (event: Told | CopiedEvent): event is Told => Object.hasOwn(messages, event.type);
const isCopied = (event: Told | CopiedEvent): event is CopiedEvent => Object.hasOwn(copiedMessages, event.type);

async function write(
  stored: StoredEvent,
  kind: 'system' | 'copied' | 'reported',
  { title, content, departmentName, createName, users }: Telling,
  state: Submitted,
  { pool }: CommandServices,
): Promise<void> {
  if (users.length === 0) return;
  await inTransaction(pool, (client) =>
    writeMessage(
      client,
      {
        systemMessageEntityId: derivedId(`${stored.id}:${kind}-message`),
        title,
        content,
        departmentName,
        createName,
        createTime: stored.metadata.time,
        endTime: null,
        noticeId: null,
        link: pageOf(state),
      },
      { users },
    ),
  );
}

/** Where an application is looked at: students, who have no approval centre, have pages for what they apply for. */
function pageOf({ draft: { applyId, process } }: Submitted): string {
  const kind = studentApplicationOf(process.processNo);
  if (kind) return studentApplicationPath(kind.group, applyId);
  return process.processNo === deferredExam.processNo
    ? deferredExamPath(applyId)
    : `${modulePath('messageSystem', 'approval')}?scope=0&applyId=${encodeURIComponent(applyId)}`;
}

async function tellingOf({ type, data }: Told, state: Submitted, services: CommandServices): Promise<Telling> {
  const { process, applicant, content } = state.draft;
  const subject = { processName: process.processName, about: content.title };
  const users = [applicant.userName];
  switch (type) {
    case 'ApplicationPassed':
    case 'ApplicationNotPassed':
    case 'ApplicationReturned':
      return { ...messages[type](data, subject), ...decidedBy(data), users };
    case 'ApplicationTransferred':
      return {
        ...messages[type](data, subject),
        departmentName: data.fromDepartmentName ?? '',
        createName: data.fromName,
        users: [data.toUser],
      };
    case 'ApplicationUrged':
      return {
        ...messages[type](data, subject),
        departmentName: data.urgerDepartmentName ?? '',
        createName: data.urgerName,
        users: await approversNow(data.processNodeId, state, services),
      };
    case 'ApplicationOverdue':
      return {
        ...messages[type](data, subject),
        ...bySystem,
        users: await approversNow(data.processNodeId, state, services),
      };
    case 'AdjustCourseClashed':
      return { ...messages[type](data, subject), ...bySystem, users };
    default:
      return type satisfies never;
  }
}

/** Nobody's message: what happens by itself. */
const bySystem = { departmentName: '', createName: '系统' } as const;

function decidedBy({
  auditPersonName,
  auditPersonDepartmentName,
}: {
  auditPersonName: string;
  auditPersonDepartmentName: string | null;
}): Pick<Telling, 'departmentName' | 'createName'> {
  return { departmentName: auditPersonDepartmentName ?? '', createName: auditPersonName };
}

/**
 * Whom the nodes copied are told: of a node that passed those of this node, of the end those of all nodes that decided
 * in this round. The last node's passing is the end, which is told alone.
 */
async function copyingOf(
  { metadata }: StoredEvent,
  event: CopiedEvent,
  { draft: { process, applicant }, decisions }: Submitted,
  { pool }: CommandServices,
): Promise<Telling> {
  const subject = { processName: process.processName, applicantName: applicant.name };
  const text =
    event.type === 'NodePassed'
      ? copiedMessages.NodePassed(event.data, subject)
      : copiedMessages[event.type](event.data, subject);
  const definition = await loadDefinition(pool, process.processNo, process.processVersion);
  const copied = copiedNodes(event, decisions).flatMap(({ processNodeId, scopeUnit }) =>
    (definition?.nodes.find((node) => node.processNodeId === processNodeId)?.ccRoles ?? []).map((roleCode) => ({
      roleCode,
      scopeUnit,
    })),
  );
  // The applicant hears of it anyway, and who decided knows.
  const knowing = [applicant.userName, metadata.actor.userName];
  const users = (await holdersOf(copied, pool)).filter((userName) => !knowing.includes(userName));
  return { ...text, ...decidedBy(event.data), users };
}

/** Whom it is reported to that it waits too long, but for those who are reminded anyway, or had a hand in it. */
async function reportingOf(
  data: Overdue,
  reportedTo: NonNullable<Overdue['reportedTo']>,
  state: Submitted,
  services: CommandServices,
): Promise<Telling> {
  const { process, applicant, enteredBy } = state.draft;
  const reminded = await approversNow(data.processNodeId, state, services);
  const knowing = new Set([applicant.userName, ...enteredBy, ...reminded]);
  const above = waitsAt(state, data.processNodeId) ? await holdersOf([reportedTo], services.pool) : [];
  return {
    ...reportedMessage(data, { processName: process.processName, applicantName: applicant.name }),
    ...bySystem,
    users: above.filter((userName) => !knowing.has(userName)),
  };
}

function copiedNodes({ type, data }: CopiedEvent, decisions: Submitted['decisions']): NodeSnapshot[] {
  const decided = decisions.filter(({ round }) => round === data.round).map(({ node }) => node);
  if (type !== 'NodePassed') return decided;
  return data.nextNodeId === null
    ? []
    : decided.filter(({ processNodeId }) => processNodeId === data.processNodeId).slice(0, 1);
}

/** Who holds the roles, each for its unit. */
async function holdersOf(
  copied: readonly { readonly roleCode: string; readonly scopeUnit: string }[],
  pool: Queryable,
): Promise<string[]> {
  if (copied.length === 0) return [];
  const roles = copied.map(({ roleCode }) => roleCode);
  const [holders, units] = await Promise.all([loadRoleHolders(pool, roles), loadUnitTree(pool)]);
  const reached = holders.filter((holder) =>
    copied.some(({ roleCode, scopeUnit }) => roleCode === holder.roleCode && coversUnit(holder, scopeUnit, units)),
  );
  return [...new Set(reached.map(({ userName }) => userName))];
}

/** Whether it has not moved on: otherwise there is nothing to hurry any more. */
function waitsAt(state: Submitted, processNodeId: string): state is InApproval {
  return state.phase === 'inApproval' && state.node.processNodeId === processNodeId;
}

/**
 * Who is waited for at the node that the application waits at: whom it was handed to, or those of the node who have not
 * passed it; nobody when it has moved on.
 */
async function approversNow(
  processNodeId: string,
  state: Submitted,
  { pool }: CommandServices,
): Promise<readonly string[]> {
  if (!waitsAt(state, processNodeId)) return [];
  const { node, draft, assignee, endorsedBy } = state;
  if (assignee) return [assignee.userName];
  return (await approversAt(pool, node, draft)).filter((userName) => !endorsedBy.includes(userName));
}

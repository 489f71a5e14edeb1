import type { AdjustCourseEvent } from '@jwxt/contracts/approval/adjust-course.events.ts';
import { adjustCourseMessages } from '@jwxt/contracts/approval/adjust-course.wording.ts';
import { applicationStream, type ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams, type ApplicationState } from '@jwxt/contracts/approval/application.state.ts';
import { applicationMessages } from '@jwxt/contracts/approval/application.wording.ts';
import type { MessageText } from '@jwxt/contracts/kernel/event-words.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import { coversUnit, loadRoleHolders, loadUnitTree } from '../approval/shared/approvers.facts.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { isNews, writeMessage } from './shared/system-message.ts';

const messages = { ...applicationMessages, ...adjustCourseMessages };
/** What is told of: how an application goes on, and that one which passed could not take effect. */
type Told = Extract<ApplicationEvent | AdjustCourseEvent, { type: keyof typeof messages }>;
type Submitted = Exclude<ApplicationState, { phase: 'none' }>;

/** What somebody is told of an event, and who. */
interface Telling extends MessageText {
  readonly departmentName: string;
  readonly createName: string;
  readonly users: readonly string[];
}

/**
 * Messages about applications: the applicant hears how it ended and whether it could take effect, an approver that it
 * was handed to him, the approvers of its node that somebody waits. The message's id is derived from the event, so that
 * it is written once, whatever breaks.
 */
export const tellOfApplications: Policy = {
  name: 'application-message',
  types: Object.keys(messages) as Told['type'][],
  start: 'beginning',
  async react(stored, services) {
    if (!isNews(stored)) return null;
    const event = stored.event as Told;
    const { state } = await services.handler.read(applicationStream(event.data.applyId), applicationStreams);
    const told = state.phase === 'none' ? null : await tellingOf(event, state, services);
    if (told !== null && told.users.length > 0) await write(stored, told, services);
    return null;
  },
};

async function write(
  stored: StoredEvent,
  { title, content, departmentName, createName, users }: Telling,
  { pool }: CommandServices,
): Promise<void> {
  await inTransaction(pool, (client) =>
    writeMessage(
      client,
      {
        systemMessageEntityId: derivedId(`${stored.id}:system-message`),
        title,
        content,
        departmentName,
        createName,
        createTime: stored.metadata.time,
        endTime: null,
        noticeId: null,
        link:
          `${modulePath('messageSystem', 'approval')}?scope=0&applyId=` +
          `${encodeURIComponent((stored.event as Told).data.applyId)}`,
      },
      { users },
    ),
  );
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
    case 'AdjustCourseClashed':
      return { ...messages[type](data, subject), departmentName: '', createName: '系统', users };
    default:
      return type satisfies never;
  }
}

function decidedBy({
  auditPersonName,
  auditPersonDepartmentName,
}: {
  auditPersonName: string;
  auditPersonDepartmentName: string | null;
}): Pick<Telling, 'departmentName' | 'createName'> {
  return { departmentName: auditPersonDepartmentName ?? '', createName: auditPersonName };
}

/** Who may decide at the node that the application waits at; nobody when it has moved on. */
async function approversNow(
  processNodeId: string,
  state: Submitted,
  { pool }: CommandServices,
): Promise<readonly string[]> {
  if (state.phase !== 'inApproval' || state.node.processNodeId !== processNodeId) return [];
  const { node, draft } = state;
  const [holders, units] = await Promise.all([loadRoleHolders(pool, [node.roleCode]), loadUnitTree(pool)]);
  const excluded = new Set([draft.applicant.userName, ...draft.enteredBy]);
  return holders
    .filter((holder) => !excluded.has(holder.userName) && coversUnit(holder, node.scopeUnit, units))
    .map(({ userName }) => userName);
}

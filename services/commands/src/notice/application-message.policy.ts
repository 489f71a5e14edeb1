import { clashNames, type AdjustCourseEvent } from '@jwxt/contracts/approval/adjust-course.events.ts';
import { applicationStream, type ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams, type ApplicationState } from '@jwxt/contracts/approval/application.state.ts';
import { modulePath } from '@jwxt/contracts/system/module.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import { coversUnit, loadRoleHolders, loadUnitTree } from '../kernel/approvers.facts.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { isNews, writeMessage } from '../kernel/system-message.ts';

/** What is told of: how an application goes on, and that one which passed could not take effect. */
type Told = ApplicationEvent | Extract<AdjustCourseEvent, { type: 'AdjustCourseClashed' }>;
type Submitted = Exclude<ApplicationState, { phase: 'none' }>;

/** What somebody is told of an event, and who. */
interface Telling {
  readonly title: string;
  readonly content: string;
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
  types: [
    'ApplicationPassed',
    'ApplicationNotPassed',
    'ApplicationReturned',
    'ApplicationTransferred',
    'ApplicationUrged',
    'AdjustCourseClashed',
  ],
  start: 'beginning',
  async react(stored, services) {
    if (!isNews(stored)) return null;
    const event = stored.event as Told;
    if (event.type === 'ApplicationSubmitted') return null;
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

async function tellingOf(event: Told, state: Submitted, services: CommandServices): Promise<Telling | null> {
  const {
    process: { processName },
    applicant,
    content: { title: about },
  } = state.draft;
  switch (event.type) {
    case 'ApplicationPassed':
      return {
        ...decidedBy(event.data),
        title: `${processName}已通过`,
        content: `您的申请“${about}”已通过。`,
        users: [applicant.userName],
      };
    case 'ApplicationNotPassed':
      return {
        ...decidedBy(event.data),
        title: `${processName}未通过`,
        content: `您的申请“${about}”未通过，意见：${event.data.opinion}`,
        users: [applicant.userName],
      };
    case 'ApplicationReturned':
      return {
        ...decidedBy(event.data),
        title: `${processName}已退回`,
        content: `您的申请“${about}”已退回，请修改后重新送审。意见：${event.data.opinion}`,
        users: [applicant.userName],
      };
    case 'ApplicationTransferred': {
      const { fromName, fromDepartmentName, toUser, reason } = event.data;
      return {
        title: `${processName}转办给您`,
        content: `${fromName}将“${about}”转办给您审批，原因：${reason}`,
        departmentName: fromDepartmentName ?? '',
        createName: fromName,
        users: [toUser],
      };
    }
    case 'ApplicationUrged': {
      const { urgerName, urgerDepartmentName, remark } = event.data;
      return {
        title: `${processName}催办`,
        content: `${urgerName}提醒您审批“${about}”${remark === '' ? '。' : `：${remark}`}`,
        departmentName: urgerDepartmentName ?? '',
        createName: urgerName,
        users: await approversNow(event.data.processNodeId, state, services),
      };
    }
    case 'AdjustCourseClashed': {
      const taken = event.data.with.map((one) => clashNames[one]).join('、');
      return {
        title: `${processName}未生效`,
        content: `您的申请“${about}”已通过，但生效时${taken}已被占用，未能生效，请另选时间或教室重新申请。`,
        departmentName: '',
        createName: '系统',
        users: [applicant.userName],
      };
    }
    default:
      return null;
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

import { because, line, type Messages, type Wording } from '../kernel/event-words.ts';
import type { ApplicationEvent } from './application.events.ts';
import { deciderName } from './application.state.ts';
import { nodeResult, nodeResultNames } from './approval.vocabulary.ts';

type EventData<Type extends ApplicationEvent['type']> = Extract<ApplicationEvent, { type: Type }>['data'];

/** How an application ended that did not take effect, as its content is told. */
export const endNames = { returned: '退回申请人', notPassed: '未通过', recalled: '由申请人撤回' } as const;

/** Steps of the approval log that are no decision; what a decision is called stands in {@link nodeResultNames}. */
export const logStepNames = {
  submitted: '提交申请',
  recalled: '撤回',
  skipped: '跳过',
  transferred: '转办',
  terminated: '终止',
  urged: '催办',
  overdue: '超时',
  endorsed: '会签通过',
  revoked: '撤销',
  clashed: '未能生效',
} as const;

/** What the approval log says beside a transfer. */
export const transferRemark = ({ toName, reason }: { readonly toName: string; readonly reason: string }): string =>
  `转办给 ${toName}：${reason}`;

/** What the approval log says beside a decision: its opinion, and that it was none of the node's approvers. */
export const decisionRemark = ({ opinion, terminated }: { opinion: string; terminated?: true | undefined }): string =>
  terminated ? `教务处终止：${opinion}` : opinion;

/** What the approval log says beside a time limit that has passed: who was told. */
export const overdueRemark = ({ limitDays, reportedTo }: EventData<'ApplicationOverdue'>): string =>
  `等待超过 ${String(limitDays)} 天，已提醒审批人${reportedTo ? `，并上报${reportedTo.name}` : ''}`;

/** The words of an approval, whatever it is about. */
export const applicationWording = {
  ApplicationSubmitted: {
    operation: '提交',
    heading: ({ round }) => ({ label: round > 1 ? `第${round}次提交` : logStepNames.submitted }),
    lines: ({ applicant, round, process, content }) =>
      line(`${applicant.name}${round > 1 ? `第 ${round} 次` : ''}提交${process.processName}：${content.title}`),
  },
  NodePassed: {
    operation: '审核',
    heading: ({ processNodeName }) => ({ label: '审核通过', title: `${processNodeName}通过` }),
    lines: (data) =>
      line(`${deciderName(data)}（${data.processNodeName}）审核通过${because('意见', data.opinion)}`, data.opinion),
  },
  NodeEndorsed: {
    operation: '审核',
    heading: ({ processNodeName }) => ({
      label: logStepNames.endorsed,
      title: `${processNodeName}一人通过，待他人审批`,
    }),
    lines: (data) =>
      line(
        `${deciderName(data)}（${data.processNodeName}）审核通过，待其他审批人审批${because('意见', data.opinion)}`,
        data.opinion,
      ),
  },
  ApplicationPassed: {
    operation: '审核',
    heading: () => ({ label: nodeResultNames[nodeResult.passed], title: '审批通过，申请结束' }),
    lines: () => line('审批全部通过，申请结束'),
  },
  ApplicationNotPassed: {
    operation: '审核',
    heading: ({ processNodeName, terminated }) =>
      terminated
        ? { label: logStepNames.terminated, title: `教务处在${processNodeName}终止申请` }
        : { label: nodeResultNames[nodeResult.notPassed], title: `${processNodeName}不通过，申请结束` },
    lines: (data) =>
      line(
        data.terminated
          ? `${data.auditPersonName}（教务处）在${data.processNodeName}终止申请${because('原因', data.opinion)}`
          : `${deciderName(data)}（${data.processNodeName}）审核不通过，申请结束${because('意见', data.opinion)}`,
        data.opinion,
      ),
  },
  ApplicationRejected: {
    operation: '退回',
    heading: ({ processNodeName, backNodeName }) => ({
      label: nodeResultNames[nodeResult.rejected],
      title: `${processNodeName}驳回至${backNodeName}`,
    }),
    lines: (data) =>
      line(
        `${deciderName(data)}（${data.processNodeName}）驳回至${data.backNodeName}${because('意见', data.opinion)}`,
        data.opinion,
      ),
  },
  ApplicationReturned: {
    operation: '退回',
    heading: ({ processNodeName }) => ({ label: '退回', title: `${processNodeName}退回申请人` }),
    lines: (data) =>
      line(`${deciderName(data)}（${data.processNodeName}）退回申请人${because('意见', data.opinion)}`, data.opinion),
  },
  ApplicationRecalled: {
    operation: '退回',
    heading: ({ byOffice }) =>
      byOffice ? { label: '退回', title: '教务处退回申请人' } : { label: logStepNames.recalled, title: '申请人撤回' },
    lines: ({ byOffice, reason }, { who }) =>
      line(
        byOffice
          ? `${byOffice.name}（教务处）将申请退回${because('原因', reason)}`
          : `${who}撤回申请${because('原因', reason)}`,
        reason ?? undefined,
      ),
  },
  ApplicationTransferred: {
    operation: '审核',
    heading: ({ fromName, toName, processNodeName, reason }) => ({
      label: logStepNames.transferred,
      title: `${fromName}转办给${toName}（${processNodeName}）：${reason}`,
    }),
    lines: ({ fromName, toName, processNodeName, reason }) =>
      line(`${fromName}将${processNodeName}转办给${toName}${because('原因', reason)}`, reason),
  },
  ApplicationUrged: {
    operation: '审核',
    heading: ({ capacity, processNodeName, remark }) => ({
      label: logStepNames.urged,
      title:
        `${capacity === 'applicant' ? '申请人' : '教务处'}催办（${processNodeName}）` +
        `${remark === '' ? '' : `：${remark}`}`,
    }),
    lines: ({ urgerName, capacity, processNodeName, remark }) =>
      line(
        `${urgerName}${capacity === 'applicant' ? '' : '（教务处）'}催办${processNodeName}${because('留言', remark)}`,
        remark,
      ),
  },
  ApplicationOverdue: {
    operation: '审核',
    heading: (data) => ({
      label: logStepNames.overdue,
      title: `${data.processNodeName}${overdueRemark(data)}`,
    }),
    lines: (data) => line(`${data.processNodeName}${overdueRemark(data)}`),
  },
} as const satisfies Wording<ApplicationEvent>;

/** What a message says that it is about: the process, and the application's title. */
export interface ApplicationSubject {
  readonly processName: string;
  readonly about: string;
}

/**
 * What those are sent to whom a node is copied (抄送): nothing of the content, which not each of them may read whole.
 */
export const copiedMessages = {
  NodePassed: ({ processNodeName }, { processName, applicantName }) => ({
    title: `${processName}抄送`,
    content: `${applicantName}的申请已由${processNodeName}通过，抄送给您。`,
  }),
  ApplicationPassed: (_data, { processName, applicantName }) => ({
    title: `${processName}抄送`,
    content: `${applicantName}的申请已全部通过，抄送给您。`,
  }),
  ApplicationNotPassed: ({ terminated }, { processName, applicantName }) => ({
    title: `${processName}抄送`,
    content: `${applicantName}的申请${terminated ? '已由教务处终止' : '未通过'}，抄送给您。`,
  }),
} as const satisfies Messages<ApplicationEvent, { readonly processName: string; readonly applicantName: string }>;

/** What those are sent one level up to whom it is reported that it waits too long: nothing of the content either. */
export const reportedMessage = (
  { processNodeName, limitDays }: EventData<'ApplicationOverdue'>,
  { processName, applicantName }: { readonly processName: string; readonly applicantName: string },
) => ({
  title: `${processName}超时上报`,
  content: `${applicantName}的申请在${processNodeName}等待超过 ${String(limitDays)} 天，上报给您，请督促办理。`,
});

/** What applicants and approvers are sent. */
export const applicationMessages = {
  ApplicationPassed: (_data, { processName, about }) => ({
    title: `${processName}已通过`,
    content: `您的申请“${about}”已通过。`,
  }),
  ApplicationNotPassed: ({ opinion, terminated }, { processName, about }) =>
    terminated
      ? {
          title: `${processName}已终止`,
          content: `您的申请“${about}”已由教务处终止，按未通过处理，原因：${opinion}`,
        }
      : { title: `${processName}未通过`, content: `您的申请“${about}”未通过，意见：${opinion}` },
  ApplicationReturned: ({ opinion }, { processName, about }) => ({
    title: `${processName}已退回`,
    content: `您的申请“${about}”已退回，请修改后重新送审。意见：${opinion}`,
  }),
  ApplicationTransferred: ({ fromName, reason }, { processName, about }) => ({
    title: `${processName}转办给您`,
    content: `${fromName}将“${about}”转办给您审批，原因：${reason}`,
  }),
  ApplicationUrged: ({ urgerName, remark }, { processName, about }) => ({
    title: `${processName}催办`,
    content: `${urgerName}提醒您审批“${about}”${remark === '' ? '。' : `：${remark}`}`,
  }),
  ApplicationOverdue: ({ processNodeName, limitDays }, { processName, about }) => ({
    title: `${processName}超时提醒`,
    content: `“${about}”在${processNodeName}等待超过 ${String(limitDays)} 天，请尽快审批。`,
  }),
} as const satisfies Messages<ApplicationEvent, ApplicationSubject>;

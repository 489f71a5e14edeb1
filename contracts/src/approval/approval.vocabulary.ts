import type { ModuleRoute } from '../kernel/module.vocabulary.ts';

/** Business status of an application, @SP_YWZT (APPROVAL-19…24, domain model LC-A). */
export const businessStatus = {
  saved: '0',
  awaiting: '1',
  inApproval: '2',
  returned: '3',
  recalled: '4',
  voided: '5',
  sentBack: '7',
  notPassed: '8',
  passed: '9',
} as const;
export type BusinessStatus = (typeof businessStatus)[keyof typeof businessStatus];
export const businessStatusNames = {
  [businessStatus.saved]: '已保存',
  [businessStatus.awaiting]: '待审核',
  [businessStatus.inApproval]: '审核中',
  [businessStatus.returned]: '已退回',
  [businessStatus.recalled]: '已撤回',
  [businessStatus.voided]: '已作废',
  [businessStatus.sentBack]: '驳回待审',
  [businessStatus.notPassed]: '不通过',
  [businessStatus.passed]: '通过',
} as const satisfies Record<BusinessStatus, string>;

/** Statuses in which a decision may be taken (APPROVAL-19). */
export const approvableStatuses: readonly BusinessStatus[] = [
  businessStatus.awaiting,
  businessStatus.inApproval,
  businessStatus.sentBack,
];

/** Process status, @SP_GCZT: 未启动, 已启动, 流转中, 已结束. */
export const processStatus = { notStarted: '0', started: '1', inProgress: '2', ended: '3' } as const;
export type ProcessStatus = (typeof processStatus)[keyof typeof processStatus];

/** The process status that goes with each business status. */
export const processStatusOf: Record<BusinessStatus, ProcessStatus> = {
  [businessStatus.saved]: processStatus.notStarted,
  [businessStatus.awaiting]: processStatus.started,
  [businessStatus.inApproval]: processStatus.inProgress,
  [businessStatus.returned]: processStatus.notStarted,
  [businessStatus.recalled]: processStatus.notStarted,
  [businessStatus.voided]: processStatus.ended,
  [businessStatus.sentBack]: processStatus.inProgress,
  [businessStatus.notPassed]: processStatus.ended,
  [businessStatus.passed]: processStatus.ended,
};

/** Result of a node, @SP_JDJG (APPROVAL-52): what `approvalStatus` carries. */
export const nodeResult = { passed: '0', notPassed: '1', rejected: '2' } as const;
export type NodeResult = (typeof nodeResult)[keyof typeof nodeResult];
export const nodeResultNames = {
  [nodeResult.passed]: '通过',
  [nodeResult.notPassed]: '不通过',
  [nodeResult.rejected]: '驳回',
} as const satisfies Record<NodeResult, string>;

/**
 * What is said of a decision that was taken, wherever it is taken: of one that passes the specification's words
 * (ERRORS-33; of a change of scores SCORE-CHANGE-10), of a refusal what became of the application. `backNode`: where a
 * rejected one went.
 */
export function decidedText(processNo: string, result: NodeResult, backNode?: string): string {
  if (result === nodeResult.notPassed) return '已审核为不通过';
  if (result === nodeResult.rejected) return backNode === APPLICANT_NODE ? '已退回申请人' : '已驳回到所选节点';
  return processNo === 'CJXGSP' ? '审核通过' : '审核成功';
}

/** Approval type, @SP_SPLX: what a process offers beside 通过, 不通过 or 驳回 to a node (APPROVAL-60, 61). */
export const approvalType = { refusing: '0', rejecting: '1' } as const;
export type ApprovalType = (typeof approvalType)[keyof typeof approvalType];

export const approvalTypeNames = { '0': '通过、不通过', '1': '通过、驳回' } as const;

/** How many of those who decide at a node must pass: any one, or all of them (审批方式, SYSADMIN-24). */
export const nodeMode = { any: '1', all: '2' } as const;
export type NodeMode = (typeof nodeMode)[keyof typeof nodeMode];
export const nodeModeNames = {
  [nodeMode.any]: '任一',
  [nodeMode.all]: '全部',
} as const satisfies Record<NodeMode, string>;

/** What happens once an application has waited at a node longer than it may (超时处理, SYSADMIN-23). */
export const timeoutAction = { remind: '0', report: '1' } as const;
export type TimeoutAction = (typeof timeoutAction)[keyof typeof timeoutAction];
export const timeoutActionNames = {
  [timeoutAction.remind]: '提醒',
  [timeoutAction.report]: '上报',
} as const satisfies Record<TimeoutAction, string>;

/** Which applications a list shows (APPROVAL-02…04): its `type`. */
export const approvalTab = { all: '0', waiting: '1', decided: '2' } as const;
export type ApprovalTab = (typeof approvalTab)[keyof typeof approvalTab];

/** Time range that leaves nothing out. */
export const ALL_TIME = '0' as const;
/** Time range in days → wording; 0 is everything (APPROVAL-05). */
export const timeScopes = [
  { value: '3', label: '近3天' },
  { value: '7', label: '近7天' },
  { value: '30', label: '近一月' },
  { value: '90', label: '近三月' },
  { value: '180', label: '近半年' },
  { value: ALL_TIME, label: '全部' },
] as const;
export const DEFAULT_TIME_SCOPE = '90';

/** Page size of the approval list (APPROVAL-08). */
export const APPROVAL_PAGE_SIZE = 8;

/** Token between the pieces of `applyContent`, each `label:value` (APPROVAL-30). */
export const CONTENT_SEPARATOR = '_SP_';

/**
 * Records that one event may give in the read model of the log, whose `seq` counts by revision and place: a process has
 * at most eight nodes.
 */
export const LOG_RECORDS_PER_EVENT = 10;

export const OPINION_MAX_LENGTH = 60;
export const OPINION_TOO_LONG = '只允许输入60个字符';
export const DEFAULT_OPINION = '同意';

/** Whether a decision lacks its reason: who refuses says why, and 同意 is no reason to refuse. */
export function lacksReason(result: NodeResult, opinion: string): boolean {
  return result !== nodeResult.passed && ['', DEFAULT_OPINION].includes(opinion.trim());
}

/** Process codes of the specification (APPROVAL-34…44), each with its name and the module that its content is of. */
const processes = {
  ZYPYFA: { name: '专业培养方案审批', module: 'schemeManage' },
  NJZYSP: { name: '年级专业执行计划审批', module: 'schemeManage' },
  ZXJHTZ: { name: '执行计划调整', module: 'schemeManage' },
  XSXXHD: { name: '学生信息核对审批', module: 'student' },
  ZYFLSP: { name: '专业分流审批', module: 'student' },
  ZZYSQ: { name: '转专业申请', module: 'student' },
  XJYDSQ: { name: '学籍异动申请', module: 'student' },
  GRPYFA: { name: '个人培养方案审批', module: 'schemeManage' },
  GRKCJH: { name: '个人课程计划申请', module: 'schemeManage' },
  ZXBGSQ: { name: '专项变更申请', module: 'schemeManage' },
  KCTDSQ: { name: '课程替代申请', module: 'schemeManage' },
  ZKCJSP: { name: '正考成绩审批', module: 'scoreManage' },
  BHKCJSP: { name: '补缓考成绩审批', module: 'scoreManage' },
  CXCJSP: { name: '重修成绩审批', module: 'scoreManage' },
  XTWCJRDSH: { name: '系统外成绩认定审核', module: 'scoreManage' },
  XWCJRDSH: { name: '校外成绩认定审核', module: 'scoreManage' },
  XTNCJRDSH: { name: '系统内成绩认定审核', module: 'scoreManage' },
  CJXGSP: { name: '成绩更改审批', module: 'scoreManage' },
  GXKSQ: { name: '公选课申请审批', module: 'scoreManage' },
  TTKSQ: { name: '调停课审批', module: 'arrange' },
  HKSQ: { name: '缓考申请', module: 'scoreManage' },
  ZXSQ: { name: '自修（免听）申请', module: 'scoreManage' },
  BXSQ: { name: '补修申请', module: 'scoreManage' },
  KCSBSQ: { name: '课程升版申请', module: 'scoreManage' },
  JHSSQ: { name: '交换生申请', module: 'scoreManage' },
  CXBM: { name: '重修报名', module: 'scoreManage' },
  CJZX: { name: '成绩注销', module: 'scoreManage' },
  CJJFSQ: { name: '成绩加分申请', module: 'scoreManage' },
  JCSP: { name: '奖励申请', module: 'student' },
  CFSP: { name: '处分申请', module: 'student' },
  QJXJ: { name: '请假申请', module: 'student' },
} as const satisfies Record<string, { readonly name: string; readonly module: ModuleRoute }>;
export type ProcessNo = keyof typeof processes;

/** Name of each process. */
export const processNames = Object.fromEntries(
  Object.entries(processes).map(([processNo, { name }]) => [processNo, name]),
) as Readonly<Record<ProcessNo, string>>;

/** Whether there is such a process. */
export const isProcess = (processNo: string): processNo is ProcessNo => Object.hasOwn(processes, processNo);

/** The processes whose content belongs to a module. */
export function processesOf(route: ModuleRoute): readonly ProcessNo[] {
  return Object.keys(processes)
    .filter(isProcess)
    .filter((processNo) => processes[processNo].module === route);
}

/** Node 0 is always the applicant. */
export const APPLICANT_NODE = '0';
export const APPLICANT_NODE_NAME = '申请人';

/** Scope rule of a node → whose unit the approver must cover (domain-model-score §6). */
export const scopeRuleNames = {
  KKDW: '开课单位',
  XSDW: '学生所在单位',
  SQDW: '申请人所在单位',
  XX: '全校',
  RKJS: '任课教师',
  JSDW: '接收单位',
  XZB: '学生行政班',
} as const;
export type ScopeRule = keyof typeof scopeRuleNames;

/** Unit of a queue that spans the whole school. */
export const WHOLE_SCHOOL = '*';

const CLASS = 'class:';
/** What stands for the unit of a node whose approvers advise one class (班主任、辅导员). */
export const unitOfClass = (bjdm: string): string => `${CLASS}${bjdm}`;
/** The class that a node's unit stands for; null: it is a unit. */
export const classOfUnit = (unit: string): string | null => (unit.startsWith(CLASS) ? unit.slice(CLASS.length) : null);

/** Above the last node of every process: to whom is reported what waits there too long. */
export const OFFICE = { name: '教务处', roleCode: '02', scopeUnit: WHOLE_SCHOOL } as const;

/** Key of one to-do queue: process node × role × unit. Counts are kept per queue, and pushed per queue. */
export function queueKey(processNodeId: string, roleCode: string, scopeUnit: string): string {
  return `${processNodeId}|${roleCode}|${scopeUnit}`;
}

/** Stands for the role in the key of what was handed to one person; the person stands for the unit. */
const ASSIGNED = '@';

/** Key of the queue of what was handed to one person at a node. */
export function assignedQueueKey(processNodeId: string, userName: string): string {
  return queueKey(processNodeId, ASSIGNED, userName);
}

/**
 * Name under which is counted what neither of two people may decide: a delegate does not, and whom he stands in for
 * does not either.
 */
export function excludedPair(one: string, other: string): string {
  return one < other ? `${one}\n${other}` : `${other}\n${one}`;
}

/** `label:value` pairs as `applyContent`. What somebody typed ends no piece: the token is broken by a blank in it. */
export function joinContent(pieces: readonly { label: string; value: string }[]): string {
  return pieces
    .map(({ label, value }) => `${label}:${value.replaceAll(CONTENT_SEPARATOR, '_SP _')}`)
    .join(CONTENT_SEPARATOR);
}

/** Pieces of `applyContent`, each split at its first colon, of either width (APPROVAL-31); without one: no label. */
export function splitContent(applyContent: string): { label: string; value: string }[] {
  if (applyContent === '') return [];
  return applyContent.split(CONTENT_SEPARATOR).map((piece) => {
    const colon = piece.search(/[:：]/);
    return { label: piece.slice(0, Math.max(colon, 0)), value: piece.slice(colon + 1) };
  });
}

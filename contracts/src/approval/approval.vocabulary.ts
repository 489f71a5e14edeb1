/** Business status of an application, @SP_YWZT (APPROVAL-19…24, domain model LC-A). */
export const businessStatusNames = {
  '0': '已保存',
  '1': '待审核',
  '2': '审核中',
  '3': '已退回',
  '4': '已撤回',
  '5': '已作废',
  '7': '驳回待审',
  '8': '不通过',
  '9': '通过',
} as const;
export type BusinessStatus = keyof typeof businessStatusNames;

/** Statuses in which a decision may be taken (APPROVAL-19). */
export const approvableStatuses: readonly BusinessStatus[] = ['1', '2', '7'];

/** Process status, @SP_GCZT. */
export const processStatusNames = { '0': '未启动', '1': '已启动', '2': '流转中', '3': '已结束' } as const;
export type ProcessStatus = keyof typeof processStatusNames;

/** The process status that goes with each business status. */
export const processStatusOf: Record<BusinessStatus, ProcessStatus> = {
  '0': '0',
  '1': '1',
  '2': '2',
  '3': '0',
  '4': '0',
  '5': '3',
  '7': '2',
  '8': '3',
  '9': '3',
};

/** Result of a node, @SP_JDJG (APPROVAL-52): what `approvalStatus` carries. */
export const nodeResultNames = { '0': '通过', '1': '不通过', '2': '驳回' } as const;
export type NodeResult = keyof typeof nodeResultNames;

/**
 * What is said of a decision that was taken, wherever it is taken: of one that passes the specification's words
 * (ERRORS-33; of a change of scores SCORE-CHANGE-10), of a refusal what became of the application. `backNode`: where a
 * rejected one went.
 */
export function decidedText(processNo: string, result: NodeResult, backNode?: string): string {
  if (result === '1') return '已审核为不通过';
  if (result === '2') return backNode === APPLICANT_NODE ? '已退回申请人' : '已驳回到所选节点';
  return processNo === 'CJXGSP' ? '审核通过' : '审核成功';
}

/** Approval type, @SP_SPLX: 1 rejects to a node, others do not pass (APPROVAL-60, 61). */
export type ApprovalType = '0' | '1';

/** Time range in days → wording; 0 is everything (APPROVAL-05). */
export const timeScopes = [
  { value: '3', label: '近3天' },
  { value: '7', label: '近7天' },
  { value: '30', label: '近一月' },
  { value: '90', label: '近三月' },
  { value: '180', label: '近半年' },
  { value: '0', label: '全部' },
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
export const DEFAULT_OPINION = '同意';

/** Whether a decision lacks its reason: who refuses says why, and 同意 is no reason to refuse. */
export function lacksReason(result: NodeResult, opinion: string): boolean {
  return result !== '0' && ['', DEFAULT_OPINION].includes(opinion.trim());
}

/** Process codes of the specification with their names and default list of links (APPROVAL-34…44). */
export const processNames = {
  ZYPYFA: '专业培养方案审批',
  XSXXHD: '学生信息核对审批',
  GRPYFA: '个人培养方案审批',
  ZKCJSP: '正考成绩审批',
  BHKCJSP: '补缓考成绩审批',
  CXCJSP: '重修成绩审批',
  XTWCJRDSH: '系统外成绩认定审核',
  XWCJRDSH: '校外成绩认定审核',
  XTNCJRDSH: '系统内成绩认定审核',
  CJXGSP: '成绩更改审批',
  GXKSQ: '公选课申请审批',
  TTKSQ: '调停课审批',
} as const;
export type ProcessNo = keyof typeof processNames;

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
} as const;
export type ScopeRule = keyof typeof scopeRuleNames;

/** Unit of a queue that spans the whole school. */
export const WHOLE_SCHOOL = '*';

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

/** `label:value` pairs as `applyContent`. */
export function joinContent(pieces: readonly { label: string; value: string }[]): string {
  return pieces.map((piece) => `${piece.label}:${piece.value}`).join(CONTENT_SEPARATOR);
}

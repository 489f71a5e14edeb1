import { ADMIN_BASE } from '../../kernel/module.vocabulary.ts';

/** Where a student says what he asks for; pages of students stand outside the modules. */
export const OWN_SHUNT_PATH = `${ADMIN_BASE}/newHome/components/ownShunt`;

/** Into what a batch streams its students. */
export const diversionType = { majors: '1', directions: '2' } as const;
export const diversionTypeNames = {
  [diversionType.majors]: '大类分专业',
  [diversionType.directions]: '专业分方向',
} as const;

/** In which order places are given: by the choices first, or by the rank. */
export const admitRule = { choicesFirst: '1', rankFirst: '2' } as const;
export type AdmitRule = (typeof admitRule)[keyof typeof admitRule];
export const admitRuleNames = { [admitRule.choicesFirst]: '志愿优先', [admitRule.rankFirst]: '成绩优先' } as const;

/** What students are ranked by; 3: the weighted average together with the interview. */
export const scoreBasis = { gpa: '1', average: '2', both: '3' } as const;
export type ScoreBasis = (typeof scoreBasis)[keyof typeof scoreBasis];
export const scoreBasisNames = {
  [scoreBasis.gpa]: '平均学分绩点',
  [scoreBasis.average]: '加权平均分',
  [scoreBasis.both]: '综合成绩',
} as const;

/** Where a batch stands: students see it, and choose in its window, once it is published. */
export const batchStatus = { draft: '0', published: '1', ended: '2' } as const;
export const batchStatusNames = {
  [batchStatus.draft]: '草稿',
  [batchStatus.published]: '已发布',
  [batchStatus.ended]: '已结束',
} as const;

/** How a student came to a place. */
export const admitWay = { choice: '1', assigned: '2', named: '3' } as const;
export type AdmitWay = (typeof admitWay)[keyof typeof admitWay];
export const admitWayNames = {
  [admitWay.choice]: '志愿',
  [admitWay.assigned]: '调剂',
  [admitWay.named]: '指定',
} as const;

/** Where the streaming of a batch stands (STUDENT-STATUS-41). */
export const shuntStatus = {
  collecting: '0',
  computed: '1',
  published: '2',
  submitted: '3',
  passed: '4',
  implemented: '5',
  notPassed: '8',
} as const;
export type ShuntStatus = (typeof shuntStatus)[keyof typeof shuntStatus];
export const shuntStatusNames = {
  [shuntStatus.collecting]: '收集志愿',
  [shuntStatus.computed]: '已计算',
  [shuntStatus.published]: '公示中',
  [shuntStatus.submitted]: '审批中',
  [shuntStatus.passed]: '已通过',
  [shuntStatus.implemented]: '已执行',
  [shuntStatus.notPassed]: '未通过',
} as const satisfies Record<ShuntStatus, string>;

/** The least time, in days, for which a result is shown before it goes on. */
export const PUBLICITY_DAYS = 3;

/** Whether a result that was published then has been shown long enough. */
export const isShownLongEnough = (publishedAt: string | Date, now: string | Date): boolean =>
  new Date(now).getTime() - new Date(publishedAt).getTime() >= PUBLICITY_DAYS * 86_400_000;

/** Where an admitted transfer stands (STUDENT-STATUS-23). */
export const transferStatus = { passed: '1', admitted: '2', beyondQuota: '3', implemented: '4' } as const;
export type TransferStatus = (typeof transferStatus)[keyof typeof transferStatus];
export const transferStatusNames = {
  [transferStatus.passed]: '审批通过',
  [transferStatus.admitted]: '拟录取',
  [transferStatus.beyondQuota]: '未录取',
  [transferStatus.implemented]: '已执行',
} as const satisfies Record<TransferStatus, string>;

/** Of what a batch is in which units interview. */
export const interviewSource = { diversion: '1', transfer: '2' } as const;
export const interviewSourceNames = {
  [interviewSource.diversion]: '分流',
  [interviewSource.transfer]: '转专业',
} as const;

/** The process that decides the result of a batch, and the table that its applications name. */
export const SHUNT_PROCESS = 'ZYFLSP';
export const SHUNT_TABLE = 'T_XJ_ZYFL';

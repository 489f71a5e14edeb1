import { ADMIN_BASE } from '../../kernel/module.vocabulary.ts';

/** What a warning looks at (STUDENT-STATUS-25): each is reckoned in one place, from what has happened. */
export const warningIndicator = {
  semesterCredit: '1',
  failedCredit: '2',
  gpa: '3',
  failedCourses: '4',
  unregisteredDays: '5',
  yearsLeft: '6',
  consecutive: '7',
} as const;
export type WarningIndicator = (typeof warningIndicator)[keyof typeof warningIndicator];
export const warningIndicatorNames = {
  [warningIndicator.semesterCredit]: '学期获得学分',
  [warningIndicator.failedCredit]: '累计不及格学分',
  [warningIndicator.gpa]: '平均绩点',
  [warningIndicator.failedCourses]: '不及格门数',
  [warningIndicator.unregisteredDays]: '未注册天数',
  [warningIndicator.yearsLeft]: '剩余年限',
  [warningIndicator.consecutive]: '连续预警次数',
} as const satisfies Record<WarningIndicator, string>;
/** What stands behind a number of it. */
export const warningIndicatorUnits = {
  [warningIndicator.semesterCredit]: '学分',
  [warningIndicator.failedCredit]: '学分',
  [warningIndicator.gpa]: '',
  [warningIndicator.failedCourses]: '门',
  [warningIndicator.unregisteredDays]: '天',
  [warningIndicator.yearsLeft]: '年',
  [warningIndicator.consecutive]: '次',
} as const satisfies Record<WarningIndicator, string>;

/** How a value is compared with the threshold of a rule. */
export const warningOperators = { '<': '小于', '<=': '不大于', '>=': '不小于', '>': '大于' } as const;
export type WarningOperator = keyof typeof warningOperators;
export const warningOperatorSigns = { '<': '<', '<=': '≤', '>=': '≥', '>': '>' } as const satisfies Record<
  WarningOperator,
  string
>;

/** Where a line of the initial list stands (STUDENT-STATUS-30). */
export const initialStatus = { open: '0', confirmed: '1', exempt: '2', gone: '3', leftOut: '4' } as const;
export type InitialStatus = (typeof initialStatus)[keyof typeof initialStatus];
export const initialStatusNames = {
  [initialStatus.open]: '待确认',
  [initialStatus.confirmed]: '已确认',
  [initialStatus.exempt]: '免予预警',
  [initialStatus.gone]: '不再命中',
  [initialStatus.leftOut]: '不列入',
} as const satisfies Record<InitialStatus, string>;

/** What the last computation changed on a line. */
export const initialChange = { added: '1', changed: '2', gone: '3', same: '0' } as const;
export type InitialChange = (typeof initialChange)[keyof typeof initialChange];
export const initialChangeNames = {
  [initialChange.added]: '新增',
  [initialChange.changed]: '级别变化',
  [initialChange.gone]: '不再命中',
  [initialChange.same]: '未变化',
} as const satisfies Record<InitialChange, string>;

/** Whether a student has been told of a warning, and has said so (STUDENT-STATUS-27). */
export const sendStatus = { unsent: '0', sent: '1', signed: '2' } as const;
export type SendStatus = (typeof sendStatus)[keyof typeof sendStatus];
export const sendStatusNames = {
  [sendStatus.unsent]: '未发',
  [sendStatus.sent]: '已发',
  [sendStatus.signed]: '已签收',
} as const satisfies Record<SendStatus, string>;

/** Why a teacher warns in a course (STUDENT-STATUS-28). */
export const courseWarnReason = { absence: '1', homework: '2', midterm: '3', other: '9' } as const;
export const courseWarnReasonNames = {
  [courseWarnReason.absence]: '缺勤',
  [courseWarnReason.homework]: '作业',
  [courseWarnReason.midterm]: '期中成绩',
  [courseWarnReason.other]: '其他',
} as const;
/** What has been done about it. */
export const courseWarnStatusNames = { '0': '未处理', '1': '已谈话', '2': '已解除' } as const;

/** What was done about a warning (STUDENT-STATUS-31). */
export const warningHandling = { talk: '1', guardian: '2', help: '3', unit: '4', lifted: '5' } as const;
export const warningHandlingNames = {
  [warningHandling.talk]: '谈话',
  [warningHandling.guardian]: '家长通知',
  [warningHandling.help]: '帮扶',
  [warningHandling.unit]: '约谈院系',
  [warningHandling.lifted]: '解除',
} as const;

/** Attachments of a record of a warning. */
export const WARNING_RECORD_FILES = 'T_XJ_YJ';
/** Where students see their own: a window from their home, as they have no modules. */
export const OWN_WARNINGS_PATH = `${ADMIN_BASE}/newHome/components/ownWarnings`;

import { ADMIN_BASE, modulePath } from '../../kernel/module.vocabulary.ts';

/** Where a student sees the own rewards, punishments and leave: outside the modules, which are for staff. */
export const OWN_CONDUCT_PATH = `${ADMIN_BASE}/newHome/components/ownConduct`;
/** Where teachers see the leave of their students. */
export const LEAVE_OF_CLASSES_PATH = modulePath('student', 'leaveOfClasses');
/** Where the leave of a semester is added up, student by student. */
export const LEAVE_TOTALS_PATH = modulePath('student', 'leaveTotals');

/** Codes of XJ_CFMC that programs know (STUDENT-STATUS-39); heavier ones have higher codes. */
export const punishName = { warning: '1', severeWarning: '2', demerit: '3', probation: '4', expulsion: '6' } as const;

/** Where a punishment stands. */
export const punishStatus = { intended: '0', inForce: '1', removed: '2', revoked: '3' } as const;
export type PunishStatus = (typeof punishStatus)[keyof typeof punishStatus];
export const punishStatusNames = {
  [punishStatus.intended]: '拟处分',
  [punishStatus.inForce]: '生效',
  [punishStatus.removed]: '已解除',
  [punishStatus.revoked]: '已撤销',
} as const satisfies Record<PunishStatus, string>;

/** What became of an appeal against a punishment. */
export const appealStatus = { none: '0', open: '1', upheld: '2', changed: '3', revoked: '4' } as const;
export type AppealStatus = (typeof appealStatus)[keyof typeof appealStatus];
export const appealStatusNames = {
  [appealStatus.none]: '无',
  [appealStatus.open]: '申诉中',
  [appealStatus.upheld]: '维持',
  [appealStatus.changed]: '变更',
  [appealStatus.revoked]: '撤销',
} as const satisfies Record<AppealStatus, string>;

/** Kinds of leave (STUDENT-STATUS-35). */
export const leaveTypeNames = { '1': '病假', '2': '事假', '3': '公假' } as const;
/** Where a leave stands: granted, back again, or taken back. */
export const leaveStatus = { granted: '1', back: '2', revoked: '3' } as const;
export const leaveStatusNames = {
  [leaveStatus.granted]: '已准假',
  [leaveStatus.back]: '已销假',
  [leaveStatus.revoked]: '已撤销',
} as const;

/** Yearly grades of students (STUDENT-STATUS-29). */
export const gradeLevelNames = { '1': '优秀', '2': '良好', '3': '合格', '4': '不合格' } as const;

/** Where a row comes from: the office or the unit registered it, or an application passed. */
export const rowSource = { registered: '1', approved: '2' } as const;
export const rowSourceNames = { [rowSource.registered]: '登记', [rowSource.approved]: '审批' } as const;

/** Where a freshman stands (STUDENT-STATUS-11): from admission to the student he becomes. */
export const freshmanStatus = {
  admitted: '0',
  reported: '1',
  divided: '2',
  numbered: '3',
  student: '4',
  kept: '7',
  absent: '8',
  abandoned: '9',
} as const;
export type FreshmanStatus = (typeof freshmanStatus)[keyof typeof freshmanStatus];
export const freshmanStatusNames = {
  [freshmanStatus.admitted]: '已录取',
  [freshmanStatus.reported]: '已报到',
  [freshmanStatus.divided]: '已分班',
  [freshmanStatus.numbered]: '已编学号',
  [freshmanStatus.student]: '已转学籍',
  [freshmanStatus.kept]: '保留入学资格',
  [freshmanStatus.absent]: '未报到',
  [freshmanStatus.abandoned]: '放弃入学资格',
} as const satisfies Record<FreshmanStatus, string>;

/** Why a freshman does not come, for good. */
export const abandonWay = { declared: '1', overdue: '2' } as const;
export const abandonWayNames = {
  [abandonWay.declared]: '本人声明放弃',
  [abandonWay.overdue]: '逾期未报到',
} as const;

/** Why the right to enrol is kept (保留入学资格). */
export const keepReason = { army: '1', health: '2', other: '9' } as const;
export const keepReasonNames = {
  [keepReason.army]: '应征入伍',
  [keepReason.health]: '因病',
  [keepReason.other]: '其他',
} as const;

/** Days after the day of enrolment after which who has not come, without leave, may be given up. */
export const OVERDUE_DAYS = 14;
/** Freshmen at a time at most: those that a person chooses, and those of a whole year. */
export const FRESHMEN_AT_ONCE = 200;
export const FRESHMEN_OF_A_YEAR = 20_000;

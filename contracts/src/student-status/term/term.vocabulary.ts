/** XTGL_ZCZT 注册状态 (STUDENT-STATUS-03). */
export const registerStatus = { none: '0', registered: '1', delayed: '2', refused: '3' } as const;
export type RegisterStatus = (typeof registerStatus)[keyof typeof registerStatus];
export const registerStatusNames = {
  [registerStatus.none]: '未注册',
  [registerStatus.registered]: '已注册',
  [registerStatus.delayed]: '暂缓注册',
  [registerStatus.refused]: '不予注册',
} as const satisfies Record<RegisterStatus, string>;

/** How somebody was registered. */
export const registerWay = { onSite: '1', online: '2', batch: '3' } as const;
export type RegisterWay = (typeof registerWay)[keyof typeof registerWay];
export const registerWayNames = {
  [registerWay.onSite]: '现场',
  [registerWay.online]: '网上',
  [registerWay.batch]: '批量',
} as const satisfies Record<RegisterWay, string>;

/** Whether a student owes anything until the year of a semester; without rows from finance nobody knows. */
export const paidStatus = { owing: '0', paid: '1', unknown: '2' } as const;
export type PaidStatus = (typeof paidStatus)[keyof typeof paidStatus];
export const paidStatusNames = {
  [paidStatus.owing]: '有欠费',
  [paidStatus.paid]: '已缴清',
  [paidStatus.unknown]: '无账单',
} as const satisfies Record<PaidStatus, string>;

/** XTGL_RWZT 任务状态: of the run of a backup day (STUDENT-STATUS-24). */
export const backupStatus = { waiting: '0', running: '1', done: '2', failed: '3' } as const;

/** What a backup day is for. */
export const reportTypeNames = { 1: '高等教育基层统计', 2: '学期初数据', 9: '其他' } as const;

/** Days after the start of a semester from which an unregistered student is pointed out (学生管理规定). */
export const UNREGISTERED_DAYS = 14;

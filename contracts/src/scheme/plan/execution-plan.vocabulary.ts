/** Where a row of an execution plan comes from (SCHEME-13). */
export const planSource = { scheme: '1', common: '2', adjusted: '3' } as const;
export type PlanSource = (typeof planSource)[keyof typeof planSource];
export const planSourceNames = {
  [planSource.scheme]: '方案生成',
  [planSource.common]: '公共计划',
  [planSource.adjusted]: '调整新增',
} as const satisfies Record<PlanSource, string>;

/** Where a row stands (SCHEME-13, 31). */
export const planStatus = { written: '0', inApproval: '1', inForce: '2', stopped: '3' } as const;
export type PlanStatus = (typeof planStatus)[keyof typeof planStatus];
export const planStatusNames = {
  [planStatus.written]: '编制',
  [planStatus.inApproval]: '审核中',
  [planStatus.inForce]: '已生效',
  [planStatus.stopped]: '已停用',
} as const satisfies Record<PlanStatus, string>;

/** What has become of a planned course in its semester (SCHEME-27). */
export const taskStatus = { none: '0', made: '1', notOpened: '2' } as const;
export type TaskStatus = (typeof taskStatus)[keyof typeof taskStatus];
export const taskStatusNames = {
  [taskStatus.none]: '未生成',
  [taskStatus.made]: '已生成任务',
  [taskStatus.notOpened]: '不开',
} as const satisfies Record<TaskStatus, string>;

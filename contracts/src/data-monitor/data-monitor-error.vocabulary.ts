/** Refusals of the data monitor. */
export const dataMonitorErrors = {
  MONITOR_POINT_UNKNOWN: { status: 404, text: '监测点“{code}”不存在' },
  MONITOR_NOTHING_TO_CLEAN: { status: 409, text: '所选问题已处理或不能由系统清洗，请刷新后查看' },
  MONITOR_TASK_UNKNOWN: { status: 404, text: '该次清洗不存在，或不在您的数据权限范围内' },
  MONITOR_TASK_UNDONE: { status: 409, text: '该次清洗已经撤销' },
  MONITOR_TASK_OLD: { status: 409, text: '清洗后超过{days}天，不能再撤销' },
} as const;

/** Refusals of the data monitor. */
export const dataMonitorErrors = {
  MONITOR_POINT_UNKNOWN: { status: 404, text: '监测点“{code}”不存在' },
  MONITOR_NOTHING_TO_CLEAN: { status: 409, text: '所选问题已处理或不能由系统清洗，请刷新后查看' },
  MONITOR_TASK_UNKNOWN: { status: 404, text: '该次清洗不存在，或不在您的数据权限范围内' },
  MONITOR_TASK_UNDONE: { status: 409, text: '该次清洗已经撤销' },
  MONITOR_TASK_OLD: { status: 409, text: '清洗后超过{days}天，不能再撤销' },
  MERGE_ITSELF: { status: 400, text: '保留的数据不能同时在要并入的数据中' },
  MERGE_STOPPED: { status: 409, text: '“{name}”已停用，不能作为保留的数据' },
  MERGE_DONE: { status: 409, text: '“{name}”已并入其他数据' },
  MERGE_APART: { status: 409, text: '“{name}”与“{stay}”的{field}不同，请先改为一致再合并' },
  MERGE_BELOW: { status: 409, text: '“{stay}”是“{name}”的下级单位，不能把上级并入下级' },
  MERGE_SCORES: { status: 409, text: '“{name}”已有成绩，成绩不能改到另一个人名下；请把有成绩的作为保留的数据' },
  MERGE_RUNNING: { status: 409, text: '同类数据正在合并或撤销，请等它完成' },
  MERGE_UNKNOWN: { status: 404, text: '该次合并不存在，或不在您的数据权限范围内' },
  MERGE_UNDONE: { status: 409, text: '该次合并已经撤销' },
  MERGE_OLD: { status: 409, text: '合并后超过{days}天，不能再撤销' },
  MERGE_IN_THE_WAY: { status: 409, text: '改到保留的数据后会与其他数据重复，未改动，请人工处理' },
} as const;

import type { PermissionCode } from '../kernel/permission.vocabulary.ts';

/** Who sees the ball, and may clean from it (MONITOR-01). */
export const BALL_PERMISSION: PermissionCode = 'MonitorBall:view';

/** Monitors by what they look at (MONITOR-18…24): 排课, 成绩, 评教, 开课, 基础信息, 选课, 数据. */
export const monitorGroup = {
  arranging: '1',
  scores: '2',
  teachingReview: '3',
  openCourse: '4',
  baseInfo: '5',
  choosing: '6',
  data: '7',
} as const;
export type MonitorGroup = (typeof monitorGroup)[keyof typeof monitorGroup];
export const monitorGroups = {
  [monitorGroup.arranging]: '排课',
  [monitorGroup.scores]: '成绩',
  [monitorGroup.teachingReview]: '评教',
  [monitorGroup.openCourse]: '开课',
  [monitorGroup.baseInfo]: '基础信息',
  [monitorGroup.choosing]: '选课',
  [monitorGroup.data]: '数据',
} as const satisfies Record<MonitorGroup, string>;

/** How bad a wrong row is. Hints do not lower the health. */
export const severity = { hint: '1', warning: '2', error: '3' } as const;
export type Severity = (typeof severity)[keyof typeof severity];
export const severities = {
  [severity.hint]: '提示',
  [severity.warning]: '警告',
  [severity.error]: '错误',
} as const satisfies Record<Severity, string>;

/**
 * `quick`: reversible and without judgement, quick cleaning may do it; `confirm`: a person confirms each row; `manual`:
 * in the named page.
 */
export const fixes = { quick: '一键清洗', confirm: '确认后清洗', manual: '人工处理' } as const;
export type Fix = keyof typeof fixes;

/** What became of a result. */
export const handleStatus = { open: '0', cleaned: '1', ignored: '2', corrected: '3' } as const;
export type HandleStatus = (typeof handleStatus)[keyof typeof handleStatus];
export const handleStatuses = {
  [handleStatus.open]: '未处理',
  [handleStatus.cleaned]: '已清洗',
  [handleStatus.ignored]: '已忽略',
  [handleStatus.corrected]: '已修正',
} as const satisfies Record<HandleStatus, string>;

/** Days for which a cleaning can be taken back. */
export const UNDO_DAYS = 7;
/** Results that one cleaning handles at most; the rest is left for the next. */
export const CLEAN_LIMIT = 2000;

/** What people call the columns that cleaning changes. */
export const changedFieldNames: Readonly<Record<string, string>> = {
  removed_at: '移入回收区的时间',
  removed_by: '由谁移入',
  dwmc: '单位名称',
  dwjc: '单位简称',
  ywbm: '业务编码',
  zymc: '专业名称',
  gjzydm: '国家专业代码',
  njzymc: '年级专业名称',
  bjmc: '行政班名称',
  xm: '姓名',
  name: '账号姓名',
  student_name: '姓名',
  student_number: '学号',
  kcmc: '课程名称',
  njzydm: '年级专业',
  njdm: '年级',
  zydm: '专业',
  dwh: '单位',
  xqdm: '校区',
  sfqy: '是否启用',
  status: '状态',
};

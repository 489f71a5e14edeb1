/** Dimensions of data scope (PERM-36), in the order in which people read them. */
export const scopeDimensions = {
  NJ: '年级',
  XQ: '校区',
  XSLB: '学生类别',
  DW: '单位',
  ZY: '专业',
  XZB: '行政班',
} as const;

/** Code of a dimension (`sjqxbh`). */
export type Dimension = keyof typeof scopeDimensions;

/** The six codes. */
export const dimensionCodes = Object.keys(scopeDimensions) as Dimension[];

/** What a scope is a scope of: rows that carry some of the dimensions, or belong to somebody. */
export const scopeTargets = {
  teachingClass: '教学班与成绩单',
  student: '学生',
  application: '申请',
  unit: '单位',
  notice: '通知与指南',
  resource: '基础数据',
  account: '账号',
  timetable: '课表',
  job: '任务与导入',
  file: '附件',
} as const;

/** Code of what a scope is a scope of. */
export type ScopeTarget = keyof typeof scopeTargets;

/** What the data scope of an operation is judged by, or why it has none (Chinese, for the published description). */
export type OperationScope = ScopeTarget | { readonly none: string };

/** Reasons that several operations share. */
export const noScope = {
  own: { none: '只涉及本人自己的数据' },
  school: { none: '全校共用，不属于任何单位、学生或教学班' },
  totals: { none: '只有全校的合计数' },
  picking: { none: '供选择的代码和名称，全校可选' },
  system: { none: '系统自身的运行情况，不含业务数据' },
} as const satisfies Record<string, OperationScope>;

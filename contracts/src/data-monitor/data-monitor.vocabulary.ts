/** Monitors by what they look at (MONITOR-18…24): 排课, 成绩, 评教, 开课, 基础信息, 选课, 数据. */
export const monitorGroups = { 1: '排课', 2: '成绩', 3: '评教', 4: '开课', 5: '基础信息', 6: '选课', 7: '数据' } as const;
export type MonitorGroup = `${keyof typeof monitorGroups}`;

/** How bad a wrong row is. Hints do not lower the health. */
export const severities = { 1: '提示', 2: '警告', 3: '错误' } as const;
export type Severity = `${keyof typeof severities}`;

/** `quick`: reversible and without judgement, quick cleaning may do it; `confirm`: a person confirms each row; `manual`: in the named page. */
export const fixes = { quick: '一键清洗', confirm: '确认后清洗', manual: '人工处理' } as const;
export type Fix = keyof typeof fixes;

/** What became of a result. */
export const handleStatuses = { 0: '未处理', 1: '已清洗', 2: '已忽略', 3: '已修正' } as const;
export type HandleStatus = `${keyof typeof handleStatuses}`;

/** Days for which a cleaning can be taken back. */
export const UNDO_DAYS = 7;
/** Results that one cleaning handles at most; the rest is left for the next. */
export const CLEAN_LIMIT = 2000;

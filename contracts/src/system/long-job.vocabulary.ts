/** State of a long job, @XTGL_RWZT. */
export const longJobStatus = {
  queued: '0',
  running: '1',
  done: '2',
  partlyFailed: '3',
  failed: '4',
  cancelled: '5',
} as const;
export type LongJobStatus = (typeof longJobStatus)[keyof typeof longJobStatus];
export const longJobStatusNames = {
  [longJobStatus.queued]: '排队中',
  [longJobStatus.running]: '运行中',
  [longJobStatus.done]: '已完成',
  [longJobStatus.partlyFailed]: '部分失败',
  [longJobStatus.failed]: '失败',
  [longJobStatus.cancelled]: '已取消',
} as const satisfies Record<LongJobStatus, string>;

/** What became of one thing of a job. `unchanged`: there was nothing to do for it. */
export const longJobResult = { waiting: '0', succeeded: '1', unchanged: '2', failed: '3', notHandled: '4' } as const;
export type LongJobResult = (typeof longJobResult)[keyof typeof longJobResult];
export const longJobResultNames = {
  [longJobResult.waiting]: '等待处理',
  [longJobResult.succeeded]: '成功',
  [longJobResult.unchanged]: '未变化',
  [longJobResult.failed]: '失败',
  [longJobResult.notHandled]: '未处理',
} as const satisfies Record<LongJobResult, string>;

/** Whether a job still goes on. */
export function isOpenJob(status: LongJobStatus): boolean {
  return status === longJobStatus.queued || status === longJobStatus.running;
}

/** Kinds of long jobs with what people call them. */
export const longJobKindNames: Readonly<Record<string, string>> = {
  initSet: '学期成绩初始化',
  import: '数据导入',
  importUndo: '撤销导入',
  makeupGenerate: '补缓考名单生成',
  gpaCheckGenerate: '绩点核查名单生成',
  graduationScoreGenerate: '毕业成绩生成',
  integrityVerify: '历史校验',
  scoreImportConfirm: '历史成绩入账',
  merge: '数据合并',
  mergeUndo: '撤销合并',
  statusWarningCompute: '学籍预警计算',
  backupDayRun: '备份日统计',
};

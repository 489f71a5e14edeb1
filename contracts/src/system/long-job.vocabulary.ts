/** State of a long job, @XTGL_RWZT. */
export const longJobStatusNames = {
  '0': '排队中',
  '1': '运行中',
  '2': '已完成',
  '3': '部分失败',
  '4': '失败',
  '5': '已取消',
} as const;
export type LongJobStatus = keyof typeof longJobStatusNames;

/** What became of one thing of a job. `2`: there was nothing to do for it. */
export const longJobResultNames = { '0': '等待处理', '1': '成功', '2': '未变化', '3': '失败', '4': '未处理' } as const;
export type LongJobResult = keyof typeof longJobResultNames;

/** Whether a job still goes on. */
export function isOpenJob(status: LongJobStatus): boolean {
  return status === '0' || status === '1';
}

/** Kinds of long jobs with what people call them. */
export const longJobKindNames: Readonly<Record<string, string>> = {
  initSet: '学期成绩初始化',
  makeupGenerate: '补缓考名单生成',
};

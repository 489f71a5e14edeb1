/** Every read model by its name, with what administrators call it. */
export const readModelTitles = {
  'approval-list': '审批列表',
  'approval-log': '审批日志',
  'todo-queue': '待办队列',
  'secondary-auth': '审批代理',
  'approval-content': '申请内容',
  'score-sheet': '成绩单',
  'score-ledger': '成绩台账',
  attempt: '成绩记录',
  'score-change': '成绩更改',
  recognition: '成绩认定',
  'deferred-exam': '缓考申请',
  'student-application': '学生业务申请',
  elective: '公选课申请',
  'major-schema': '专业培养方案',
  'integrity-checkpoint': '历史检查点',
  'score-statistics': '成绩统计',
  'approval-statistics': '审批时效统计',
  'entry-progress': '录入进度',
} as const;

/** The name of one of them. */
export type ReadModelName = keyof typeof readModelTitles;

/** The Chinese title of a read model; an unknown one goes by its name. */
export function readModelTitle(name: string): string {
  return (readModelTitles as Readonly<Record<string, string>>)[name] ?? name;
}

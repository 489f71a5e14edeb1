/** What administrators call the read models, by the names under which they are kept. */
export const readModelTitles = {
  'approval-content': '申请内容',
  'approval-list': '审批列表',
  'approval-log': '审批日志',
  'approval-statistics': '审批时效统计',
  attempt: '成绩记录',
  elective: '公选课申请',
  'entry-progress': '录入进度',
  recognition: '成绩认定',
  'score-change': '成绩更改',
  'score-ledger': '成绩台账',
  'score-sheet': '成绩单',
  'score-statistics': '成绩统计',
  'secondary-auth': '审批代理',
  'todo-queue': '待办队列',
} as const;

/** The Chinese title of a read model; an unknown one goes by its name. */
export function readModelTitle(name: string): string {
  return Object.hasOwn(readModelTitles, name) ? readModelTitles[name as keyof typeof readModelTitles] : name;
}

/** Nothing was chosen to rebuild, or to stop. */
export const noReadModel = '请至少选择一个读模型';

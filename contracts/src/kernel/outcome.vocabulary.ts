/**
 * What a person is told that a call came to, when the server has nothing more exact to say (ERRORS-03…20 and 27…39).
 * `english` keeps the specification's other wording of the same message (SESSION-14); it is never shown.
 */
export type Outcome = {
  readonly failure: string;
  readonly success: string;
  readonly english?: { readonly failure?: string; readonly success?: string };
};

/** By what a call does. */
export const outcomes = {
  query: { failure: '查询失败', success: '查询成功', english: { failure: 'Query failed' } },
  add: { failure: '添加失败', success: '添加成功', english: { failure: 'Add failed', success: 'Added successfully' } },
  modify: {
    failure: '修改失败',
    success: '修改成功',
    english: { failure: 'Modify failed', success: 'Modified successfully' },
  },
  remove: {
    failure: '删除失败',
    success: '删除成功',
    english: { failure: 'Delete failed', success: 'Deleted successfully' },
  },
  approve: { failure: '审批失败', success: '审批成功', english: { failure: 'Approval failed' } },
  reset: { failure: '重置失败', success: '重置成功', english: { failure: 'Reset failed' } },
  assign: { failure: '分配失败', success: '分配成功', english: { failure: 'Assign failed' } },
  generate: {
    failure: '生成失败',
    success: '生成成功',
    english: { failure: 'Generate failed', success: 'Generated successfully' },
  },
  generateCourseCode: {
    failure: '课程编码生成失败',
    success: '课程编码生成成功',
    english: { failure: 'Course code generation failed', success: 'Course code generated successfully' },
  },
  cancelPlaceholder: {
    failure: '取消占位失败',
    success: '取消占位成功',
    english: { failure: 'Cancel placeholder failed', success: 'Placeholder cancelled successfully' },
  },
  update: { failure: '更新失败', success: '更新成功' },
  queryApplications: { failure: '查询应用服务失败', success: '查询成功' },
  audit: { failure: '审核失败', success: '审核成功' },
  submitForApproval: { failure: '送审失败', success: '送审成功' },
  operate: { failure: '操作失败', success: '操作成功' },
  set: { failure: '设置失败', success: '设置成功' },
  withdraw: { failure: '撤回失败', success: '撤回成功' },
  batchAdjust: { failure: '批量调整失败', success: '批量调整成功' },
  exportExcel: { failure: '导出失败', success: '导出成功' },
} as const satisfies Record<string, Outcome>;

export type OutcomeKind = keyof typeof outcomes;

/**
 * What people may do with the rows of a resource: the actions of A9 that it has, each with the words after the title in
 * its permission's name.
 */
export const resourceActions = {
  query: '查询',
  detail: '详情',
  reveal: '查看完整信息',
  create: '新增',
  update: '修改',
  delete: '删除',
  batchDelete: '批量删除',
  exportExcel: '导出',
  import: '导入',
} as const;
export type ResourceAction = keyof typeof resourceActions;

/** Nothing was chosen to rebuild, or to stop. */
export const noReadModel = '请至少选择一个读模型';

/** Refusals of the home page's settings. */
export const homeErrors = {
  MENU_UNKNOWN: { status: 404, text: '应用“{name}”不存在或已被删除' },
  MENU_CATEGORY_UNKNOWN: { status: 404, text: '该分类不存在，可能刚被他人删除；已为您显示最新的布局' },
  MENU_CHANGED: { status: 409, text: '“{name}”刚被{editor}调整过，已为您显示最新的布局，请重新操作' },
  MENU_CATEGORY_FULL: { status: 400, text: '“{name}”已满，每个分类最多放 12 个应用' },
  MENU_CATEGORY_LAST: { status: 400, text: '请至少保留一个分类' },
  MENU_CATEGORY_NAMED: { status: 400, text: '已有名为“{name}”的分类' },
} as const;

/** Refusals of the change feed. */
export const changeFeedErrors = {
  CHANGE_CURSOR_UNREADABLE: { status: 400, text: '游标无法识别，请核对；如系统已从备份恢复，请从头重新同步' },
  CHANGE_CURSOR_EXPIRED: { status: 410, text: '游标之后的变更已超过保留期限，请从头重新同步' },
  CHANGE_KIND_RIGHTS: { status: 403, text: '没有“{kinds}”的查询权限（{permissions}），不能订阅其变更' },
} as const;

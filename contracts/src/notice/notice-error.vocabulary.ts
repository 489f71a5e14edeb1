/** Refusals of notices, guides and system messages. */
export const noticeErrors = {
  NOTICE_NOT_FOUND: { status: 404, text: '通知公告不存在、已撤回或不在您的查看范围内' },
  GUIDE_NOT_FOUND: { status: 404, text: '操作指南不存在或尚未发布' },
  MESSAGE_NOT_FOUND: { status: 404, text: '消息不存在或不是发给您的' },
  NOTICE_PUBLISHED: { status: 409, text: '已发布的内容不能修改或删除，请先撤回' },
  NOTICE_NOT_DRAFT: { status: 409, text: '只有草稿可以发布，请刷新后查看' },
  NOTICE_NOT_PUBLISHED: { status: 409, text: '只有已发布的内容可以撤回或结束，请刷新后查看' },
  NOTICE_ALREADY_READ: { status: 409, text: '已有{count}人阅读，不能撤回，可以结束发布' },
  NOTICE_OVER: { status: 409, text: '结束时间 {time} 已过，请修改后再发布' },
  NOTICE_OUT_OF_UNIT: { status: 403, text: '只能发给本单位的人员，请重新选择范围' },
} as const;

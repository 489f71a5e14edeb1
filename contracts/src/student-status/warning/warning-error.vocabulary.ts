/** Refusals about warnings (STUDENT-STATUS-25…28, 30…33). */
export const statusWarningErrors = {
  WARNING_SCHEME_NOT_PUBLISHED: { status: 409, text: '预警方案尚未发布，请先发布' },
  WARNING_COMPUTING: { status: 409, text: '正在计算预警名单，请等它结束后再计算' },
  WARNING_NOBODY: { status: 409, text: '方案的适用院系没有学生' },
  WARNING_REVOKED: { status: 409, text: '这条预警已经撤销' },
  WARNING_NOT_SENT: { status: 409, text: '这条预警还没有发出' },
  WARNING_NO_STUDENT: { status: 403, text: '只有学生可以查看和签收本人的预警' },
  WARNING_NO_LETTERS: { status: 409, text: '所选学生的预警级别不需要通知监护人，或已经撤销' },
} as const;

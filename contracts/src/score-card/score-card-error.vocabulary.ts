/** Refusals of score cards and transcripts. */
export const scoreCardErrors = {
  SCORE_CARD_NO_STUDENT: { status: 404, text: '没有这名学生，或不在您的数据权限范围内' },
  SCORE_RULES_NONE: { status: 409, text: '没有适用于该学生年级的成绩规则，请联系教务处发布' },
  TRANSCRIPT_EMPTY: { status: 409, text: '该学生还没有已发布的成绩，不能打印成绩单' },
  TRANSCRIPT_UNKNOWN: {
    status: 404,
    text: '没有找到这个验证码对应的成绩单。请核对输入是否有误；确认无误仍查不到的，这份成绩单不是本校出具的',
  },
} as const;

/** Refusals of frozen standings: lists to check, and those of graduating students. */
export const standingErrors = {
  STANDING_NO_STUDENT: { status: 403, text: '只有学生可以核对本人的绩点' },
  STANDING_NOBODY: { status: 409, text: '所选范围内没有学生' },
  STANDING_GENERATING: { status: 409, text: '正在生成，请等它结束后再生成' },
  GPA_CHECK_CHANGED: { status: 409, text: '这份绩点已经重新生成，请按新的版本核对' },
  GPA_CHECK_WITHHELD: { status: 409, text: '其中有尚未开放查询的成绩，开放后才能核对' },
  GRADUATION_SCORE_LOCKED: { status: 409, text: '毕业成绩已锁定' },
  GRADUATION_SCORE_NOT_LOCKED: { status: 409, text: '毕业成绩没有锁定' },
} as const;

/** Refusals of the score settings. */
export const scoreSettingErrors = {
  SCORE_RULES_NOT_DRAFT: { status: 409, text: '这个版本已经发布或已被删除，请刷新后查看' },
  SCORE_RULES_CHANGED: { status: 409, text: '草稿刚被修改过，请重新核对影响后再发布' },
  SCORE_RULES_OVERLAP: {
    status: 409,
    text: '与已发布的版本“{ruleVersion}”的适用范围部分重叠。请让新版本包含它的全部年级和学生类别，或避开它们',
  },
  SCORE_RULES_PASS_MARK: {
    status: 409,
    text: '及格线 {passMark} 与系统参数“及格线”（{parameter}）不一致，请先修改草稿或系统参数',
  },
} as const;

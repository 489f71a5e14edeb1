/** Refusals about freshmen, class division and numbers (STUDENT-STATUS-11…15, 19). */
export const statusFreshmanErrors = {
  FRESHMAN_LIST_CHANGED: { status: 409, text: '名单在预览之后有变化，请重新预览' },
  FRESHMAN_NOT_DIVIDED: { status: 409, text: '{problem}' },
  FRESHMAN_NOT_MOVED: { status: 409, text: '“{name}”{reason}' },
  FRESHMAN_CLASS_FOREIGN: { status: 409, text: '行政班不属于“{name}”的录取专业，或已停用、已毕业' },
  FRESHMAN_RULE_MISSING: { status: 409, text: '所选的{what}不存在或已停用，请重新选择' },
  STUDENT_NUMBER_FULL: { status: 409, text: '“{of}”的流水号已用完，请增加学号规则的流水号位数' },
} as const;

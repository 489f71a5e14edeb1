/** Refusals of the recognition area. */
export const recognitionErrors = {
  RECOGNITION_NO_STUDENT: { status: 400, text: '请先选择学生再操作' },
  RECOGNITION_EMPTY: { status: 400, text: '请至少填写一组原成绩与认定课程' },
  RECOGNITION_COURSE_NOT_IN_PLAN: { status: 400, text: '课程“{course}”不在该学生的培养计划中' },
  RECOGNITION_COURSE_TWICE: { status: 400, text: '课程“{course}”在本次申请中出现多次' },
  RECOGNITION_ALREADY: { status: 409, text: '课程“{course}”已有认定成绩，不能重复认定' },
  RECOGNITION_CREDIT_SHORT: { status: 400, text: '原课程学分合计 {out} 少于认定课程学分合计 {in}' },
  RECOGNITION_NOT_EDITABLE: { status: 409, text: '该认定申请正在审批或已结束，不能修改' },
  RECOGNITION_VALUE_RANGE: { status: 400, text: '认定成绩应在 0 至 100 之间' },
} as const;

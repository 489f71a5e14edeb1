/** Refusals of grade exams. */
export const gradeExamErrors = {
  GRADE_EXAM_NO_STUDENT: { status: 403, text: '只有学生可以为自己报名' },
  GRADE_EXAM_NOT_OPEN: { status: 409, text: '该考试没有发布或已经结束，不能报名' },
  GRADE_EXAM_CLOSED: { status: 409, text: '不在报名时间内（{begin} 至 {end}）' },
  GRADE_EXAM_TWICE: { status: 409, text: '已报名“{subject}”，同一次考试的同一科目只能报名一次' },
  GRADE_EXAM_REQUIREMENTS: { status: 409, text: '不符合报考条件：{reasons}' },
  GRADE_EXAM_FULL: { status: 409, text: '名额已满（{capacity} 人）' },
  GRADE_EXAM_STILL_OPEN: { status: 409, text: '报名截止（{end}）后才能编排准考证号' },
} as const;

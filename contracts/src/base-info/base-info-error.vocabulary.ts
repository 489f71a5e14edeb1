/** Refusals of base data. */
export const baseInfoErrors = {
  SEMESTER_ARCHIVED: { status: 409, text: '“{name}”已归档，不能再设为当前学期或再次归档' },
  SEMESTER_STOPPED: { status: 409, text: '“{name}”已停用，请先启用' },
  SEMESTER_CURRENT: { status: 409, text: '“{name}”是当前学期，请先切换当前学期' },
  SEMESTER_NOT_OVER: { status: 409, text: '“{name}”到 {date} 才结束，还不能归档' },
  SEMESTER_UNFINISHED: {
    status: 409,
    text: '“{name}”还有 {count} 个教学班的成绩没有提交，请先处理，或填写保留的原因后归档',
  },
  TEACHER_ASSIGNMENT_CHANGED: { status: 409, text: '任课教师已被他人修改，请关闭后重新打开' },
  TIMETABLE_OF_NOBODY: { status: 400, text: '当前账号不是教师或学生，没有本人课表' },
  ROSTER_CLASS_CLOSED: { status: 409, text: '教学班{reason}' },
  ROSTER_STUDENT_IN: { status: 409, text: '该生已在教学班“{name}”的名单中' },
  ROSTER_CHANGED: { status: 409, text: '名单在预览后有变化，请重新预览' },
  SEMESTER_SAME: { status: 400, text: '不能从本学期复制到本学期' },
} as const;

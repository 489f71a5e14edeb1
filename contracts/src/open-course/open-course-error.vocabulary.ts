/** Refusals of open-course tasks. */
export const openCourseErrors = {
  JOB_NOT_EDITING: { status: 409, text: '教学任务不在编辑中' },
  JOB_NOT_COMMITTED: { status: 409, text: '教学任务没有提交，或已确认' },
  JOB_NOT_CONFIRMED: { status: 409, text: '教学任务没有确认' },
  JOB_STOPPED: { status: 409, text: '教学任务已停开' },
  JOB_FINDINGS: { status: 409, text: '{findings}' },
  JOB_SCHEDULED: { status: 409, text: '已有 {count} 条课程安排，请先取消排课' },
  JOB_CHOSEN: { status: 409, text: '名单中有 {count} 名不是随行政班加入的学生，请先移出' },
  JOB_SCORED: { status: 409, text: '已设置考试或录入成绩' },
  JOB_CLASS_USED: { status: 409, text: '教学班已用于其他业务' },
  JOB_SPLIT_FEW: { status: 409, text: '只有 {count}，不能拆分' },
  JOB_MERGE_OTHER: { status: 409, text: '只能合并同一学期、课程、开课单位、校区和类型的任务' },
  JOB_MERGE_TASK: { status: 409, text: '“{name}”是公选课或体育项目任务，不能合并' },
  JOB_TEACHER_MEETS: { status: 409, text: '{name}还有课程安排，请先改由另一位教师上课' },
  JOB_WINDOW_NONE: { status: 409, text: '该学期没有开放{work}' },
  JOB_WINDOW_BEFORE: { status: 409, text: '{work}尚未开始，开始时间为{time}' },
  JOB_WINDOW_AFTER: { status: 409, text: '{work}已于{time}结束，如需继续请教务处延长' },
} as const;

/** Refusals of public elective applications. */
export const electiveErrors = {
  ELECTIVE_NOT_EDITABLE: { status: 409, text: '该公选课申请正在审批或已结束，不能修改' },
  ELECTIVE_GONE: { status: 409, text: '该公选课申请已删除' },
  ELECTIVE_CHANGED: { status: 409, text: '该申请已在另一窗口修改（{time}），请重新打开后再操作' },
  ELECTIVE_NOT_SAVED: { status: 409, text: '只能删除未送审、已退回或已撤回的申请' },
  ELECTIVE_CHOICE_GONE: { status: 400, text: '该选项不存在或已停用，请重新选择' },
  ELECTIVE_DEPARTMENT: { status: 400, text: '开课单位应为本人所在单位或其上下级单位' },
  ELECTIVE_COURSE_GONE: { status: 400, text: '所选课程不存在或已停用，请重新选择' },
  ELECTIVE_CODE_TAKEN: { status: 409, text: '课程编号“{subject}”已被使用，请更换' },
  ELECTIVE_NAME_TAKEN: { status: 409, text: '课程“{subject}”已存在或本学期已有人申报，请选用已有课程或更换名称' },
  ELECTIVE_PLAN_EXISTS: { status: 409, text: '{subject}本学期已申报该课程，不能重复申报' },
  ELECTIVE_TEACHER_LIMIT: { status: 409, text: '{subject}本学期申报的公选课已达上限' },
  ELECTIVE_ROUND_NONE: { status: 409, text: '该学期未开放公选课申报' },
  ELECTIVE_ROUND_BEFORE: { status: 409, text: '公选课申报尚未开始，开始时间为{time}' },
  ELECTIVE_ROUND_AFTER: { status: 409, text: '公选课申报已于{time}结束' },
  ELECTIVE_WINDOW_ORDER: { status: 400, text: '结束时间应晚于开始时间' },
  ELECTIVE_SEMESTER_CLOSED: { status: 409, text: '该学期不存在或已归档' },
} as const;

/**
 * What an application may clash with others in, as `base.public_course_clashes` tells: the refusal, and the field that
 * it is shown under.
 */
export const electiveClashes = {
  code: { code: 'ELECTIVE_CODE_TAKEN', field: 'courseBusinessCode' },
  name: { code: 'ELECTIVE_NAME_TAKEN', field: 'courseName' },
  plan: { code: 'ELECTIVE_PLAN_EXISTS', field: 'teacherList' },
  teacher: { code: 'ELECTIVE_TEACHER_LIMIT', field: 'teacherList' },
} as const satisfies Record<string, { code: keyof typeof electiveErrors; field: string }>;
export type ElectiveClash = keyof typeof electiveClashes;

/** Refusals of training schemes. */
export const schemeErrors = {
  SCHEME_VERSION_FIXED: { status: 409, text: '“{name}”{reason}' },
  SCHEME_MODULE_LEVELS: { status: 409, text: '课程模块最多三级' },
  SCHEME_MODULE_INSIDE: { status: 409, text: '不能移到它自己或它的下级模块中' },
  SCHEME_MODULE_ELSEWHERE: { status: 409, text: '只能在同一个方案版本内移动' },
  SCHEME_MODULES_THERE: { status: 409, text: '该版本已有课程模块' },
  SCHEME_SYSTEM_SUMS: { status: 409, text: '{problem}' },
  SCHEME_GRADE_MAJOR_NO_VERSION: { status: 409, text: '该年级专业还没有选择方案版本' },
  SCHEME_HOURS_APART: { status: 409, text: '只能合并同一课程的两种学时类型' },
} as const;

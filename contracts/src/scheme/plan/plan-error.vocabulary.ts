/** Refusals about execution plans. */
export const planErrors = {
  PLAN_DIFFERENCES_CHANGED: { status: 409, text: '方案或执行计划在预览之后有变化，请重新查看差异' },
  PLAN_NO_SCHEMA: { status: 409, text: '所选年级专业没有已启用的培养方案' },
  PLAN_GRADE_MAJOR_GONE: { status: 400, text: '年级专业不存在或已停用' },
  PLAN_COURSE_GONE: { status: 400, text: '课程不存在或已停用' },
  COMMON_PLAN_NAME_TAKEN: { status: 409, text: '计划名称已存在' },
  PLAN_NO_STUDENT: { status: 403, text: '只有学生有培养进度' },
  SPECIAL_ITEM_REFUSED: { status: 409, text: '{reason}' },
  LEVEL_NO_NUMBER: { status: 422, text: '文件中没有学号列，请使用模板' },
  LEVEL_NO_LEVEL: { status: 422, text: '文件中没有“专项”列，也没有“分级成绩”列，请使用模板' },
} as const;

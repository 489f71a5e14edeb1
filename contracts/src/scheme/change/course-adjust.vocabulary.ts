/** What an application asks to do with a plan (SCHEME-32). */
export const courseAdjustType = { add: '1', remove: '2', change: '3', move: '4', replace: '5' } as const;
export type CourseAdjustType = (typeof courseAdjustType)[keyof typeof courseAdjustType];
export const courseAdjustTypeNames = {
  [courseAdjustType.add]: '新增',
  [courseAdjustType.remove]: '删除',
  [courseAdjustType.change]: '修改',
  [courseAdjustType.move]: '调整学期',
  [courseAdjustType.replace]: '替换',
} as const satisfies Record<CourseAdjustType, string>;

/** Business table of the applications and of their attachments. */
export const COURSE_ADJUST_FILES = 'T_PYFA_KCTZ';

/** Whether what passed has been carried out, @SP_SSZT. */
export const implementStatus = { waiting: '0', done: '1' } as const;
export const implementStatusNames = {
  [implementStatus.waiting]: '未执行',
  [implementStatus.done]: '已执行',
} as const satisfies Record<(typeof implementStatus)[keyof typeof implementStatus], string>;

import type { ModuleRoute } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { at, press, type Screen } from '../screen.ts';

const list = (page: string, title: string, module: ModuleRoute = 'baseInfo'): Screen => ({
  file: `base-${page}`,
  title,
  person: 'office1',
  path: at(module, page),
});
const form = (page: string, title: string, module: ModuleRoute = 'baseInfo'): Screen => ({
  ...list(page, `${title}：修改`, module),
  file: `base-${page}-form`,
  prepare: press('修改'),
});

/** Base data that the office keeps. */
export const baseDataScreens: readonly Screen[] = [
  list('department', '单位'),
  form('department', '单位'),
  list('importRecord', '导入记录'),
  { ...list('teacher', '教师：导入'), file: 'base-teacher-import', prepare: press('导入') },
  list('semester', '学年学期'),
  list('campus', '校区'),
  list('building', '教学楼'),
  list('classroom', '教室'),
  list('nj', '年级'),
  list('major', '专业'),
  form('major', '专业'),
  list('gradeProInfo', '年级专业'),
  list('classInfo', '行政班'),
  list('courseManage', '课程'),
  form('courseManage', '课程'),
  list('teacher', '教师'),
  form('teacher', '教师'),
  list('syllabus', '教学大纲'),
  list('codeValue', '代码值'),
  list('dataDict', '数据字典', 'systemManage'),
  list('classSchedule', '课程安排', 'arrange'),
  form('classSchedule', '课程安排', 'arrange'),
  list('classTime', '节次', 'arrange'),
  list('teachingClass', '教学班', 'openCourseTask'),
  form('teachingClass', '教学班', 'openCourseTask'),
  list('teachingClassTeacher', '教学班教师', 'openCourseTask'),
  list('teachingClassStudent', '教学班名单', 'openCourseTask'),
  list('trainingExecutionPlan', '培养执行计划', 'schemeManage'),
  list('studentInfo', '学生信息', 'student'),
  form('studentInfo', '学生信息', 'student'),
];

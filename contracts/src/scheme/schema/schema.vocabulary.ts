/** Process of training schemes, and the business table of its applications (SCHEME-25). */
export const SCHEMA_PROCESS = 'ZYPYFA';
export const SCHEMA_TABLE = 'T_PYFA_ZYFA';

/** Kinds of training, one scheme of each for a grade-major (SCHEME-26). */
export const projectType = { major: '1', minor: '2', double: '3', micro: '4', experimental: '5' } as const;
export type ProjectType = (typeof projectType)[keyof typeof projectType];
export const projectTypeNames = {
  [projectType.major]: '主修',
  [projectType.minor]: '辅修',
  [projectType.double]: '双学位',
  [projectType.micro]: '微专业',
  [projectType.experimental]: '实验班',
} as const satisfies Record<ProjectType, string>;

/** Whether execution plans may be generated from a scheme. */
export const useStatus = { unused: '0', used: '1' } as const;
export type UseStatus = (typeof useStatus)[keyof typeof useStatus];
export const useStatusNames = { [useStatus.unused]: '未启用', [useStatus.used]: '启用' } as const;

/** Courses that students take as one of several items. */
export const specialType = { none: '0', sports: '1', levels: '2' } as const;
export type SpecialType = (typeof specialType)[keyof typeof specialType];
export const specialTypeNames = {
  [specialType.none]: '无',
  [specialType.sports]: '体育',
  [specialType.levels]: '分级',
} as const satisfies Record<SpecialType, string>;

/** Terms of a scheme, counted from enrolment. */
export const TERMS = 12;
/** Courses of a scheme at most. */
export const COURSES_AT_MOST = 400;

/** Dictionaries behind the codes of a course row. */
export const schemaDictionaries = {
  courseAttribute: 'XTGL_KCSXDMJ',
  courseNature: 'XTGL_KCXZDMJ',
  examMethod: 'XTGL_KSXS',
  examWay: 'XTGL_KSFS',
  hourType: 'XTGL_XSLX',
} as const;

/** Labels of a course row's fields, in the order in which people read them. */
export const schemaCourseLabels = {
  courseBusinessCode: '课程编号',
  courseName: '课程名称',
  classifyId: '课程分类',
  term: '学期',
  credit: '学分',
  totalHour: '总学时',
  hours: '学时类型',
  weekHours: '周学时',
  startEndWeek: '起止周',
  courseAttribute: '课程属性',
  courseNature: '课程性质',
  examMethod: '考核方式',
  examWay: '考试方式',
  directionId: '专业方向',
  specialType: '专项类型',
  courseGroupId: '课组',
  isDegreeCourse: '学位课',
  isCore: '核心课',
  prerequisites: '先修课程',
} as const;

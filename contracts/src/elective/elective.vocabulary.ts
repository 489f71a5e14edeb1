/** Process of public elective applications, and the business tables of their attachments (ELECTIVE-07, APPROVAL-44). */
export const ELECTIVE_PROCESS = 'GXKSQ';
export const TEACHER_FILES = 'T_KKJH_GXKSQSJSZB';
export const COURSE_FILES = 'T_KKJH_GXKJH';
export const electiveFileNames: Readonly<Record<string, string>> = {
  [TEACHER_FILES]: '任课教师资质',
  [COURSE_FILES]: '公选课计划',
};

/** Where the course comes from (ELECTIVE-04). */
export const courseSource = { existing: '0', new: '1' } as const;
export const courseSourceNames = {
  [courseSource.new]: '新课程',
  [courseSource.existing]: '已有课程',
} as const satisfies Record<(typeof courseSource)[keyof typeof courseSource], string>;

/** Who may choose the course, one attribute each (ELECTIVE-06). */
export const attributeTypeNames = {
  '1': '校区',
  '2': '年级',
  '3': '院系',
  '4': '专业',
  '5': '行政班',
  '6': '学生标签',
  '7': '学生类别',
  '8': '性别',
} as const;
export type AttributeType = keyof typeof attributeTypeNames;
export const attributeTypes = ['1', '2', '3', '4', '5', '6', '7', '8'] as const satisfies readonly AttributeType[];

/** Dictionary behind each select of the form (ELECTIVE-34). */
export const electiveDictionaries = {
  publicCourseCategory: 'XTGL_GXKLB',
  courseAttribute: 'XTGL_KCSXDMJ',
  courseNature: 'XTGL_KCXZDMJ',
  examMethod: 'XTGL_KSXS',
  courseSign: 'XTGL_KCBJDMJ',
  placeType: 'XTGL_JSLXDMJ',
  teachingStyle: 'XTGL_SKFS',
  courseCategory: 'XTGL_KCLBDMJ',
} as const;
/** Dictionary of the hour categories `xsbh`/`xsmc`. */
export const HOUR_DICTIONARY = 'XTGL_XSLX';

/** Shown while the hour categories are fetched (ELECTIVE-33). */
export const HOURS_LOADING = '请稍等，正在加载学时分类...';
/** Hint of the course introduction: kept as the specification has it, though 300 are asked for (ELECTIVE-32). */
export const COURSE_INFO_HINT = '至少输入 100 字';
/** Longest remark, shortest texts (ELECTIVE-30…32), and the longest text that is taken at all. */
export const REMARK_MAX = 450;
export const TEACHER_INFO_MIN = 150;
export const COURSE_INFO_MIN = 300;
export const INFO_MAX = 5000;

/** Labels of the form's fields, in its order. */
export const electiveLabels = {
  courseSource: '课程来源',
  courseName: '课程名称',
  courseBusinessCode: '课程编号',
  semester: '当前开课学期',
  departmentId: '开课单位',
  publicCourseCategory: '公选课类别',
  schoolZone: '上课校区',
  courseAttribute: '课程属性',
  courseNature: '课程性质',
  examMethod: '考核方式',
  classPlanNum: '计划开班数',
  classSize: '班级人数',
  placeType: '场地类型',
  teachingStyle: '授课方式',
  courseCategory: '课程类别',
  credit: '学分',
  totalHour: '总学时',
  courseSign: '课程类型',
  hourList: '学时分类',
  teacherList: '任课教师',
  isSchoolWide: '是否全校开放',
  rangeList: '选课范围',
  remark: '备注',
  teacherInfo: '教师简介',
  courseInfo: '课程简介',
} as const;

/** Kind of a window for open-course work that is about public elective applications (OPEN-COURSE-08). */
export const ELECTIVE_WINDOW = '2';
/** How many public electives a teacher may have in a semester: a parameter, and what holds without it. */
export const TEACHER_LIMIT_PARAMETER = 'GXK_JSMSSX';
export const TEACHER_LIMIT = 3;

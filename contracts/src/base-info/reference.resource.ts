import { z } from 'zod';
import { semesterKey, yesNo } from '../kernel/fields.ts';

/** A table of reference rows as `reference.load` stores it: wire names, key, and the schema of one row. */
export type ReferenceResource = {
  /** Name in commands and in the operation log. */
  readonly name: string;
  /** Table in schema `base`; columns are the row's names in snake_case. */
  readonly table: string;
  readonly key: readonly string[];
  readonly row: z.ZodObject;
  /** Columns stored as json. */
  readonly json?: readonly string[];
};

const code = z.string().min(1, '必填').max(64, '最多64个字符');
/** A code that becomes part of stream names: the event store tells errors about a stream in headers, which are ASCII. */
const streamCode = code.regex(/^[!-~]+$/, '只能使用英文字母、数字和半角符号');
const text = (max: number) => z.string().min(1, '必填').max(max, `最多${max}个字符`);
const enabled = { sfqy: yesNo.default('1') };
const seats = z.number().int().min(0).max(9999);
const tenths = z.number().int().min(0);
const hundredths = z.number().int().min(0).max(10000);
const define = (name: string, table: string, key: string[], shape: z.ZodRawShape, json?: string[]): ReferenceResource => ({ name, table, key, row: z.object(shape), ...(json ? { json } : {}) });

/** Reference entities (BASE-DATA-05…24) as far as scores and approvals need them. Order is load order: referenced rows first. */
export const referenceResources: readonly ReferenceResource[] = [
  define('campus', 'campus', ['xqdm'], { xqdm: code, xqmc: text(60), ...enabled }),
  define('building', 'building', ['jxlh'], { jxlh: code, ywbm: text(20), jxlmc: text(60), xqdm: code, lcs: z.number().int().min(1).max(99).nullish(), ...enabled }),
  define('classroom', 'classroom', ['jsh'], { jsh: code, ywbm: text(20), jsmc: text(60), xqdm: code, jxlh: code, szlc: z.number().int().nullish(), jslxm: code, zws: seats, yxzws: seats, kszws: seats, sfpk: yesNo.default('1'), sfks: yesNo.default('1'), ...enabled }),
  define('department', 'department', ['dwh'], { dwh: code, ywbm: text(20), dwmc: text(60), dwjc: text(30).nullish(), dwywmc: text(120).nullish(), lsdwh: code.nullish(), dwlbm: code, sfjxdw: yesNo, sfkkdw: yesNo, pxh: z.number().int(), ...enabled }),
  define('grade', 'grade', ['njdm'], { njdm: code, njmc: text(20), sfzx: yesNo, ...enabled }),
  define('semester', 'semester', ['xnxq'], { xnxq: semesterKey, xnzj: text(9), xqm: code, xnxqmc: text(40), ksrq: z.iso.date(), jsrq: z.iso.date(), zs: z.number().int().min(1).max(30), sfdqxq: yesNo, sfgd: yesNo.default('0') }),
  define('major', 'major', ['zydm'], { zydm: code, ywbm: text(20), zymc: text(60), zyywmc: text(120).nullish(), gjzydm: text(10), xkmlm: code, dwh: code, pyccm: code, xz: tenths, xwm: code.nullish(), ...enabled }),
  define('teacher', 'teacher', ['gh'], { gh: code, ywbm: text(20), xm: text(60), xmpy: text(60).nullish(), xbm: code, zcm: code.nullish(), dwh: code, jzglbm: code.nullish(), dqztm: code, sfrk: yesNo }),
  define('gradeMajor', 'grade_major', ['njzydm'], { njzydm: code, njzymc: text(80), njdm: code, zydm: code, dwh: code, xqdm: code, xslbdm: code, pyccm: code, xz: tenths, ...enabled }),
  define('classInfo', 'class_info', ['bjdm'], { bjdm: code, ywbm: text(20), bjmc: text(60), njzydm: code, dwh: code, zydm: code, njdm: code, xqdm: code, bzrgh: code.nullish(), sfby: yesNo.default('0'), ...enabled }),
  define('student', 'student', ['studentCode'], { studentCode: streamCode, studentNumber: text(20), studentName: text(60), xmpy: text(60).nullish(), xbm: code, bjdm: code, njzydm: code, dwh: code, njdm: code, zydm: code, xqdm: code, xslbdm: code, dqztm: code }),
  define('course', 'course', ['kch'], { kch: streamCode, ywbm: text(30), kcmc: text(60), kcywmc: text(150).nullish(), kkxy: code, kcsx: code, kcxz: code, xf: tenths, zxs: tenths, khfs: code, scoreHierarchyCode: code, kcbj: code.nullish(), kclb: code.nullish(), zhxs: tenths.nullish(), ...enabled }),
  define('courseHour', 'course_hour', ['kch', 'xsbh'], { kch: code, xsbh: code, xs: tenths }),
  define('executionPlan', 'execution_plan', ['njzydm', 'kch'], { njzydm: code, kch: code, xnxq: semesterKey, courseSystemName: text(40).nullish() }),
  define('personalCoursePlan', 'personal_course_plan', ['personalCoursePlanKey'], { personalCoursePlanKey: code, studentCode: code, kch: code, xnxq: semesterKey, courseSystemName: text(40).nullish(), confirmStatus: z.enum(['0', '1', '2']) }),
  define('scoreHierarchy', 'score_hierarchy', ['scoreHierarchyCode'], { scoreHierarchyCode: code, scoreHierarchyName: text(20), ...enabled }),
  define('scoreValue', 'score_value', ['scoreHierarchyCode', 'scoreValueCode'], { scoreHierarchyCode: code, scoreValueCode: code, scoreValueName: text(20), scorePercentileMinValue: hundredths, scorePercentileMaxValue: hundredths, scorePercentileValue: hundredths, passSign: yesNo, sortNum: z.number().int() }),
  define('scoreTemplate', 'score_template', ['scoreTemplateId'], {
    scoreTemplateId: code, scoreTemplateName: text(40), scoreHierarchyCode: code, digit: z.number().int().min(0).max(2), isDefault: yesNo, teacherAdjust: yesNo.default('0'),
    items: z.array(z.object({ scoreSubItemName: text(20), scoreSubItemProportion: z.number().int().min(0).max(100), dataKey: code, type: z.enum(['number', 'select']), enable: z.enum(['true', 'false']), scoreHierarchyCode: code, isExamItem: z.boolean(), min: z.number().int().min(0).max(100).optional(), max: z.number().int().min(0).max(100).optional() })).min(1).max(8)
      .refine((items) => items.reduce((sum, item) => sum + item.scoreSubItemProportion, 0) === 100, '各分项比例之和应为100'), ...enabled,
  }, ['items']),
  define('scoreTermControl', 'score_term_control', ['scoreTermControlId'], { scoreTermControlId: code, semesterId: semesterKey, scoreType: code, scoreTermInputBeginTime: z.iso.datetime(), scoreTermInputEndTime: z.iso.datetime(), departmentId: code.nullish(), courseId: code.nullish(), courseNature: code.nullish(), scoreTemplateId: code.nullish(), ...enabled }),
  define('scoreRules', 'score_rules', ['scoreRulesId'], {
    scoreRulesId: code, ruleVersion: text(20), ruleName: text(40), grades: z.array(code).default([]), studentTypes: z.array(code).default([]), passMark: hundredths,
    effectiveRule: z.enum(['ZGF', 'ZHC', 'SCJ']), gpaRule: z.enum(['GPA40', 'GPA50']), gpaBands: z.array(z.object({ from: hundredths, point: z.number().int().min(0).max(1000) })).nullish(), makeupPoint: z.number().int().min(0).nullish(),
    countFailed: yesNo, judgeRounded: yesNo, gpaAttributes: z.array(code), gpaWithoutNatures: z.array(code), publishStatus: z.enum(['0', '1', '2']),
  }, ['grades', 'studentTypes', 'gpaBands', 'gpaAttributes', 'gpaWithoutNatures']),
  define('outsideScoreTime', 'outside_score_time', ['timeId'], { timeId: code, semesterId: semesterKey, cognizanceType: z.enum(['1', '2', '3']), beginTime: z.iso.datetime(), endTime: z.iso.datetime(), grades: z.array(code).default([]), departmentId: code.nullish(), ...enabled }, ['grades']),
  define('teachingClass', 'teaching_class', ['teachingClassId'], { teachingClassId: streamCode, teachingClassCode: text(60), teachingClassName: text(60), semesterId: semesterKey, courseId: code, openDepartmentId: code, xqdm: code, scoreTemplateId: code.nullish(), scoreHierarchyCode: code }),
  define('teachingClassTeacher', 'teaching_class_teacher', ['teachingClassId', 'gh'], { teachingClassId: code, gh: code, sortNum: z.number().int() }),
  define('teachingClassStudent', 'teaching_class_student', ['teachingClassId', 'studentCode'], { teachingClassId: code, studentCode: code, listSource: z.string().max(20) }),
  /** Scores outside classes (SCORE-MORE-38); `applyId` of those that an application brought. */
  define('studentExtraScore', 'student_extra_score', ['studentExtraScoreId'], {
    studentExtraScoreId: code, studentCode: code, semesterId: semesterKey, courseId: code.nullish(), extraName: text(60), credit: tenths, scoreHierarchyCode: code.nullish(), scoreValue: hundredths.nullish(),
    scoreRemarkCode: code.default('00'), sourceType: code, inTranscript: yesNo.default('1'), applyId: code.nullish(),
  }),
  define('classSchedule', 'class_schedule', ['scheduleId'], { scheduleId: code, teachingClassId: code, semesterId: semesterKey, firstWeek: z.number().int().min(1), lastWeek: z.number().int().max(30), weekday: z.number().int().min(1).max(7), period: text(10), room: text(40), jsh: code.nullish(), gh: code }),
  define('dataDict', 'data_dict', ['dmlb', 'dm'], { dmlb: code, dm: code, mc: text(100), pxh: z.number().int(), ...enabled }),
  define('parameter', 'parameter', ['paramCode'], { paramCode: code, paraName: text(60), paraValue: z.string().max(500) }),
  define('noticeType', 'notice_type', ['noticeTypeId'], { noticeTypeId: code, noticeTypeName: text(20), needRead: yesNo.default('0'), sortNum: z.number().int(), ...enabled }),
  define('domain', 'domain', ['bh'], { bh: z.string().min(1, '必填').max(10, '最多10个字符'), mc: text(30), servingList: z.array(code), sortNum: z.number().int(), ...enabled }, ['servingList']),
  define('role', 'role', ['jsbh'], { jsbh: code, jsmc: text(20), jslx: code }),
  define('rolePermission', 'role_permission', ['jsbh', 'qxbh'], { jsbh: code, qxbh: text(80) }),
  define('roleScope', 'role_scope', ['jsbh', 'sjqxbh'], { jsbh: code, sjqxbh: z.enum(['NJ', 'XQ', 'XSLB', 'DW', 'ZY', 'XZB']), fwz: text(2000) }),
  /** `password` is hashed (argon2id) before it is stored, and never logged. */
  define('userAccount', 'user_account', ['userName'], { userName: code, name: text(60), kind: z.enum(['teacher', 'student', 'casual']), password: z.string().min(6).max(64), gh: code.nullish(), studentCode: code.nullish(), departmentId: code.nullish(), ...enabled }),
  define('userRole', 'user_role', ['userName', 'jsbh'], { userName: code, jsbh: code }),
  define('menuCategory', 'menu_category', ['menuCatagoryId'], { menuCatagoryId: code, menuCatagoryName: text(8), sortNum: z.number().int(), ...enabled }),
  define('menu', 'menu', ['menuId'], { menuId: code, menuName: text(20), menuType: code, url: text(200), iconContent: code, moduleId: code.nullish(), menuCatagoryId: code.nullish(), dataStatus: z.enum(['SHOW', 'HIDDEN']), sortNum: z.number().int() }),
  define('evaluationTask', 'evaluation_task', ['taskId'], { taskId: code, userName: code, teachingClassId: code, status: yesNo }),
];

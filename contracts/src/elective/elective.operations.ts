import { z } from 'zod';
import { commandId, dateTimeText, pageNum, pageSize, plannedTime, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { electiveDraft } from './elective-form.ts';
import { electiveShown } from './elective.events.ts';
import { deleteElective, saveElective, submitElective } from './elective.command.ts';
import { attributeTypes } from './elective.vocabulary.ts';

const reading = { permission: 'publicCourseManage:query' } as const;
const applying = { permission: 'publicCourseManage:apply' } as const;

/** An application in lists. Credit as typed while it is a draft. */
export const electiveItem = z.object({
  planId: z.string(),
  courseName: z.string(),
  courseBusinessCode: z.string(),
  courseSource: z.string(),
  semester: z.string(),
  semesterName: z.string(),
  departmentName: z.string(),
  publicCourseCategoryName: z.string(),
  credit: z.string(),
  totalHour: z.string(),
  classPlanNum: z.string(),
  classSize: z.string(),
  teacherNames: z.string(),
  applicantName: z.string(),
  applicantDepartmentName: z.string().nullable(),
  applyTime: dateTimeText.nullable(),
  writtenTime: dateTimeText,
  approvalBusinessStatus: z.string(),
  approvalBusinessStatusName: z.string(),
  currentNodeName: z.string().nullable(),
  /** The caller applied for it. */
  own: z.boolean(),
  /** It waits for the caller's decision. */
  awaitsMe: z.boolean(),
});

const filter = {
  keyword: z.string().trim().max(60).optional(),
  semester: z.string().max(20).optional(),
  publicCourseCategory: z.string().max(20).optional(),
  /** Whose: the caller's own applications, or those of others that were submitted. */
  view: z.enum(['own', 'audit']).default('audit'),
  /** LC-A: what waits for the caller, 待审 (1, 2, 7), 已通过 (9), 未通过 (3, 4, 8), or one status. */
  status: z.enum(['todo', 'open', 'passed', 'refused', '0', '1', '2', '3', '4', '7', '8', '9']).optional(),
};

/** What the list is sorted by. */
export const electiveSorts = ['courseName', 'semesterName', 'applyTime', 'status'] as const;

export const queryElectives = defineOperation({
  id: 'elective.query',
  method: 'POST',
  path: '/openCourse/publicCourse/query',
  access: reading,
  scope: 'application',
  summary: '公选课申请列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(electiveSorts), pageNo: pageNum, pageSize }),
  output: z.object({
    rows: z.array(electiveItem),
    total,
    /** How many wait for the caller, whatever is asked. */
    todo: total,
  }),
});

/**
 * Everything of one application (ELECTIVE-02, 03): codes as stored, `names` and lists as they were called when it was
 * written.
 */
export const electiveDetail = defineOperation({
  id: 'elective.detail',
  method: 'GET',
  path: '/openCourse/publicCourse/detail/{planId}',
  access: reading,
  scope: 'application',
  summary: '公选课申请详情',
  outcome: 'query',
  input: z.object({ planId: z.string().min(1).max(60) }),
  output: z.object({
    ...electiveItem.shape,
    ...electiveDraft.shape,
    ...electiveShown.shape,
    revision: z.number().int(),
    round: z.number().int(),
    opinion: z.string(),
    /** May be written by the caller now. */
    editable: z.boolean(),
  }),
});

/** Keeps what is filled in so far. */
export const electiveSave = defineOperation({
  id: 'elective.save',
  method: 'POST',
  path: '/openCourse/publicCourse/save',
  access: applying,
  scope: noScope.own,
  summary: '保存公选课申请',
  encoding: 'json',
  outcome: 'modify',
  input: saveElective.payload.extend({ commandId }),
  output: z.object({ planId: z.string(), revision: z.number().int() }),
});
export const electiveSubmit = defineOperation({
  id: 'elective.submit',
  method: 'POST',
  path: '/openCourse/publicCourse/submit',
  access: applying,
  scope: noScope.own,
  summary: '公选课申请送审',
  encoding: 'json',
  outcome: 'submitForApproval',
  input: submitElective.payload.extend({ commandId }),
  output: z.object({ planId: z.string() }),
});
export const electiveDelete = defineOperation({
  id: 'elective.delete',
  method: 'POST',
  path: '/openCourse/publicCourse/delete',
  access: applying,
  scope: noScope.own,
  summary: '删除公选课申请',
  encoding: 'form',
  outcome: 'remove',
  input: deleteElective.payload.extend({ commandId }),
  output: z.object({ planId: z.string() }),
});

/** `type` of {@link roundCheckout}: why the caller may not apply, or `open` (as SHELL-44). */
export const roundState = { none: '1', notBegun: '2', over: '3', clashing: '4', open: '6' } as const;
/**
 * Whether public electives of a semester may be applied for now, and whether a saved plan could be sent (ELECTIVE-36).
 * `clashing`: the plan clashes with others, `clashes` say by field with what.
 */
export const roundCheckout = defineOperation({
  id: 'elective.roundCheckout',
  method: 'POST',
  path: '/openCourse/publicCourse/roundCheckout',
  access: reading,
  scope: noScope.school,
  summary: '公选课申报轮次检查',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ semester: z.string().max(20), planId: z.string().max(60).optional() }),
  output: z.object({
    type: z.enum(roundState),
    message: z.string(),
    clashes: z.array(z.object({ field: z.string(), message: z.string() })),
  }),
});

/** Hour categories of the form (ELECTIVE-03, 33). */
export const hourCategories = defineOperation({
  id: 'elective.hourCategories',
  method: 'GET',
  path: '/openCourse/publicCourse/hourCategories',
  access: reading,
  scope: noScope.school,
  summary: '学时分类',
  outcome: 'query',
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ xsbh: z.string(), xsmc: z.string() })) }),
});

const option = z.object({ code: z.string(), name: z.string() });
/**
 * What the form's selects offer beside dictionaries: semesters that are not archived, with their round; the caller's
 * units; campuses.
 */
export const electiveOptions = defineOperation({
  id: 'elective.options',
  method: 'GET',
  path: '/openCourse/publicCourse/options',
  access: reading,
  scope: noScope.picking,
  summary: '公选课申请选项',
  outcome: 'query',
  input: z.object({}),
  output: z.object({
    semesters: z.array(
      option.extend({ begin: dateTimeText.nullable(), end: dateTimeText.nullable(), open: z.boolean() }),
    ),
    departments: z.array(option),
    schoolZones: z.array(option),
    /** The caller as a teacher, for a new form; null when he is none. */
    self: electiveShown.shape.teacherList.element.nullable(),
    departmentId: z.string().nullable(),
  }),
});
/** Values of one attribute of the ranges (ELECTIVE-06). */
export const rangeValues = defineOperation({
  id: 'elective.rangeValues',
  method: 'GET',
  path: '/openCourse/publicCourse/rangeValues/{attributeType}',
  access: reading,
  scope: noScope.picking,
  summary: '选课范围取值',
  outcome: 'query',
  input: z.object({ attributeType: z.enum(attributeTypes) }),
  output: z.object({ list: z.array(option) }),
});
/** What an existing course says of itself (ELECTIVE-04). */
export const electiveCourse = defineOperation({
  id: 'elective.course',
  method: 'GET',
  path: '/openCourse/publicCourse/course/{courseCode}',
  access: reading,
  scope: noScope.picking,
  summary: '已有课程信息',
  outcome: 'query',
  input: z.object({ courseCode: z.string().min(1).max(64) }),
  output: z.object({
    courseCode: z.string(),
    courseBusinessCode: z.string(),
    courseName: z.string(),
    credit: z.string(),
    totalHour: z.string(),
    courseAttribute: z.string(),
    courseNature: z.string(),
    examMethod: z.string(),
    departmentId: z.string(),
  }),
});

const planFilter = {
  keyword: z.string().trim().max(60).optional(),
  semester: z.string().max(20).optional(),
  publicCourseCategory: z.string().max(20).optional(),
};
/** Plans that have passed: what is opened in a semester (OPEN-COURSE-09). */
export const electivePlan = z.object({
  planId: z.string(),
  courseCode: z.string(),
  courseBusinessCode: z.string(),
  courseName: z.string(),
  semester: z.string(),
  semesterName: z.string(),
  departmentName: z.string(),
  publicCourseCategoryName: z.string(),
  schoolZoneName: z.string(),
  credit: z.string(),
  totalHour: z.string(),
  classPlanNum: z.number().int(),
  classSize: z.number().int(),
  teacherNames: z.string(),
  isSchoolWide: z.string(),
  rangeText: z.string(),
  passedTime: dateTimeText,
});
/** What the list is sorted by. */
export const electivePlanSorts = [
  'courseName',
  'semesterName',
  'credit',
  'totalHour',
  'departmentName',
  'passedTime',
] as const;

export const queryElectivePlans = defineOperation({
  id: 'elective.plans',
  method: 'POST',
  path: '/openCourse/publicCourse/plan/query',
  access: reading,
  scope: 'application',
  summary: '公选课计划列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...planFilter, sort: sortBy(electivePlanSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(electivePlan), total }),
});
export const exportElectivePlans = defineOperation({
  id: 'elective.exportPlans',
  method: 'POST',
  path: '/openCourse/publicCourse/plan/exportExcel',
  access: { permission: 'publicCourseManage:exportExcel' },
  scope: 'application',
  summary: '公选课计划导出',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(planFilter),
  output: z.unknown(),
});

/** When public electives of a semester may be applied for (OPEN-COURSE-08). */
export const setElectiveRound = defineOperation({
  id: 'elective.setRound',
  method: 'POST',
  path: '/openCourse/publicCourse/setRound',
  access: { permission: 'publicCourseManage:setRound' },
  scope: noScope.school,
  summary: '设置公选课申报时间',
  encoding: 'form',
  outcome: 'set',
  input: z.object({
    commandId,
    semester: z.string().min(1, '当前开课学期必填').max(20),
    beginTime: plannedTime,
    endTime: plannedTime,
    reason: z.string().trim().min(1, '必填').max(200, '最多 200 个字符'),
  }),
  output: z.object({ startTimeId: z.string() }),
});

export const electiveOperations = [
  queryElectives,
  electiveDetail,
  electiveSave,
  electiveSubmit,
  electiveDelete,
  roundCheckout,
  hourCategories,
  electiveOptions,
  rangeValues,
  electiveCourse,
  queryElectivePlans,
  exportElectivePlans,
  setElectiveRound,
] as const;

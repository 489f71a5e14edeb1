import { z } from 'zod';
import {
  commandId,
  dateTimeText,
  integer,
  pageNum,
  pageSize,
  plannedTime,
  semesterKey,
  total,
  yesNoFlag,
  SCORE_PAGE_SIZE,
} from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { yesNo } from '../kernel/yes-no.ts';
import {
  addListed,
  makeupOptionCode,
  removeListed,
  reopenList,
  setRetakeStudents,
  settleOrigin,
  skippedStudents,
} from './makeup.command.ts';
import { listStatus, rebuildClassStatus } from './makeup.vocabulary.ts';
import { reassessedStudent } from './reassessment-approval.operations.ts';

const chosen = z.array(z.string().min(1).max(64)).min(1, '请至少选择一条数据').max(500, '一次最多处理 500 条');
const window = { scoreTermInputBeginTime: dateTimeText, scoreTermInputEndTime: dateTimeText };
const plannedWindow = { scoreTermInputBeginTime: plannedTime, scoreTermInputEndTime: plannedTime };

/** One make-up group in the office's list. */
export const makeupGroup = z.object({
  makeupCourseId: z.string(),
  sourceSemesterId: z.string(),
  sourceSemesterName: z.string(),
  semesterId: z.string(),
  makeupSemester: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  teachingClassName: z.string(),
  openDepartmentName: z.string(),
  teacherName: z.string(),
  makeupNum: z.number().int(),
  deferredNum: z.number().int(),
  makeupAndDelayTemplateValue: z.string(),
  makeupOptionName: z.string(),
  ...window,
  /** 0 may grow, 1 frozen. */
  listStatus: z.string(),
  listStatusName: z.string(),
  frozenTime: dateTimeText.nullable(),
  frozenBy: z.string().nullable(),
  /** Students whose original score is another now, and about whom nothing is decided. */
  originOpenNum: z.number().int(),
  /** Of its sheet; 0 before it is frozen. */
  sheetStatus: z.string(),
  sheetStatusName: z.string(),
});

/** What the list is sorted by. */
export const makeupGroupSorts = [
  'courseName',
  'teachingClassName',
  'semesterId',
  'scoreTermInputEndTime',
  'listStatus',
] as const;

/** Groups in scope, newest make-up semester first. */
export const queryMakeupGroups = defineOperation({
  id: 'makeupList.query',
  method: 'POST',
  path: '/score/makeupList/query',
  access: { permission: 'makeupList:query' },
  scope: 'teachingClass',
  summary: '补缓考名单',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    semesterId: semesterKey.optional(),
    sourceSemesterId: semesterKey.optional(),
    /** `2`: frozen ones with somebody about whom the office has to decide. */
    listStatus: z.enum(listStatus).optional(),
    keyword: z.string().trim().max(60).optional(),
    sort: sortBy(makeupGroupSorts),
    pageNo: pageNum,
    pageSize: pageSize.default(SCORE_PAGE_SIZE),
  }),
  output: z.object({ rows: z.array(makeupGroup), total }),
});

/** The students of one group, with the score that they make up for. */
export const makeupGroupStudents = defineOperation({
  id: 'makeupList.students',
  method: 'GET',
  path: '/score/makeupList/students',
  access: { permission: 'makeupList:query' },
  scope: 'teachingClass',
  summary: '补缓考学生',
  outcome: 'query',
  input: z.object({ makeupCourseId: z.string().min(1).max(64) }),
  output: z.object({ list: z.array(reassessedStudent) }),
});

/** Takes students off a list, with a reason that its teachers and they are told. */
export const removeMakeupStudents = defineOperation({
  id: 'makeupList.removeStudents',
  method: 'POST',
  path: '/score/makeupList/removeStudents',
  access: { permission: 'makeupList:update' },
  scope: 'teachingClass',
  summary: '移出补缓考名单',
  encoding: 'json',
  outcome: 'set',
  input: removeListed.payload.extend({ commandId }),
  output: removeListed.result,
});

/** Who may be put on a list: those of its course and semester who are on none. Values as shown. */
export const makeupCandidates = defineOperation({
  id: 'makeupList.candidates',
  method: 'GET',
  path: '/score/makeupList/candidates',
  access: { permission: 'makeupList:update' },
  scope: 'teachingClass',
  summary: '可加入补缓考名单的学生',
  outcome: 'query',
  input: z.object({ makeupCourseId: z.string().min(1).max(64) }),
  output: z.object({
    list: z.array(
      z.object({
        studentCode: z.string(),
        studentNumber: z.string(),
        studentName: z.string(),
        makeupTypeName: z.string(),
        teachingClassName: z.string(),
        originFinalValue: z.string(),
        originRemarkName: z.string(),
      }),
    ),
  }),
});

/** Puts students on a list, with a reason that its teachers and they are told. */
export const addMakeupStudents = defineOperation({
  id: 'makeupList.addStudents',
  method: 'POST',
  path: '/score/makeupList/addStudents',
  access: { permission: 'makeupList:update' },
  scope: 'teachingClass',
  summary: '加入补缓考名单',
  encoding: 'json',
  outcome: 'set',
  input: addListed.payload.extend({ commandId }),
  output: addListed.result,
});

const reopened = {
  input: z.object({ commandId, teachingClassId: z.string().min(1).max(64), reason: reopenList.payload.shape.reason }),
  output: reopenList.result,
};

/** Opens a frozen list again while nothing is typed. */
export const reopenMakeupList = defineOperation({
  id: 'makeupList.reopen',
  method: 'POST',
  path: '/score/makeupList/reopen',
  access: { permission: 'makeupList:freeze' },
  scope: 'teachingClass',
  summary: '解除补缓考名单锁定',
  encoding: 'form',
  outcome: 'set',
  ...reopened,
});

/** Takes the publication of a retake class back while nothing is typed. */
export const reopenRetakeClass = defineOperation({
  id: 'rebuildClass.reopen',
  method: 'POST',
  path: '/score/rebuildClass/reopen',
  access: { permission: 'rebuildClass:publish' },
  scope: 'teachingClass',
  summary: '撤销发布重修班',
  encoding: 'form',
  outcome: 'set',
  ...reopened,
});

const generation = {
  sourceSemesterId: semesterKey,
  semesterId: semesterKey,
  makeupAndDelayTemplateValue: makeupOptionCode,
  ...plannedWindow,
};

/** Students of one course who would be added: to a make-up, and to a deferred exam. */
export const previewedCourse = z.object({
  courseId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  openDepartmentName: z.string(),
  makeupNum: z.number().int(),
  deferredNum: z.number().int(),
});

/**
 * What generating the lists of a semester would do, as the read models know it: course by course, and who is left out
 * and why. The generation itself asks the log.
 */
export const previewMakeupLists = defineOperation({
  id: 'makeupList.preview',
  method: 'GET',
  path: '/score/makeupList/preview',
  access: { permission: 'makeupList:generate' },
  scope: { none: '按学期为全校生成，由教务处执行' },
  summary: '预览补缓考名单',
  outcome: 'query',
  input: z.object(generation),
  output: z.object({ courses: z.array(previewedCourse), addedNum: total, skipped: z.array(skippedStudents) }),
});

/** Makes the lists of a semester as a long job, one item a course. */
export const generateMakeupLists = defineOperation({
  id: 'makeupList.generate',
  method: 'POST',
  path: '/score/makeupList/generate',
  access: { permission: 'makeupList:generate' },
  scope: { none: '按学期为全校生成，由教务处执行' },
  summary: '生成补缓考名单',
  encoding: 'form',
  outcome: 'generate',
  input: z.object({ commandId, ...generation }),
  output: z.object({ jobId: z.uuid(), total }),
});

/**
 * The generation that is under way; null: none. One at a time: two would list the same students. `dueSemesterId`: the
 * semester that one begins with, the one before the current while somebody of it is to be listed, else the current one;
 * null when nobody is of either, or while one is under way.
 */
export const runningGeneration = defineOperation({
  id: 'makeupList.generation',
  method: 'GET',
  path: '/score/makeupList/generation',
  access: { permission: 'makeupList:generate' },
  scope: noScope.school,
  summary: '正在生成的补缓考名单',
  outcome: 'query',
  input: z.object({}),
  output: z.object({ jobId: z.string().nullable(), dueSemesterId: z.string().nullable() }),
});

/** Changes what is named of groups that are not frozen. */
export const updateMakeupGroups = defineOperation({
  id: 'makeupList.update',
  method: 'POST',
  path: '/score/makeupList/update',
  access: { permission: 'makeupList:update' },
  scope: 'teachingClass',
  summary: '调整补缓考名单',
  encoding: 'json',
  outcome: 'batchAdjust',
  input: z.object({
    commandId,
    makeupCourseIds: chosen,
    makeupAndDelayTemplateValue: makeupOptionCode.optional(),
    scoreTermInputBeginTime: plannedTime.optional(),
    scoreTermInputEndTime: plannedTime.optional(),
    teacherCode: z.string().max(64).optional(),
  }),
  output: z.object({ changed: z.number().int() }),
});

export const freezeMakeupGroups = defineOperation({
  id: 'makeupList.freeze',
  method: 'POST',
  path: '/score/makeupList/freeze',
  access: { permission: 'makeupList:freeze' },
  scope: 'teachingClass',
  summary: '锁定补缓考名单',
  encoding: 'json',
  patience: 'long',
  input: z.object({ commandId, makeupCourseIds: chosen }),
  output: z.object({ frozen: z.number().int() }),
});

/** The list as a workbook, one row for each student. */
export const exportMakeupGroups = defineOperation({
  id: 'makeupList.exportExcel',
  method: 'POST',
  path: '/score/makeupList/exportExcel',
  access: { permission: 'makeupList:exportExcel' },
  scope: 'teachingClass',
  summary: '导出补缓考名单',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: queryMakeupGroups.input.omit({ sort: true, pageNo: true, pageSize: true }),
  output: z.unknown(),
});

/** One retake class (SCORE-MORE-28). */
export const rebuildClass = z.object({
  rebuildClassId: z.string(),
  semesterId: z.string(),
  semesterName: z.string(),
  courseId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  rebuildClassName: z.string(),
  openDepartmentName: z.string(),
  teacherCode: z.string(),
  teacherName: z.string(),
  capacity: z.number().int(),
  studentNum: z.number().int(),
  ...window,
  originOpenNum: z.number().int(),
  publishStatus: z.string(),
  publishStatusName: z.string(),
  sheetStatus: z.string(),
  sheetStatusName: z.string(),
});

/** What the list is sorted by. */
export const retakeClassSorts = [
  'courseName',
  'rebuildClassName',
  'semesterId',
  'studentNum',
  'scoreTermInputEndTime',
  'publishStatus',
] as const;

export const queryRetakeClasses = defineOperation({
  id: 'rebuildClass.query',
  method: 'POST',
  path: '/score/rebuildClass/query',
  access: { permission: 'rebuildClass:query' },
  scope: 'teachingClass',
  summary: '重修班',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    semesterId: semesterKey.optional(),
    publishStatus: z.enum(rebuildClassStatus).optional(),
    keyword: z.string().trim().max(60).optional(),
    sort: sortBy(retakeClassSorts),
    pageNo: pageNum,
    pageSize: pageSize.default(SCORE_PAGE_SIZE),
  }),
  output: z.object({ rows: z.array(rebuildClass), total }),
});

export const saveRetakeClassOperation = defineOperation({
  id: 'rebuildClass.save',
  method: 'POST',
  path: '/score/rebuildClass/save',
  access: { permission: 'rebuildClass:update' },
  scope: 'teachingClass',
  summary: '保存重修班',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({
    commandId,
    rebuildClassId: z.string().max(64).optional(),
    semesterId: semesterKey,
    courseId: z.string().min(1, '请选择一条课程!').max(64),
    rebuildClassName: z.string().trim().min(1, '必填').max(60, '最多 60 个字符'),
    teacherCode: z.string().min(1, '必填').max(64),
    capacity: integer(1, 999, '容量应为1至999的整数'),
    ...plannedWindow,
  }),
  output: z.object({ rebuildClassId: z.string() }),
});

/** What the students of a retake class are sorted by. */
export const retakeStudentSorts = [
  'studentNumber',
  'studentName',
  'final',
  'semesterName',
  'rebuildTimes',
  'administrativeClassName',
  'inClass',
] as const;
/**
 * Who is in the class, and who failed the course and may come in, those in it first; `rosterOnly`: those in it alone.
 * Values as shown.
 */
export const retakeStudents = defineOperation({
  id: 'rebuildClass.students',
  method: 'GET',
  path: '/score/rebuildClass/students',
  access: { permission: 'rebuildClass:query' },
  scope: 'teachingClass',
  summary: '重修班学生',
  outcome: 'query',
  input: z.object({
    rebuildClassId: z.string().min(1).max(64),
    rosterOnly: yesNoFlag.default(yesNo.no),
    sort: sortBy(retakeStudentSorts),
    pageNo: pageNum,
    pageSize: pageSize.default(SCORE_PAGE_SIZE),
  }),
  output: z.object({
    total,
    /** All who are in the class, on whatever page. */
    inClass: z.array(z.string()),
    list: z.array(
      z.object({
        studentCode: z.string(),
        studentNumber: z.string(),
        studentName: z.string(),
        administrativeClassName: z.string(),
        gradeMajorName: z.string(),
        /** The best score so far, its remark and semester. */
        finalName: z.string(),
        scoreRemarkName: z.string(),
        semesterName: z.string(),
        /** Attempts of nature 13 so far. */
        rebuildTimes: z.number().int(),
        inClass: z.boolean(),
      }),
    ),
  }),
});

/** The whole list of {@link retakeStudents}, as a workbook. */
export const exportRetakeStudents = defineOperation({
  id: 'rebuildClass.exportStudents',
  method: 'POST',
  path: '/score/rebuildClass/exportStudents',
  access: { permission: 'rebuildClass:query' },
  scope: 'teachingClass',
  summary: '重修班学生导出',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object({ rebuildClassId: z.string().min(1).max(64), rosterOnly: yesNoFlag.default(yesNo.no) }),
  output: z.unknown(),
});

export const setRetakeStudentsOperation = defineOperation({
  id: 'rebuildClass.setStudents',
  method: 'POST',
  path: '/score/rebuildClass/setStudents',
  access: { permission: 'rebuildClass:update' },
  scope: 'teachingClass',
  summary: '调整重修班名单',
  encoding: 'json',
  outcome: 'set',
  input: z.object({
    commandId,
    rebuildClassId: z.string().min(1).max(64),
    add: z.array(z.string().max(64)).max(500),
    remove: z.array(z.string().max(64)).max(500),
    /** Needed once the class is published. */
    reason: setRetakeStudents.payload.shape.reason,
  }),
  output: z.object({ studentNum: z.number().int() }),
});

export const publishRetakeClassOperation = defineOperation({
  id: 'rebuildClass.publish',
  method: 'POST',
  path: '/score/rebuildClass/publish',
  access: { permission: 'rebuildClass:publish' },
  scope: 'teachingClass',
  summary: '发布重修班',
  encoding: 'form',
  input: z.object({ commandId, rebuildClassId: z.string().min(1).max(64) }),
  output: z.object({ rebuildClassId: z.string() }),
});

const settled = {
  input: z.object({ commandId, ...settleOrigin.payload.shape }),
  output: z.object({ teachingClassId: z.string() }),
};

/** Keeps a student of a frozen list whose original score is another now, or takes him off. */
export const settleMakeupOrigin = defineOperation({
  id: 'makeupList.settleOrigin',
  method: 'POST',
  path: '/score/makeupList/settleOrigin',
  access: { permission: 'makeupList:update' },
  scope: 'teachingClass',
  summary: '处理补缓考原成绩变动',
  encoding: 'form',
  ...settled,
});
/** The same in a published retake class. */
export const settleRetakeOrigin = defineOperation({
  id: 'rebuildClass.settleOrigin',
  method: 'POST',
  path: '/score/rebuildClass/settleOrigin',
  access: { permission: 'rebuildClass:update' },
  scope: 'teachingClass',
  summary: '处理重修原成绩变动',
  encoding: 'form',
  ...settled,
});

export const makeupListOperations = [
  queryMakeupGroups,
  makeupGroupStudents,
  previewMakeupLists,
  generateMakeupLists,
  runningGeneration,
  updateMakeupGroups,
  freezeMakeupGroups,
  reopenMakeupList,
  makeupCandidates,
  addMakeupStudents,
  removeMakeupStudents,
  exportMakeupGroups,
  queryRetakeClasses,
  saveRetakeClassOperation,
  retakeStudents,
  exportRetakeStudents,
  setRetakeStudentsOperation,
  publishRetakeClassOperation,
  reopenRetakeClass,
  settleMakeupOrigin,
  settleRetakeOrigin,
] as const;

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
  SCORE_PAGE_SIZE,
} from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { assignSignUps, groupSignUps, setSignUpsPaid, unassignSignUps } from './rebuild-sign-up.command.ts';
import { payStatus, rebuildMode, signUpStatus } from './rebuild-sign-up.vocabulary.ts';

/** Who may sign up and has not; who has. */
export const rebuildViews = ['eligible', 'signUp'] as const;

/** A student at a course that he failed, with his sign-up where there is one (SCORE-MORE-27, 29). */
export const rebuildRow = z.object({
  /** Null: he has not signed up in the current semester. */
  signUpId: z.string().nullable(),
  studentId: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  departmentName: z.string(),
  studentClassName: z.string(),
  courseId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  courseCredit: z.string(),
  openDepartmentName: z.string(),
  /** The best score so far, its remark and semester. */
  originSemesterName: z.string(),
  originScore: z.string(),
  scoreRemarkName: z.string(),
  /** How often he took the course again before. */
  rebuildTimes: z.number().int(),
  semesterId: z.string().nullable(),
  rebuildMode: z.string().nullable(),
  rebuildModeName: z.string(),
  /** Yuan: 350.00. */
  amount: z.string().nullable(),
  payStatus: z.string().nullable(),
  payStatusName: z.string(),
  signUpStatus: z.string().nullable(),
  signUpStatusName: z.string(),
  signUpTime: dateTimeText.nullable(),
  rebuildClassId: z.string().nullable(),
  rebuildClassName: z.string().nullable(),
});

const filter = {
  view: z.enum(rebuildViews).default('signUp'),
  /** Of the sign-ups; who may sign up does so in the current one. */
  semesterId: semesterKey.optional(),
  keyword: z.string().trim().max(60).optional(),
  rebuildMode: z.enum(rebuildMode).optional(),
  payStatus: z.enum(payStatus).optional(),
  signUpStatus: z.enum(signUpStatus).optional(),
};

/** What the list is sorted by. */
export const rebuildSorts = ['studentNumber', 'departmentName', 'courseName'] as const;

/** The desk of retakes: students at courses in scope, those who signed up newest first. */
export const queryRebuilds = defineOperation({
  id: 'rebuildManagement.query',
  method: 'POST',
  path: '/score/rebuildManagement/query',
  access: { permission: 'rebuildManagement:query' },
  scope: 'teachingClass',
  summary: '重修管理',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    ...filter,
    sort: sortBy(rebuildSorts),
    pageNo: pageNum,
    pageSize: pageSize.default(SCORE_PAGE_SIZE),
  }),
  output: z.object({ rows: z.array(rebuildRow), total }),
});

export const exportRebuilds = defineOperation({
  id: 'rebuildManagement.exportExcel',
  method: 'POST',
  path: '/score/rebuildManagement/exportExcel',
  access: { permission: 'rebuildManagement:exportExcel' },
  scope: 'teachingClass',
  summary: '导出重修名单',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});

/** Classes that may take sign-ups of a course: retake classes and ordinary ones, while scores are not handed in. */
export const rebuildClassesFor = defineOperation({
  id: 'rebuildManagement.classes',
  method: 'GET',
  path: '/score/rebuildManagement/classes',
  access: { permission: 'rebuildManagement:update' },
  scope: 'teachingClass',
  summary: '可编入的重修班和跟班教学班',
  outcome: 'query',
  input: z.object({ semesterId: semesterKey, courseId: z.string().min(1).max(64) }),
  output: z.object({
    list: z.array(
      z.object({
        teachingClassId: z.string(),
        teachingClassName: z.string(),
        teacherName: z.string(),
        rebuildMode: z.enum(rebuildMode),
        studentNum: z.number().int(),
        /** Null: no limit. */
        capacity: z.number().int().nullable(),
        /** It changes with a reason only. */
        published: z.boolean(),
      }),
    ),
  }),
});

export const assignRebuilds = defineOperation({
  id: 'rebuildManagement.assign',
  method: 'POST',
  path: '/score/rebuildManagement/assign',
  access: { permission: 'rebuildManagement:update' },
  scope: 'teachingClass',
  summary: '重修编班',
  encoding: 'json',
  outcome: 'set',
  input: assignSignUps.payload.extend({ commandId }),
  output: assignSignUps.result,
});

export const removeRebuilds = defineOperation({
  id: 'rebuildManagement.removeFromClass',
  method: 'POST',
  path: '/score/rebuildManagement/removeFromClass',
  access: { permission: 'rebuildManagement:update' },
  scope: 'teachingClass',
  summary: '移出重修班',
  encoding: 'json',
  outcome: 'set',
  input: unassignSignUps.payload.extend({ commandId }),
  output: unassignSignUps.result,
});

export const setRebuildsPaid = defineOperation({
  id: 'rebuildManagement.setPayStatus',
  method: 'POST',
  path: '/score/rebuildManagement/setPayStatus',
  access: { permission: 'rebuildManagement:update' },
  scope: 'teachingClass',
  summary: '登记重修缴费',
  encoding: 'json',
  outcome: 'set',
  input: setSignUpsPaid.payload.extend({ commandId }),
  output: setSignUpsPaid.result,
});

/** Groups the sign-ups in scope that may have a class of their own and have none: of one course, or of all. */
export const groupRebuilds = defineOperation({
  id: 'rebuildManagement.autoGroup',
  method: 'POST',
  path: '/score/rebuildManagement/autoGroup',
  access: { permission: 'rebuildManagement:update' },
  scope: 'teachingClass',
  summary: '重修自动编班',
  encoding: 'form',
  outcome: 'generate',
  input: z.object({
    commandId,
    semesterId: semesterKey,
    courseId: z.string().max(64).optional(),
    size: integer(1, 999, '每班人数应为1至999的整数'),
    scoreTermInputBeginTime: plannedTime,
    scoreTermInputEndTime: plannedTime,
  }),
  output: groupSignUps.result,
});

/** What a student signed up for himself, newest first: state, class and fee. */
export const ownRebuilds = defineOperation({
  id: 'rebuildSignUpResult.own',
  method: 'GET',
  path: '/score/rebuildSignUpResult/own',
  access: { permission: 'rebuildSignUpResult:query' },
  scope: noScope.own,
  summary: '本人的重修报名结果',
  outcome: 'query',
  input: z.object({}),
  output: z.object({ list: z.array(rebuildRow) }),
});

export const rebuildManagementOperations = [
  queryRebuilds,
  exportRebuilds,
  rebuildClassesFor,
  assignRebuilds,
  removeRebuilds,
  setRebuildsPaid,
  groupRebuilds,
  ownRebuilds,
] as const;

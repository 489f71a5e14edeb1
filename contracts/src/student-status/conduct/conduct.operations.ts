import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateTimeText, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';

const text = z.string();
const key = z.string().min(1).max(64);

const ownReward = z.object({
  rewardId: text,
  xnzj: text,
  rewardName: text,
  rewardLevelName: text,
  rewardGradeName: text,
  rewardDate: text,
  awardUnit: text,
});
const ownPunishment = z.object({
  punishmentId: text,
  violationTypeName: text,
  violationDate: text,
  violationText: text,
  punishName: text,
  punishNameName: text,
  documentNumber: text,
  punishDate: text.nullable(),
  deliverDate: text.nullable(),
  endDate: text.nullable(),
  removeDate: text.nullable(),
  appealStatus: text,
  appealStatusName: text,
  appealOpinion: text,
  punishStatus: text,
  punishStatusName: text,
  /** Last day for an appeal; null: there is none to be made now. */
  appealUntil: text.nullable(),
});
export type OwnPunishment = z.output<typeof ownPunishment>;
const ownLeave = z.object({
  leaveResultId: text,
  leaveTypeName: text,
  beginTime: dateTimeText,
  endTime: dateTimeText,
  days: text,
  leaveReason: text,
  affectClasses: text,
  backTime: dateTimeText.nullable(),
  leaveStatusName: text,
});
const ownGrade = z.object({
  studentGradeId: text,
  xnzj: text,
  gradeLevelName: text,
  totalScore: text,
  rankInClass: z.number().int().nullable(),
});

/**
 * What a student sees of the own rewards, punishments, leave and yearly grades (STUDENT-STATUS-29, 35, 38, 39);
 * punishments that were not delivered yet are not shown.
 */
export const ownConduct = defineOperation({
  id: 'conduct.own',
  method: 'GET',
  path: '/studentStatus/conduct/own',
  access: { permission: 'conduct:own' },
  scope: noScope.own,
  summary: '本人的奖惩与请假',
  outcome: 'query',
  input: z.object({}),
  output: z.object({
    rewards: z.array(ownReward),
    punishments: z.array(ownPunishment),
    leaves: z.array(ownLeave),
    grades: z.array(ownGrade),
  }),
});

/** A student is back, as the adviser of the class or the unit says (STUDENT-STATUS-35). */
export const backFromLeaveOperation = defineOperation({
  id: 'leaveResult.back',
  method: 'POST',
  path: '/studentStatus/leaveResult/back',
  access: { permission: 'leaveResult:back' },
  scope: 'student',
  summary: '销假',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, leaveResultId: key }),
  output: z.object({ key: text }),
});
export const backFromLeave = defineCommand(
  'leaveResult.back',
  z.object({ leaveResultId: key }),
  z.object({ key: text }),
);

const leaveOfClass = z.object({
  leaveResultId: text,
  studentNumber: text,
  studentName: text,
  administrativeClassName: text,
  leaveTypeName: text,
  beginTime: dateTimeText,
  endTime: dateTimeText,
  days: text,
  /** Of the teacher's own classes. */
  affectClasses: text,
  leaveStatus: text,
  leaveStatusName: text,
  /** The caller is the adviser of the class. */
  mayBack: z.boolean(),
});
export type LeaveOfClass = z.output<typeof leaveOfClass>;

/** What the list is sorted by. */
export const classLeaveSorts = [
  'studentNumber',
  'administrativeClassName',
  'leaveType',
  'beginTime',
  'leaveStatus',
] as const;

/**
 * Leave of the students in a teacher's own teaching classes of this semester, and of the classes that he advises
 * (STUDENT-STATUS-35).
 */
export const leaveOfClasses = defineOperation({
  id: 'leaveResult.ofClasses',
  method: 'POST',
  path: '/studentStatus/leaveResult/ofClasses',
  access: { permission: 'leaveResult:ofClasses' },
  scope: noScope.own,
  summary: '本人所教所带学生的请假',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    /** `now`: away at this moment or from now on; `all`: of this semester. */
    view: z.enum(['now', 'all']).default('now'),
    keyword: z.string().trim().max(60).optional(),
    sort: sortBy(classLeaveSorts),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({ rows: z.array(leaveOfClass), total }),
});

const leaveTotal = z.object({
  studentCode: text,
  studentNumber: text,
  studentName: text,
  departmentName: text,
  administrativeClassName: text,
  statusName: text,
  days: text,
  leaveNum: z.number().int(),
  lastEndTime: dateTimeText,
  /** More than the school wants: 休学 is advised. */
  reached: z.boolean(),
  /** The application of a change of status that is not settled yet; null: none. */
  openChange: text.nullable(),
  /** 休学 can be asked for: the student is in attendance, and nothing is open. */
  maySuspend: z.boolean(),
});
export type LeaveTotal = z.output<typeof leaveTotal>;

/** What the list is sorted by. */
export const leaveTotalSorts = ['studentNumber', 'departmentName', 'leaveNum', 'days', 'lastEndTime'] as const;

/** Leave of a semester added up by student, the longest first; by default those beyond the limit of the school. */
export const leaveTotals = defineOperation({
  id: 'leaveResult.totals',
  method: 'POST',
  path: '/studentStatus/leaveResult/totals',
  access: { permission: 'leaveResult:query' },
  scope: 'student',
  summary: '一学期累计请假',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    /** Absent: the current one. */
    semesterId: z.string().max(20).optional(),
    keyword: z.string().trim().max(60).optional(),
    departmentId: z.string().max(64).optional(),
    /** `reached`: beyond the limit; `all`: whoever was on leave. */
    view: z.enum(['reached', 'all']).default('reached'),
    sort: sortBy(leaveTotalSorts),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({
    rows: z.array(leaveTotal),
    total,
    semesterId: text,
    /** Days above which 休学 is advised (XJ_QJXX), and how many are beyond them. */
    limit: z.number().int(),
    reachedNum: z.number().int(),
  }),
});

/** Fills in the study part of a year from grade point averages, where it is empty; answers of how many. */
export const computeStudyScoresOperation = defineOperation({
  id: 'studentGrade.computeStudy',
  method: 'POST',
  path: '/studentStatus/studentGrade/computeStudy',
  access: { permission: 'studentGrade:computeStudy' },
  scope: noScope.school,
  summary: '按绩点计算学业成绩',
  encoding: 'form',
  outcome: 'generate',
  input: z.object({ commandId, xnzj: z.string().regex(/^\d{4}-\d{4}$/, '学年格式应为 2026-2027') }),
  output: z.object({ computed: z.number().int(), without: z.number().int() }),
});
export const computeStudyScores = defineCommand(
  'studentGrade.computeStudy',
  z.object({ xnzj: z.string() }),
  computeStudyScoresOperation.output,
);

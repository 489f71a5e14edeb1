import { z } from 'zod';
import { dateText, dateTimeText, yesNoFlag } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';

/** One value of the student's basic data. */
const fileValue = z.object({
  field: z.string(),
  label: z.string(),
  value: z.string(),
  /** False: nobody knows what it was on that day. */
  known: z.boolean(),
  /** Only a mask is told. */
  masked: z.boolean(),
});

const optionalDay = z.union([dateText, z.literal('')]).optional();

/** A student's file whole, now or as it was on a day (STUDENT-STATUS-05). */
const studentFileOutput = z.object({
  student: z.object({
    studentCode: z.string(),
    studentNumber: z.string(),
    studentName: z.string(),
    sexName: z.string(),
    statusName: z.string(),
    inSchool: z.boolean().nullable(),
    administrativeClassName: z.string(),
    gradeMajorName: z.string(),
    departmentName: z.string(),
    /** Since when the status holds. */
    since: z.string().nullable(),
  }),
  /** The day that is looked at; null: now. */
  day: z.string().nullable(),
  /** The first day of which changes of fields are on record; null: none are. */
  recordedSince: z.string().nullable(),
  /** Whether the student was enrolled by that day. */
  enrolled: z.boolean(),
  groups: z.array(z.object({ title: z.string(), values: z.array(fileValue) })),
  family: z.array(
    z.object({
      familyId: z.string(),
      memberName: z.string(),
      relationName: z.string(),
      politicalName: z.string(),
      workUnit: z.string(),
      duty: z.string(),
      phone: z.string(),
      isGuardian: yesNoFlag,
      notifyWayName: z.string(),
      lastNotifyTime: dateTimeText.nullable(),
    }),
  ),
  certificates: z.array(
    z.object({
      certificateId: z.string(),
      certificateTypeName: z.string(),
      certificateName: z.string(),
      certificateNumber: z.string(),
      issueDate: z.string(),
      issueUnit: z.string(),
      fileNum: z.int(),
    }),
  ),
  labels: z.array(
    z.object({
      labelId: z.string(),
      labelName: z.string(),
      labelTypeName: z.string(),
      colour: z.string(),
      beginDate: z.string().nullable(),
      endDate: z.string().nullable(),
      /** Held by the rule of the label, by what is known of the student now. */
      byRule: z.boolean(),
    }),
  ),
  rewards: z.array(
    z.object({
      rewardId: z.string(),
      rewardName: z.string(),
      levelName: z.string(),
      rewardDate: z.string(),
      awardUnit: z.string(),
      documentNumber: z.string(),
    }),
  ),
  punishments: z.array(
    z.object({
      punishmentId: z.string(),
      punishName: z.string(),
      punishDate: z.string(),
      documentNumber: z.string(),
      effectDate: z.string(),
      removeDate: z.string(),
      /** In force on the day. */
      inForce: z.boolean(),
    }),
  ),
  registrations: z.array(
    z.object({
      registrationId: z.string(),
      semesterName: z.string(),
      registerStatusName: z.string(),
      registerTime: dateTimeText.nullable(),
      delayReason: z.string(),
    }),
  ),
  /** Enrolment and every change of status and class, the latest first. */
  history: z.array(
    z.object({
      factKey: z.string(),
      effectiveDate: z.string(),
      changeName: z.string(),
      statusName: z.string(),
      administrativeClassName: z.string(),
      gradeMajorName: z.string(),
      studentTypeName: z.string(),
      recordedAt: dateTimeText,
      applyId: z.string(),
      state: z.enum(['effected', 'toCome', 'cancelled']),
    }),
  ),
});
export type StudentFile = z.output<typeof studentFileOutput>;

/** The file of a student within the scope; personal values in masks. */
export const studentFile = defineOperation({
  id: 'studentFile.detail',
  method: 'GET',
  path: '/studentStatus/studentFile/detail',
  access: { permission: 'studentFile:query' },
  scope: 'student',
  summary: '学生档案',
  outcome: 'query',
  input: z.object({ studentCode: z.string().min(1, '请先选择学生再操作').max(64), day: optionalDay }),
  output: studentFileOutput,
});

/** The same with personal values whole; each look is in the operation log (decision 056). */
export const revealStudentFile = defineOperation({
  id: 'studentFile.reveal',
  method: 'POST',
  path: '/studentStatus/studentFile/reveal',
  access: { permission: 'studentInfo:reveal' },
  scope: 'student',
  summary: '学生档案查看完整信息',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ studentCode: z.string().min(1).max(64), day: optionalDay }),
  output: studentFileOutput,
});

/** A student's own file. */
export const ownStudentFile = defineOperation({
  id: 'studentFile.own',
  method: 'GET',
  path: '/studentStatus/studentFile/own',
  access: { permission: 'studentFile:own' },
  scope: noScope.own,
  summary: '我的档案',
  outcome: 'query',
  input: z.object({ day: optionalDay }),
  output: studentFileOutput,
});

/** The file as a PDF, with personal values in masks. */
export const printStudentFile = defineOperation({
  id: 'studentFile.print',
  method: 'GET',
  path: '/studentStatus/studentFile/print',
  access: { permission: 'studentFile:print' },
  scope: 'student',
  summary: '打印学生档案',
  answer: 'file',
  outcome: 'exportExcel',
  input: z.object({ studentCode: z.string().min(1).max(64), day: optionalDay }),
  output: z.unknown(),
});

/** The own file as a PDF. */
export const printOwnFile = defineOperation({
  id: 'studentFile.printOwn',
  method: 'GET',
  path: '/studentStatus/studentFile/printOwn',
  access: { permission: 'studentFile:own' },
  scope: noScope.own,
  summary: '打印我的档案',
  answer: 'file',
  outcome: 'exportExcel',
  input: z.object({ day: optionalDay }),
  output: z.unknown(),
});

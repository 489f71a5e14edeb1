import { z } from 'zod';
import { approve } from '../approval/approval.operations.ts';
import { processNames, type ProcessNo } from '../approval/approval.vocabulary.ts';
import { defineCommand } from '../kernel/command.ts';
import { commandId, dateTimeText, pageNum, pageSize, SCORE_PAGE_SIZE, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import type { PermissionCode } from '../kernel/permission.vocabulary.ts';
import { shapeOf, type Fields, type WrittenShape } from '../kernel/resource-field.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import {
  moduleOfApplication,
  studentApplicationProcesses,
  type StudentApplicationGroup,
} from './student-application.vocabulary.ts';

/** Longest reason for taking an application in force back. */
export const REVOKE_REASON_MAX = 60;

/** What one kind of application is declared by (decision 068). */
export interface StudentApplicationDeclaration<Group extends StudentApplicationGroup, F extends Fields> {
  /** Wire name: its addresses are `/score/<group>/…`, or those of its module (`/scheme/…`, `/studentStatus/…`). */
  readonly group: Group;
  /** What a person does: 申请加分. */
  readonly verb: string;
  /** Heading of what the applications are about: 课程. */
  readonly subject: string;
  /** What is filled in; optional ones are null where they are empty. */
  readonly fields: F;
  /** Fields chosen among what the gateway offers the student (`offer`); their codes are texts. */
  readonly offered: readonly (keyof F & string)[];
  readonly files: {
    readonly businessTable: string;
    /** None can be sent without one. */
    readonly required: boolean;
    /** What to attach. */
    readonly note: string;
  };
  /** `applyType` of the times in which it is taken (SCORE-MORE-26); null: at any time. */
  readonly timeType: '1' | '2' | '3' | '5' | null;
  /** What taking one in force back means, said before it is done. */
  readonly revoking: string;
}

/** First part of the addresses of a kind, by its module. */
const serviceOfModule = { scoreManage: 'score', schemeManage: 'scheme', student: 'studentStatus' } as const;

const key = z.uuid('数据丢失，请刷新后重试！');
const studentId = z.string().min(1, '请先选择学生再操作').max(64);

/** An application as lists tell it. */
export const studentApplicationItem = z.object({
  applyId: z.string(),
  studentId: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  departmentName: z.string(),
  studentClassName: z.string(),
  semesterId: z.string(),
  subjectName: z.string(),
  applicantName: z.string(),
  applyTime: dateTimeText,
  approvalBusinessStatus: z.string(),
  approvalBusinessStatusName: z.string(),
  currentNodeName: z.string().nullable(),
  /** It passed, and is in force. */
  effected: z.boolean(),
  /** The caller applied. */
  own: z.boolean(),
  /** It waits at a node at which the caller decides. */
  mayDecide: z.boolean(),
});

const detail = z.object({
  ...studentApplicationItem.shape,
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  /** As it was filled in. */
  form: z.record(z.string(), z.unknown()),
  /** With which it was not passed; null otherwise. */
  opinion: z.string().nullable(),
  /** Why it is in force no more, or never was although it passed; null otherwise. */
  voidReason: z.string().nullable(),
});

/** What a field may be chosen from: `closed` says why one cannot be now. */
export const offeredChoice = z.object({
  value: z.string(),
  label: z.string(),
  note: z.string().optional(),
  closed: z.string().nullable().optional(),
});
export type OfferedChoice = z.output<typeof offeredChoice>;

/** What applications are sorted by. */
export const studentApplicationSorts = [
  'studentNumber',
  'departmentName',
  'subjectName',
  'applyTime',
  'status',
] as const;

export const studentApplicationViews = ['apply', 'todo', 'audit'] as const;

/** To look, to apply, and to take one in force back. */
function permissionsOf(group: StudentApplicationGroup): Readonly<Record<'query' | 'apply' | 'revoke', PermissionCode>> {
  return { query: `${group}:query`, apply: `${group}:apply`, revoke: `${group}:revoke` };
}

/**
 * Declares one kind of application that a student makes, or somebody for him, and that an approval decides: its
 * commands and operations follow. `kinds/` has one file for each, `all-student-applications.ts` lists them.
 */
export function defineStudentApplication<const Group extends StudentApplicationGroup, const F extends Fields>(
  declaration: StudentApplicationDeclaration<Group, F>,
) {
  const { group, verb, fields } = declaration;
  const permissions = permissionsOf(group);
  const { processNo, byStudent }: { processNo: ProcessNo; byStudent: boolean } = studentApplicationProcesses[group];
  const name = processNames[processNo];
  const values = shapeOf(fields) as unknown as z.ZodObject<WrittenShape<F>>;
  const request = { applyId: key, studentId, form: values };
  const one = z.object({ commandId, applyId: key });
  const answer = z.object({ applyId: z.string() });
  const revocation = {
    applyId: key,
    reason: z
      .string()
      .trim()
      .min(1, '必填')
      .max(REVOKE_REASON_MAX, `最多 ${String(REVOKE_REASON_MAX)} 个字符`),
  };
  const path = (action: string) => `/${serviceOfModule[moduleOfApplication(group)]}/${group}/${action}`;
  const commands = {
    /** For the first time, or again after it came back. */
    apply: defineCommand(`${group}.apply`, z.object(request), answer, {
      shownIn: ['student-application', 'approval-list', 'approval-log', 'todo-queue'],
    }),
    revoke: defineCommand(`${group}.revoke`, z.object(revocation), answer, {
      shownIn: ['student-application', 'approval-list', 'approval-log', 'attempt', 'score-sheet'],
    }),
  };
  const operations = {
    apply: defineOperation({
      id: `${group}.apply`,
      method: 'POST',
      path: path('apply'),
      access: { permission: permissions.apply },
      scope: 'student',
      summary: verb,
      encoding: 'json',
      outcome: 'submitForApproval',
      input: z.object({ commandId, ...request }),
      output: answer,
    }),
    /** What the form offers a student, and the times in words. Without `studentId` the caller himself. */
    offer: defineOperation({
      id: `${group}.offer`,
      method: 'GET',
      path: path('offer'),
      access: { permission: permissions.apply },
      scope: 'student',
      summary: `${verb}的可选内容`,
      outcome: 'query',
      input: z.object({ studentId: studentId.optional() }),
      output: z.object({
        studentId: z.string(),
        choices: z.record(z.string(), z.array(offeredChoice)),
        window: z.string(),
      }),
    }),
    /** `view`: own applications and those of the own person; what waits for the caller; everything in scope. */
    query: defineOperation({
      id: `${group}.query`,
      method: 'POST',
      path: path('query'),
      access: { permission: permissions.query },
      scope: 'application',
      summary: `${name}列表`,
      encoding: 'form',
      outcome: 'query',
      input: z.object({
        view: z.enum(studentApplicationViews).default('audit'),
        keyword: z.string().trim().max(60).optional(),
        /** 1 待审核 …; several with commas. */
        approvalBusinessStatus: z
          .string()
          .regex(/^\d(,\d)*$/)
          .optional(),
        sort: sortBy(studentApplicationSorts),
        pageNo: pageNum,
        pageSize: pageSize.default(SCORE_PAGE_SIZE),
      }),
      output: z.object({
        rows: z.array(studentApplicationItem),
        total,
        /** How many wait for the caller, whatever the view. */
        todo: total,
      }),
    }),
    detail: defineOperation({
      id: `${group}.detail`,
      method: 'GET',
      path: path('detail/{id}'),
      access: { permission: permissions.query },
      scope: 'application',
      summary: `${name}详情`,
      outcome: 'query',
      input: z.object({ id: key }),
      output: detail,
    }),
    /** Decides several by the shared rules of approvals; each answers for itself. */
    audit: defineOperation({
      id: `${group}.audit`,
      method: 'POST',
      path: path('audit'),
      access: { permission: 'system:approve' },
      scope: 'application',
      summary: `审核${name}`,
      encoding: 'json',
      outcome: 'audit',
      input: approve.input,
      output: approve.output,
    }),
    /** Takes an own application back before anybody decided; it may be sent again. */
    recall: defineOperation({
      id: `${group}.recall`,
      method: 'POST',
      path: path('recall'),
      access: { permission: permissions.apply },
      scope: noScope.own,
      summary: `撤回本人的${name}`,
      encoding: 'form',
      outcome: 'withdraw',
      input: one,
      output: answer,
    }),
    /** Asks the approvers of an own application to hurry; once a day. */
    urge: defineOperation({
      id: `${group}.urge`,
      method: 'POST',
      path: path('urge'),
      access: { permission: permissions.apply },
      scope: noScope.own,
      summary: `催办本人的${name}`,
      encoding: 'form',
      failureText: '催办失败',
      input: one,
      output: answer,
    }),
    /** Takes one in force back. Refuses STUDENT_APPLICATION_NOT_EFFECTED, and what its kind refuses. */
    revoke: defineOperation({
      id: `${group}.revoke`,
      method: 'POST',
      path: path('revoke'),
      access: { permission: permissions.revoke },
      scope: 'application',
      summary: `撤销已生效的${name}`,
      encoding: 'form',
      failureText: '撤销失败',
      input: z.object({ commandId, ...revocation }),
      output: answer,
    }),
  };
  // What people hand in has the name of its process, without the 审批 that others do.
  const applicationName = name.replace(/(?:申请)?审批$/, '申请');
  return { ...declaration, permissions, processNo, byStudent, name, applicationName, values, commands, operations };
}

/** A kind of application, whatever its fields. */
export type StudentApplicationKind = ReturnType<typeof defineStudentApplication<StudentApplicationGroup, Fields>>;

import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateText, dateTimeText, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';

const text = z.string();
const count = z.number().int().min(0);
const key = z.string().min(1, '必填').max(64);
const path = (action: string): `/${string}` => `/studentStatus/transferMajor/${action}`;

/** A transfer that both departments have passed. */
const admission = z.object({
  applyId: text,
  studentCode: text,
  studentNumber: text,
  studentName: text,
  sourceGradeMajorName: text,
  targetGradeMajorId: text,
  targetGradeMajorName: text,
  targetDepartmentName: text,
  gpa: text,
  rankInMajor: text,
  totalScore: text,
  targetClass: text,
  targetClassName: text,
  transferStatus: text,
  transferStatusName: text,
  why: text,
});
export type TransferAdmission = z.output<typeof admission>;

const filter = {
  /** Without it: the latest batch. */
  transferBatchId: z.string().max(64).optional(),
  keyword: z.string().trim().max(60).optional(),
  transferStatus: z.enum(['1', '2', '3', '4']).optional(),
};
/** What the list is sorted by. */
export const admissionSorts = [
  'studentNumber',
  'sourceGradeMajorName',
  'targetGradeMajorName',
  'totalScore',
  'rankInMajor',
  'targetClassName',
  'transferStatus',
] as const;

/** Who was let change by both departments, in a batch (STUDENT-STATUS-23). */
export const queryTransferAdmissions = defineOperation({
  id: 'transferMajor.queryAdmissions',
  method: 'POST',
  path: path('queryAdmissions'),
  access: { permission: 'transferMajor:query' },
  scope: 'student',
  summary: '转专业录取名单',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(admissionSorts), pageNo: pageNum, pageSize }),
  output: z.object({
    batch: z
      .object({
        transferBatchId: text,
        batchName: text,
        endTime: dateTimeText,
        publishTime: dateTimeText.nullable(),
        /** From when on it may be carried out; null: it is not shown. */
        implementableAt: dateTimeText.nullable(),
        /** Applications that are still being decided. */
        waitingNum: count,
      })
      .nullable(),
    rows: z.array(admission),
    total,
  }),
});
export const exportTransferAdmissions = defineOperation({
  id: 'transferMajor.exportExcel',
  method: 'POST',
  path: path('exportExcel'),
  access: { permission: 'transferMajor:exportExcel' },
  scope: 'student',
  summary: '导出转专业录取名单',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});
/** Classes of the grade-major that somebody changes to. */
export const queryTransferClasses = defineOperation({
  id: 'transferMajor.queryClassList',
  method: 'GET',
  path: path('queryClassList/{applyId}'),
  access: { permission: 'transferMajor:assignClass' },
  scope: 'student',
  summary: '转入专业的班级',
  outcome: 'query',
  input: z.object({ applyId: key }),
  output: z.array(z.object({ bjdm: text, bjmc: text, edrs: count.nullable(), rs: count })),
});

const assignment = { applyId: key, bjdm: key };
/** Puts who is admitted into a class of his new major. */
export const assignTransferClassOperation = defineOperation({
  id: 'transferMajor.assignClass',
  method: 'POST',
  path: path('assignClass'),
  access: { permission: 'transferMajor:assignClass' },
  scope: 'student',
  summary: '转专业分班',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, ...assignment }),
  output: z.object({ applyId: text }),
});
export const assignTransferClass = defineCommand(
  'transferMajor.assignClass',
  z.object(assignment),
  assignTransferClassOperation.output,
);

const batch = { transferBatchId: key };
/** Admits by rank within the quotas of a batch that is over, gives classes, and shows the result. */
export const publishTransfersOperation = defineOperation({
  id: 'transferMajor.publish',
  method: 'POST',
  path: path('publish'),
  access: { permission: 'transferMajor:publish' },
  scope: 'student',
  summary: '公示转专业结果',
  encoding: 'form',
  outcome: 'operate',
  failureText: '公示失败',
  input: z.object({ commandId, ...batch }),
  output: z.object({ admitted: count, beyondQuota: count }),
});
export const publishTransfers = defineCommand(
  'transferMajor.publish',
  z.object(batch),
  publishTransfersOperation.output,
);

const implementation = { ...batch, effectiveDate: dateText };
/** Changes major and class of who is admitted, from a day on. */
export const implementTransfersOperation = defineOperation({
  id: 'transferMajor.doImplement',
  method: 'POST',
  path: path('doImplement'),
  access: { permission: 'transferMajor:doImplement' },
  scope: 'student',
  summary: '执行转专业结果',
  encoding: 'form',
  outcome: 'operate',
  failureText: '执行失败',
  input: z.object({ commandId, ...implementation }),
  output: z.object({ changed: count, leftOut: z.array(z.object({ studentName: text, why: text })) }),
});
export const implementTransfers = defineCommand(
  'transferMajor.doImplement',
  z.object(implementation),
  implementTransfersOperation.output,
);

/** What somebody who changed has still to take up of his new plan, and what he has that it does not ask for. */
export const transferCourses = defineOperation({
  id: 'transferMajor.courses',
  method: 'GET',
  path: path('courses/{applyId}'),
  access: { permission: 'transferMajor:query' },
  scope: 'student',
  summary: '转专业后的补修与认定',
  outcome: 'query',
  input: z.object({ applyId: key }),
  output: z.object({
    studentNumber: text,
    studentName: text,
    targetGradeMajorName: text,
    /** Of terms that are over. */
    owed: z.array(z.object({ courseNum: text, courseName: text, credit: text, term: count })),
    /** Passed, and in no line of the plan: may be recognised for another course. */
    spare: z.array(z.object({ courseNum: text, courseName: text, credit: text, finalName: text })),
  }),
});

export const transferOperations = [
  queryTransferAdmissions,
  exportTransferAdmissions,
  queryTransferClasses,
  assignTransferClassOperation,
  publishTransfersOperation,
  implementTransfersOperation,
  transferCourses,
] as const;

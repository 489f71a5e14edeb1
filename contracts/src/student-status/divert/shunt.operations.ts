import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateText, dateTimeText, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';

const text = z.string();
const count = z.number().int().min(0);
const key = z.string().min(1, '必填').max(64);
const reason = z.string().trim().min(2, '请填写原因').max(100, '最多 100 个字符');
const path = (action: string): `/${string}` => `/studentStatus/shuntAction/${action}`;

/** One place of a batch, as pages show it. */
export const shuntTarget = z.object({
  majorOrDirectionKey: text,
  majorOrDirectionName: text,
  targetGradeMajorId: text,
  departmentName: text,
  quota: count,
  classNum: count.nullable(),
  minScore: text,
  limitText: text,
  applyNum: count,
  admitNum: count,
});
export type ShuntTarget = z.output<typeof shuntTarget>;

/** A batch with how far it has come. */
const shuntBatch = z.object({
  diversionId: text,
  diversionName: text,
  sourceGradeMajorName: text,
  diversionTypeName: text,
  volunteerBegin: dateTimeText,
  volunteerEnd: dateTimeText,
  volunteerNum: count,
  admitRuleName: text,
  scoreBasisName: text,
  needInterview: z.boolean(),
  studentNum: count,
  filedNum: count,
  shuntStatus: text,
  shuntStatusName: text,
  listHash: text,
  /** Of a list that is shown; null otherwise. */
  publishedAt: dateTimeText.nullable(),
  /** From when on it may be sent for approval; null: it is not shown. */
  submittableAt: dateTimeText.nullable(),
  applyId: text.nullable(),
  /** With which it was not passed or sent back; empty otherwise. */
  opinion: text,
  effectiveDate: text,
  /** Students who have no place, or no class. */
  unplacedNum: count,
  unassignedNum: count,
  leftOutNum: count,
});
export type ShuntBatch = z.output<typeof shuntBatch>;

/**
 * What a main class is streamed into (STUDENT-STATUS-36): `mainClassOrMajorKey` is the key of the batch, or that of the
 * application by which its list was sent.
 */
export const majorOrDirectionDetail = defineOperation({
  id: 'majorOrDirection.queryDetail',
  method: 'GET',
  path: '/studentStatus/majorOrDirection/queryDetail/{mainClassOrMajorKey}',
  access: { permission: 'majorOrDirection:query' },
  scope: 'resource',
  summary: '分流批次的专业与方向',
  outcome: 'query',
  input: z.object({ mainClassOrMajorKey: key }),
  output: z.object({ batch: shuntBatch, majorOrDirectionList: z.array(shuntTarget) }),
});

/** A student of the list. */
const shuntListRow = z.object({
  studentCode: text,
  studentNumber: text,
  studentName: text,
  className: text,
  rank: count.nullable(),
  rankScore: text,
  volunteers: z.array(text),
  admitMajorKey: text.nullable(),
  admitMajorName: text,
  admitWayName: text,
  targetClassName: text,
  why: text,
});
export type ShuntListRow = z.output<typeof shuntListRow>;

const filter = {
  diversionId: key,
  keyword: z.string().trim().max(60).optional(),
  majorOrDirectionKey: z.string().max(64).optional(),
  /** Those without place or class, and those left out. */
  openOnly: z.enum(['0', '1']).optional(),
};

/** What the list is sorted by. */
export const shuntSorts = ['rank', 'studentNumber', 'className', 'rankScore', 'admitMajorName'] as const;

/** The list of a batch by rank; before it is computed who belongs to it, with what he asked for. */
export const queryShunt = defineOperation({
  id: 'shuntAction.query',
  method: 'POST',
  path: path('query'),
  access: { permission: 'shuntAction:query' },
  scope: 'resource',
  summary: '分流名单',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(shuntSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(shuntListRow), total }),
});
export const exportShunt = defineOperation({
  id: 'shuntAction.exportExcel',
  method: 'POST',
  path: path('exportExcel'),
  access: { permission: 'shuntAction:exportExcel' },
  scope: 'resource',
  summary: '导出分流名单',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});
/** Classes of a place with rated and present numbers (STUDENT-STATUS-37). */
export const queryClassList = defineOperation({
  id: 'shuntAction.queryClassList',
  method: 'GET',
  path: path('queryClassList/{majorOrDirectionKey}'),
  access: { permission: 'shuntAction:query' },
  scope: 'resource',
  summary: '分流专业或方向的班级',
  outcome: 'query',
  input: z.object({ majorOrDirectionKey: key }),
  output: z.array(z.object({ bjdm: text, bjmc: text, edrs: count.nullable(), rs: count })),
});

const answer = z.object({ diversionId: text });
const done = z.object({ diversionId: text, listHash: text });
const batch = { diversionId: key };
const act = <const Action extends string>(action: Action, summary: string) => ({
  id: `shuntAction.${action}` as const,
  method: 'POST' as const,
  path: path(action),
  scope: 'resource' as const,
  summary,
});

/** Computes the list from what was asked for; the same again gives the same. */
export const computeShuntOperation = defineOperation({
  ...act('compute', '计算分流名单'),
  access: { permission: 'shuntAction:compute' },
  encoding: 'form',
  outcome: 'generate',
  input: z.object({ commandId, ...batch }),
  output: done,
});
export const computeShunt = defineCommand('shuntAction.compute', z.object(batch), done);

const adjustment = { ...batch, studentCode: key, reason };
/** Gives one student another place, or none (empty), with a reason; a list that was shown is shown anew. */
export const adjustShuntOperation = defineOperation({
  ...act('adjust', '调整分流结果'),
  access: { permission: 'shuntAction:adjust' },
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, ...adjustment, majorOrDirectionKey: z.string().max(64).default('') }),
  output: done,
});
export const adjustShunt = defineCommand(
  'shuntAction.adjust',
  z.object({ ...adjustment, majorOrDirectionKey: key.nullable() }),
  done,
);

const classes = {
  ...batch,
  majorOrDirectionKey: key,
  /** Null: spread over the classes of the place, by rank. */
  bjdm: z.string().max(64).nullable(),
  /** Without any: all of the place who have no class. */
  studentCodes: z.array(key).max(500).default([]),
};
/** Puts students of a place into classes. */
export const assignShuntClassesOperation = defineOperation({
  ...act('assignClass', '分流分班'),
  access: { permission: 'shuntAction:adjust' },
  encoding: 'json',
  outcome: 'modify',
  input: z.object({ commandId, ...classes }),
  /** How many of the place have a class then. */
  output: z.object({ diversionId: text, assigned: count }),
});
export const assignShuntClasses = defineCommand(
  'shuntAction.assignClass',
  z.object(classes),
  assignShuntClassesOperation.output,
);

/** Shows the list to its students. */
export const publishShuntOperation = defineOperation({
  ...act('publish', '公示分流结果'),
  access: { permission: 'shuntAction:publish' },
  encoding: 'form',
  outcome: 'operate',
  failureText: '公示失败',
  input: z.object({ commandId, ...batch }),
  output: answer,
});
export const publishShunt = defineCommand('shuntAction.publish', z.object(batch), answer);

/** Sends a list that was shown long enough for approval (STUDENT-STATUS-41). */
export const submitShuntOperation = defineOperation({
  ...act('submit', '提交分流结果'),
  access: { permission: 'shuntAction:submit' },
  encoding: 'form',
  outcome: 'submitForApproval',
  input: z.object({ commandId, ...batch }),
  output: answer,
});
export const submitShunt = defineCommand('shuntAction.submit', z.object(batch), answer, {
  shownIn: ['approval-list', 'approval-log', 'todo-queue'],
});

const implementation = { ...batch, effectiveDate: dateText };
/** Changes majors and classes from a day on (STUDENT-STATUS-41). */
export const implementShuntOperation = defineOperation({
  ...act('implement', '执行分流结果'),
  access: { permission: 'shuntAction:implement' },
  encoding: 'form',
  outcome: 'operate',
  failureText: '执行失败',
  input: z.object({ commandId, ...implementation }),
  output: z.object({ diversionId: text, changed: count, leftOut: count }),
});
export const implementShunt = defineCommand(
  'shuntAction.implement',
  z.object(implementation),
  implementShuntOperation.output,
);

/** The batches that a student belongs to: window, places, what he asked for, and what he got once it is shown. */
export const ownShunts = defineOperation({
  id: 'shuntAction.own',
  method: 'GET',
  path: path('own'),
  access: { permission: 'shuntAction:own' },
  scope: noScope.own,
  summary: '本人的专业分流',
  outcome: 'query',
  input: z.object({}),
  output: z.object({
    list: z.array(
      z.object({
        diversionId: text,
        diversionName: text,
        volunteerBegin: dateTimeText,
        volunteerEnd: dateTimeText,
        volunteerNum: count,
        admitRuleName: text,
        scoreBasisName: text,
        needInterview: z.boolean(),
        /** He may choose now. */
        open: z.boolean(),
        targets: z.array(shuntTarget),
        choices: z.array(text),
        filedAt: dateTimeText.nullable(),
        /** Null: not shown yet. */
        result: z
          .object({
            statusName: text,
            rank: count.nullable(),
            rankScore: text,
            admitMajorName: text,
            admitWayName: text,
            targetClassName: text,
            why: text,
          })
          .nullable(),
      }),
    ),
  }),
});
export type OwnShunt = z.output<typeof ownShunts.output>['list'][number];

const volunteers = { ...batch, choices: z.array(key).max(10, '最多 10 个志愿') };
/** A student says what he asks for, in his order; nothing takes it back. */
export const fileVolunteersOperation = defineOperation({
  id: 'shuntAction.fileVolunteers',
  method: 'POST',
  path: path('fileVolunteers'),
  access: { permission: 'shuntAction:own' },
  scope: noScope.own,
  summary: '填报分流志愿',
  encoding: 'json',
  outcome: 'operate',
  failureText: '保存失败',
  input: z.object({ commandId, ...volunteers }),
  output: answer,
});
export const fileVolunteers = defineCommand('shuntAction.fileVolunteers', z.object(volunteers), answer);

export const shuntOperations = [
  majorOrDirectionDetail,
  queryShunt,
  exportShunt,
  queryClassList,
  computeShuntOperation,
  adjustShuntOperation,
  assignShuntClassesOperation,
  publishShuntOperation,
  submitShuntOperation,
  implementShuntOperation,
  ownShunts,
  fileVolunteersOperation,
] as const;

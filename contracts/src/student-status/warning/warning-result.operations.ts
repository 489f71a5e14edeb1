import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateTimeText, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';
import { sendStatus } from './warning.vocabulary.ts';
import { shownHit, warningReason } from './warning-scheme.operations.ts';

const key = z.string().min(1).max(64);
const text = z.string().trim().max(60).optional();
const count = z.number().int().min(0);
const filter = {
  semesterId: text,
  warningSchemeId: z.string().max(64).optional(),
  keyword: text,
  departmentId: text,
  warningLevelCode: text,
  sendStatus: z.enum(sendStatus).optional(),
  /** '1': those who were warned in the semester before as well. */
  repeated: z.enum(['1']).optional(),
  /** '1': those whose guardians are to be told, and who have none on file. */
  noGuardian: z.enum(['1']).optional(),
};

/** A warning as people read it. */
export const warningResultRow = z.object({
  warningResultId: z.string(),
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  departmentName: z.string(),
  gradeMajorName: z.string(),
  administrativeClassName: z.string(),
  semesterId: z.string(),
  semesterName: z.string(),
  schemeName: z.string(),
  warningLevelCode: z.string(),
  warningLevelName: z.string(),
  colour: z.string(),
  warningTypeName: z.string(),
  reasonText: z.string(),
  reasons: z.array(warningReason),
  advice: z.string(),
  sendStatus: z.enum(sendStatus),
  sentTime: dateTimeText.nullable(),
  readTime: dateTimeText.nullable(),
  /** Whether guardians are to be told of the level, and when they were. */
  notifyGuardian: z.boolean(),
  guardianTime: dateTimeText.nullable(),
  /** Whether a guardian is on file (STUDENT-STATUS-34). */
  hasGuardian: z.boolean(),
  /** Semesters in a row with a warning, this one included. */
  times: z.number().int(),
  /** Records of talks and the like. */
  recordNum: z.number().int(),
  /** Empty: in force. */
  revokeReason: z.string(),
  /** The rules hold no more by the last computation. */
  isGone: z.boolean(),
});
export type WarningResultRow = z.output<typeof warningResultRow>;

/** What the list is sorted by. */
export const warningResultSorts = [
  'studentNumber',
  'departmentName',
  'semesterId',
  'warningLevel',
  'sentTime',
] as const;

/** 预警结果 (STUDENT-STATUS-27) with figures by unit and level. */
export const queryWarningResults = defineOperation({
  id: 'statusWarningResult.query',
  method: 'POST',
  path: '/studentStatus/statusWarningResult/query',
  access: { permission: 'statusWarningResult:query' },
  scope: 'student',
  summary: '学籍预警结果',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(warningResultSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(warningResultRow), total }),
});
/** Warnings in force by unit and level, those signed, and those who are warned again. */
export const warningFigures = defineOperation({
  id: 'statusWarningResult.figures',
  method: 'POST',
  path: '/studentStatus/statusWarningResult/figures',
  access: { permission: 'statusWarningResult:query' },
  scope: 'student',
  summary: '学籍预警统计',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ semesterId: text }),
  output: z.object({
    semesterId: z.string().nullable(),
    levels: z.array(z.object({ code: z.string(), name: z.string(), colour: z.string() })),
    units: z.array(
      z.object({
        departmentId: z.string(),
        departmentName: z.string(),
        /** Students warned, by code of the level. */
        byLevel: z.record(z.string(), count),
        total: count,
        signed: count,
        repeated: count,
      }),
    ),
  }),
});
export const exportWarningResults = defineOperation({
  id: 'statusWarningResult.export',
  method: 'POST',
  path: '/studentStatus/statusWarningResult/exportExcel',
  access: { permission: 'statusWarningResult:exportExcel' },
  scope: 'student',
  summary: '导出学籍预警结果',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});
export const warningResultDetail = defineOperation({
  id: 'statusWarningResult.detail',
  method: 'GET',
  path: '/studentStatus/statusWarningResult/detail',
  access: { permission: 'statusWarningResult:query' },
  scope: 'student',
  summary: '学籍预警明细',
  outcome: 'query',
  input: z.object({ key }),
  output: z.object({
    row: warningResultRow,
    hits: z.array(shownHit),
    records: z.array(
      z.object({
        recordId: z.string(),
        handleTypeName: z.string(),
        handleTime: dateTimeText,
        handlerName: z.string(),
        content: z.string(),
      }),
    ),
  }),
});

const chosen = z.array(key).min(1, '请至少选择一条数据').max(200, '一次最多处理 200 条');
const done = z.object({ changed: count, kept: count });
const told = done.extend({ without: count });

/** Sends warnings: a message to each student who has not had this one. */
export const sendWarningsOperation = defineOperation({
  id: 'statusWarningResult.send',
  method: 'POST',
  path: '/studentStatus/statusWarningResult/send',
  access: { permission: 'statusWarningResult:send' },
  scope: 'student',
  summary: '学籍预警发送',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({ commandId, keys: chosen }),
  output: done,
});
export const sendWarnings = defineCommand('statusWarningResult.send', z.object({ keys: chosen }), done);

/**
 * Notes that guardians have been told by letter, telephone or message: a record of each (STUDENT-STATUS-31). `without`:
 * students who have no guardian on file, of whom nothing was noted (STUDENT-STATUS-34).
 */
export const tellGuardiansOperation = defineOperation({
  id: 'statusWarningResult.tellGuardians',
  method: 'POST',
  path: '/studentStatus/statusWarningResult/tellGuardians',
  access: { permission: 'statusWarningResult:tellGuardians' },
  scope: 'student',
  summary: '登记已通知监护人',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({ commandId, keys: chosen }),
  output: told,
});
export const tellGuardians = defineCommand('statusWarningResult.tellGuardians', z.object({ keys: chosen }), told);

/** Letters to the guardians of the students chosen, with their addresses: one page each. */
export const guardianLetters = defineOperation({
  id: 'statusWarningResult.letters',
  method: 'POST',
  path: '/studentStatus/statusWarningResult/letters',
  access: { permission: 'statusWarningResult:tellGuardians' },
  scope: 'student',
  summary: '打印家长通知书',
  encoding: 'json',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object({ keys: chosen }),
  output: z.unknown(),
});

/** Takes a warning back with a reason; it stays to be seen. */
export const revokeWarningOperation = defineOperation({
  id: 'statusWarningResult.revoke',
  method: 'POST',
  path: '/studentStatus/statusWarningResult/revoke',
  access: { permission: 'statusWarningResult:revoke' },
  scope: 'student',
  summary: '学籍预警撤销',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({
    commandId,
    key,
    revokeReason: z.string().trim().min(1, '请填写撤销的原因').max(100, '最多 100 个字符'),
  }),
  output: z.object({ key: z.string() }),
});
export const revokeWarning = defineCommand(
  'statusWarningResult.revoke',
  z.object({ key, revokeReason: z.string() }),
  revokeWarningOperation.output,
);

/** Warnings of the student himself that were sent, with reasons; scores that are not open to him are not told. */
export const ownWarnings = defineOperation({
  id: 'statusWarningResult.own',
  method: 'GET',
  path: '/studentStatus/statusWarningResult/own',
  access: { permission: 'statusWarningResult:own' },
  scope: noScope.own,
  summary: '本人的学籍预警',
  outcome: 'query',
  input: z.object({}),
  output: z.object({
    list: z.array(warningResultRow.extend({ hits: z.array(shownHit) })),
    courses: z.array(
      z.object({
        courseWarningId: z.string(),
        semesterName: z.string(),
        courseName: z.string(),
        teacherName: z.string(),
        warnReasonName: z.string(),
        warnText: z.string(),
        warnTime: dateTimeText,
        handleStatusName: z.string(),
      }),
    ),
  }),
});
export type OwnWarning = z.output<typeof ownWarnings.output>['list'][number];

/** The student has read a warning: 已签收, with the time. */
export const signWarningOperation = defineOperation({
  id: 'statusWarningResult.sign',
  method: 'POST',
  path: '/studentStatus/statusWarningResult/sign',
  access: { permission: 'statusWarningResult:sign' },
  scope: noScope.own,
  summary: '签收本人的学籍预警',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, key }),
  output: z.object({ key: z.string() }),
});
export const signWarning = defineCommand('statusWarningResult.sign', z.object({ key }), signWarningOperation.output);

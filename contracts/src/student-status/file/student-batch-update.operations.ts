import { z } from 'zod';
import { student } from '../../base-info/person.resource.ts';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateTimeText, pageNum, pageSize, total, yesNoFlag } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import type { Field } from '../../kernel/resource-field.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';

/**
 * Fields of students that may be changed in bulk (STUDENT-STATUS-09): neither status, class, number and kind, which are
 * changed by what is meant for it, nor name, identity, nationality, birth and exam number, which ask for evidence.
 */
export const batchFieldNames = [
  'namePinyin',
  'englishName',
  'admitType',
  'sourcePlace',
  'nativePlace',
  'politicalCode',
  'healthCode',
  'maritalCode',
  'mobile',
  'email',
  'address',
  'zipCode',
  'dormitory',
  'emergencyName',
  'emergencyPhone',
  'bankCard',
] as const satisfies readonly (keyof typeof student.fields)[];
export type BatchField = (typeof batchFieldNames)[number];

/** The same as they are declared. */
export const batchFields: readonly (readonly [BatchField, Field])[] = batchFieldNames.map((name) => [
  name,
  student.fields[name],
]);

const access = { permission: 'studentBatchUpdate:update' } as const;
const preview = student.imports!.operations.preview.output;
const reason = z.string('必填').trim().min(1, '必填').max(200, '最多 200 个字符');

/** An empty workbook with the student's number and these fields. */
export const batchUpdateTemplate = defineOperation({
  id: 'studentBatchUpdate.template',
  method: 'GET',
  path: '/studentStatus/studentBatchUpdate/template',
  access,
  scope: noScope.picking,
  summary: '批量修改学生信息模板',
  answer: 'file',
  outcome: 'exportExcel',
  input: z.object({}),
  output: z.unknown(),
});

/** What a workbook would change, row by row, before and after. */
export const previewBatchFile = defineOperation({
  id: 'studentBatchUpdate.importPreview',
  method: 'POST',
  path: '/studentStatus/studentBatchUpdate/importPreview',
  access,
  scope: 'resource',
  summary: '批量修改学生信息文件预览',
  encoding: 'multipart',
  failureText: '读取失败，请重新选择文件',
  patience: 'long',
  input: z.object({ fileName: z.string().trim().min(1).max(200), sheet: z.string().max(100).optional() }),
  output: preview,
});

/** What one value for each field would change of chosen students: of classes, and by their numbers. */
export const previewBatchSelection = defineOperation({
  id: 'studentBatchUpdate.preview',
  method: 'POST',
  path: '/studentStatus/studentBatchUpdate/preview',
  access,
  scope: 'resource',
  summary: '批量修改所选学生预览',
  encoding: 'json',
  outcome: 'query',
  input: z.object({
    classes: z.array(z.string().min(1).max(64)).max(200, '最多选择 200 个班'),
    studentNumbers: z.array(z.string().trim().min(1).max(20)).max(2000, '一次最多 2000 个学号'),
    /** An empty value empties the field. */
    changes: z
      .array(z.object({ field: z.enum(batchFieldNames), value: z.string().trim().max(200) }))
      .min(1, '请选择要修改的项目'),
  }),
  output: preview,
});

const started = z.object({ jobId: z.uuid() });
/** Stores what was previewed, for a reason. */
export const runBatchUpdate = defineOperation({
  id: 'studentBatchUpdate.import',
  method: 'POST',
  path: '/studentStatus/studentBatchUpdate/import',
  access,
  scope: 'resource',
  summary: '批量修改学生信息',
  encoding: 'form',
  outcome: 'modify',
  failureText: '修改失败，没有数据被改动',
  input: z.object({ commandId, runId: z.uuid(), reason, whole: yesNoFlag }),
  output: started,
});
/** Takes a run back, as far as nobody has changed the students since. */
export const undoBatchUpdate = defineOperation({
  id: 'studentBatchUpdate.importUndo',
  method: 'POST',
  path: '/studentStatus/studentBatchUpdate/importUndo',
  access: { permission: 'studentBatchUpdate:undo' },
  scope: 'job',
  summary: '批量修改撤销',
  encoding: 'form',
  outcome: 'withdraw',
  dangerous: { why: '整次修改都会撤回', tells: ({ runId }) => `批量修改 ${runId}` },
  input: z.object({ commandId, runId: z.uuid() }),
  output: started,
});

const filter = { operatorName: z.string().trim().max(64).optional() };
const batchRun = z.object({
  batchId: z.uuid(),
  fields: z.string(),
  reason: z.string(),
  fileName: z.string(),
  totalNum: z.number().int(),
  okNum: z.number().int(),
  failNum: z.number().int(),
  undoneNum: z.number().int(),
  operatorName: z.string(),
  operateTime: dateTimeText,
  statusName: z.string(),
  /** Still going on. */
  open: z.boolean(),
  /** The caller may take it back. */
  mayUndo: z.boolean(),
});
export type BatchRun = z.output<typeof batchRun>;

/** What the list is sorted by. */
export const batchUpdateSorts = ['operateTime', 'operatorName', 'totalNum'] as const;

/** The own runs; everybody's for who sees the whole school. Newest first. */
export const queryBatchUpdates = defineOperation({
  id: 'studentBatchUpdate.query',
  method: 'POST',
  path: '/studentStatus/studentBatchUpdate/query',
  access: { permission: 'studentBatchUpdate:query' },
  scope: 'job',
  summary: '批量修改记录查询',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(batchUpdateSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(batchRun), total }),
});
export const exportBatchUpdates = defineOperation({
  id: 'studentBatchUpdate.exportExcel',
  method: 'POST',
  path: '/studentStatus/studentBatchUpdate/exportExcel',
  access: { permission: 'studentBatchUpdate:query' },
  scope: 'job',
  summary: '批量修改记录导出',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});

/** What the two operations send. */
export const runBatch = defineCommand(
  'studentBatchUpdate.run',
  z.object({ runId: z.uuid(), reason, fields: z.string().max(500), whole: z.boolean() }),
  started,
);
export const undoBatch = defineCommand('studentBatchUpdate.undo', z.object({ runId: z.uuid() }), started);

export const batchUpdateOperations = [
  batchUpdateTemplate,
  previewBatchFile,
  previewBatchSelection,
  runBatchUpdate,
  undoBatchUpdate,
  queryBatchUpdates,
  exportBatchUpdates,
] as const;

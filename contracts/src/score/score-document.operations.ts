import { z } from 'zod';
import { commandId, dateTimeText } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { entryClasses } from './score-entry.operations.ts';
import { entryReason, saveRow } from './score-sheet.command.ts';
import { scoreType } from './score.vocabulary.ts';

const sheetKey = {
  teachingClassId: z.string().min(1, '必填').max(60),
  scoreType: z.enum(scoreType).default(scoreType.regular),
};

/**
 * Excel file to fill in: class and students locked, a column for each item and the remark, with rules that refuse wrong
 * values (SCORE-MORE-34).
 */
export const sheetTemplate = defineOperation({
  id: 'scoreDocument.template',
  method: 'POST',
  path: '/score/scoreEntry/template',
  access: { permission: 'scoreEntry:template' },
  scope: 'teachingClass',
  summary: '下载成绩录入模板',
  encoding: 'form',
  failureText: '下载失败',
  answer: 'file',
  input: z.object(sheetKey),
  output: z.unknown(),
});

/** Something in a file that cannot be taken over, with its place as Excel shows it. `value` is what stands there. */
export const importProblem = z.object({
  columnName: z.string().max(60),
  value: z.string().max(500),
  reason: z.string().max(500),
});
/**
 * A row of a file of which nothing is taken over. `values` is the whole row by item and remark, so that it can be put
 * right and imported again.
 */
export const importFailure = z.object({
  row: z.number().int(),
  studentNumber: z.string().max(500),
  studentName: z.string().max(500),
  values: z.record(z.string().max(60), z.string().max(500)),
  problems: z.array(importProblem).min(1).max(20),
});
/** What a row would change: values as shown, grades and remarks by their names. */
export const importChange = z.object({
  row: z.number().int(),
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  cells: z.array(
    z.object({ dataKey: z.string(), columnName: z.string(), before: z.string().nullable(), after: z.string() }),
  ),
  finalBefore: z.string(),
  finalAfter: z.string(),
  /** What is sent to store it. */
  save: saveRow,
  /** The row as it stands in the file. */
  values: importFailure.shape.values,
});

/**
 * Reads a filled-in template and says what it would change, cell by cell, and which rows are bad and why. Stores
 * nothing.
 */
export const previewImport = defineOperation({
  id: 'scoreDocument.previewImport',
  method: 'POST',
  path: '/score/scoreEntry/import/preview',
  access: { permission: 'scoreEntry:import' },
  scope: 'teachingClass',
  summary: '成绩导入预览',
  encoding: 'multipart',
  failureText: '读取失败，请重新选择文件',
  patience: 'long',
  input: z.object(sheetKey),
  output: z.object({
    readNum: z.number().int(),
    unchangedNum: z.number().int(),
    changes: z.array(importChange),
    failures: z.array(importFailure),
  }),
});

/**
 * Stores the rows of a preview, each student's whole or not at all: those that can no longer be stored come back with
 * the reason, the others stand. With a reason it is 代录. The same rows again change nothing.
 */
export const importScores = defineOperation({
  id: 'scoreDocument.import',
  method: 'POST',
  path: '/score/scoreEntry/import',
  access: { permission: 'scoreEntry:import' },
  scope: 'teachingClass',
  summary: '导入成绩',
  encoding: 'json',
  failureText: '导入失败，没有成绩被改动',
  patience: 'long',
  input: z.object({
    ...sheetKey,
    commandId,
    reason: entryReason.optional(),
    rows: z
      .array(importChange.pick({ row: true, studentNumber: true, studentName: true, save: true, values: true }))
      .min(1, '没有需要导入的成绩')
      .max(500),
  }),
  output: z.object({ storedNum: z.number().int(), failures: z.array(importFailure), savedAt: dateTimeText }),
});

/** Bad rows as a template with a column 错误原因: to be put right and imported again. */
export const importFailures = defineOperation({
  id: 'scoreDocument.importFailures',
  method: 'POST',
  path: '/score/scoreEntry/import/failures',
  access: { permission: 'scoreEntry:import' },
  scope: 'teachingClass',
  summary: '下载未导入的行',
  encoding: 'json',
  failureText: '下载失败',
  answer: 'file',
  input: z.object({ ...sheetKey, failures: z.array(importFailure).min(1).max(2000) }),
  output: z.unknown(),
});

/** The sheet with final scores as Excel, in any state. */
export const exportSheet = defineOperation({
  id: 'scoreDocument.exportSheet',
  method: 'POST',
  path: '/score/scoreEntry/exportExcel',
  access: { permission: 'scoreEntry:exportExcel' },
  scope: 'teachingClass',
  summary: '导出成绩单',
  temporary: '只是查看',
  encoding: 'form',
  failureText: '导出失败',
  answer: 'file',
  input: z.object(sheetKey),
  output: z.unknown(),
});

/** The list of classes with entry progress as Excel, by the same filter. */
export const exportClasses = defineOperation({
  id: 'scoreDocument.exportClasses',
  method: 'POST',
  path: '/score/scoreEntry/classes/exportExcel',
  access: { permission: 'scoreEntry:exportExcel' },
  scope: 'teachingClass',
  summary: '导出教学班',
  temporary: '只是查看',
  encoding: 'form',
  failureText: '导出失败',
  answer: 'file',
  input: entryClasses.input.omit({ pageNo: true, pageSize: true }),
  output: z.unknown(),
});

/** 成绩登记表 as PDF: with figures and places to sign; what is not published yet says so across the page. */
export const printSheet = defineOperation({
  id: 'scoreDocument.print',
  method: 'POST',
  path: '/score/scoreEntry/print',
  access: { permission: 'scoreEntry:print' },
  scope: 'teachingClass',
  summary: '打印成绩登记表',
  temporary: '只是查看',
  encoding: 'form',
  failureText: '打印失败',
  answer: 'file',
  input: z.object(sheetKey),
  output: z.unknown(),
});

export const scoreDocumentOperations = [
  sheetTemplate,
  previewImport,
  importScores,
  importFailures,
  exportSheet,
  exportClasses,
  printSheet,
] as const;

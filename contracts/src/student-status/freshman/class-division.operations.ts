import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, integer, pageNum, pageSize, total, yesNoFlag } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import type { PermissionCode } from '../../kernel/permission.vocabulary.ts';
import { FRESHMEN_AT_ONCE } from './freshman.vocabulary.ts';

const key = z.string().min(1).max(64);
const text = z.string();
/** Grade-majors at a time at most: those of a year. */
export const DIVIDED_AT_ONCE = 300;
/** Classes of a grade-major at most. */
export const MOST_CLASSES = 60;
const call = (action: string, permission: PermissionCode) =>
  ({
    id: `classDivision.${action}`,
    method: 'POST',
    path: `/studentStatus/classDivision/${action}`,
    access: { permission },
    scope: 'resource',
  }) as const;

/** Figures of a class; the score as shown, empty without one. */
const classFigures = z.object({
  classNumber: text,
  className: text,
  studentNum: total,
  maleNum: total,
  femaleNum: total,
  avgScore: text,
  /** Names of provinces with how many come from each, the most first. */
  origins: z.array(z.object({ name: text, num: total })),
});
const filter = {
  grade: z.string().max(20).optional(),
  departmentId: z.string().max(64).optional(),
  gradeMajorId: z.string().max(64).optional(),
};
const divided = z.object({
  gradeMajorId: text,
  gradeMajorName: text,
  departmentName: text,
  /** All but those who have given up or will come later. */
  admittedNum: total,
  reportedNum: total,
  dividedNum: total,
  numberedNum: total,
  studentNum: total,
  classes: z.array(classFigures.extend({ bjdm: text })),
});
export type DividedGradeMajor = z.output<typeof divided>;

/** What grade-majors with freshmen are sorted by. */
export const divisionSorts = [
  'gradeMajorName',
  'departmentName',
  'admittedNum',
  'reportedNum',
  'dividedNum',
  'numberedNum',
  'studentNum',
] as const;
/** 新生分班 (STUDENT-STATUS-12): the grade-majors that have freshmen, and the classes they are in. */
export const queryClassDivision = defineOperation({
  ...call('query', 'classDivision:query'),
  summary: '新生分班查询',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(divisionSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(divided), total }),
});
/** The lists of classes. */
export const exportClassDivision = defineOperation({
  ...call('exportExcel', 'classDivision:exportExcel'),
  summary: '新生分班名单导出',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});

const asked = {
  plans: z
    .array(
      z.object({
        gradeMajorId: key,
        classNum: integer(1, MOST_CLASSES, `班数应为 1 到 ${String(MOST_CLASSES)}`),
      }),
    )
    .min(1, '请至少选择一个年级专业')
    .max(DIVIDED_AT_ONCE, `一次最多 ${String(DIVIDED_AT_ONCE)} 个年级专业`),
  sortRuleId: key.nullable().default(null),
  /** By which missing classes are numbered and called; null: there are enough. */
  classRuleId: key.nullable().default(null),
  /** Whether those who are in classes and have no number are divided again; otherwise only who is in none. */
  again: yesNoFlag,
};
export type DivisionAsked = z.output<z.ZodObject<typeof asked>>;
/** What a division would come to, or came to. */
const outlook = z.object({
  gradeMajors: z.array(
    z.object({
      gradeMajorId: text,
      gradeMajorName: text,
      /** How many are divided by it. */
      dividedNum: total,
      /** Why nothing is done there; empty: nothing hinders. */
      problem: text,
      classes: z.array(classFigures.extend({ isNew: z.boolean() })),
    }),
  ),
  /** Of the whole list: what is divided is what was shown. */
  digest: text,
});
export type DivisionOutlook = z.output<typeof outlook>;
/** Tries a division: nothing is stored. */
export const previewClassDivision = defineOperation({
  ...call('preview', 'classDivision:divide'),
  summary: '新生分班预览',
  encoding: 'json',
  outcome: 'query',
  patience: 'long',
  input: z.object(asked),
  output: outlook,
});
const result = z.object({ divided: total, made: total });
/** 1 → 2: what was shown is stored, and missing classes are made. */
export const divideFreshmenOperation = defineOperation({
  ...call('divide', 'classDivision:divide'),
  summary: '新生分班',
  encoding: 'json',
  patience: 'long',
  input: z.object({ commandId, ...asked, digest: text }),
  output: result,
});
const moving = {
  keys: z
    .array(key)
    .min(1, '请至少选择一名新生')
    .max(FRESHMEN_AT_ONCE, `一次最多 ${String(FRESHMEN_AT_ONCE)} 名新生`),
  bjdm: key,
};
/** Moves single ones to a class of their grade-major, by hand. */
export const adjustClassDivision = defineOperation({
  ...call('adjust', 'classDivision:adjust'),
  summary: '新生分班调整',
  encoding: 'json',
  outcome: 'modify',
  input: z.object({ commandId, ...moving }),
  output: z.object({ moved: total }),
});
const clearing = { gradeMajorIds: z.array(key).min(1, '请至少选择一个年级专业').max(DIVIDED_AT_ONCE) };
/** 2 → 1: the classes stay, empty. */
export const clearClassDivision = defineOperation({
  ...call('clear', 'classDivision:clear'),
  summary: '取消新生分班',
  encoding: 'json',
  input: z.object({ commandId, ...clearing }),
  output: z.object({ cleared: total }),
});

/** `digest` null: whatever it comes to, for who has nobody to show it to. */
export const divideCommand = defineCommand(
  'classDivision.divide',
  z.object({ ...asked, digest: text.nullable() }),
  divideFreshmenOperation.output,
);
export const adjustCommand = defineCommand('classDivision.adjust', z.object(moving), adjustClassDivision.output);
export const clearCommand = defineCommand('classDivision.clear', z.object(clearing), clearClassDivision.output);

export const classDivisionOperations = [
  queryClassDivision,
  exportClassDivision,
  previewClassDivision,
  divideFreshmenOperation,
  adjustClassDivision,
  clearClassDivision,
] as const;
export const classDivisionCommands = [
  [divideCommand, [divideFreshmenOperation]],
  [adjustCommand, [adjustClassDivision]],
  [clearCommand, [clearClassDivision]],
] as const;

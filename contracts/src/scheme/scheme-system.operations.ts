import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId, decimalText, wholeNumber } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { schemeSystem } from './scheme-system.resource.ts';

const key = z.string().min(1).max(64);
const keys = z.array(key).min(1, '请至少选择一个年级专业').max(200, '一次最多处理 200 个年级专业');
const text = z.string();
const call = <const N extends string>(name: N, summary: string) => ({
  id: `schemeSystem.${name}` as const,
  path: `/scheme/schemeSystem/${name}`,
  summary,
});
const reading = { method: 'GET', access: { permission: 'schemeSystem:query' }, outcome: 'query' } as const;
const empty = (value: unknown) => (value === '' || value === undefined ? null : value);
const credit = z.preprocess(empty, decimalText({ places: 1, min: 0, max: 999.9 }).nullable());

/** A module or a class of courses in the tree of credits; what is null is not asked for. Credits and hours as text. */
const systemNode = z.object({
  /** Of the module, or of the class: unique in the tree. */
  nodeId: text,
  parentId: text.nullable(),
  level: z.number().int(),
  name: text,
  moduleId: text,
  classifyId: text.nullable(),
  /** Null: nothing is asked for yet. */
  schemeSystemId: text.nullable(),
  minCredit: text.nullable(),
  maxCredit: text.nullable(),
  minHours: text.nullable(),
  minCourseNum: z.number().int().nullable(),
  /** Per cent of the total, one decimal. */
  creditRatio: text.nullable(),
  /** What the template of the version asks for here; of a template itself null. */
  templateCredit: text.nullable(),
  /** Sum of what is asked for directly below; null: nothing. */
  belowCredit: text.nullable(),
  isParent: z.enum(['0', '1']),
});
export type SystemNode = z.output<typeof systemNode>;
const systemTree = z.object({
  /** Null: the grade-major has chosen no version yet. */
  schemeVersionId: text.nullable(),
  schemeVersionName: text,
  gradeMajorId: text.nullable(),
  gradeMajorName: text,
  /** Of the requirement of the grade-major, or the least of the version. */
  totalCredit: text.nullable(),
  /** Sum of what the modules at the top ask for. */
  arrangedCredit: text,
  /** Why it stays as it is; empty: it may be changed. */
  fixed: text,
  nodes: z.array(systemNode),
});
export type SystemTree = z.output<typeof systemTree>;

/** SCHEME-10: the credits of a version, as its template has them. */
export const querySystemByScheme = defineOperation({
  ...call('queryBySchemeId', '方案版本的课程体系'),
  ...reading,
  scope: noScope.school,
  input: z.object({ schemeVersionId: key }),
  output: systemTree,
});
/** SCHEME-10: the credits of a grade-major beside those of the template. */
export const querySystemByGradeMajor = defineOperation({
  ...call('queryByGradeMajorId', '年级专业的课程体系'),
  ...reading,
  scope: 'resource',
  input: z.object({ gradeMajorId: key }),
  output: systemTree,
});
/** SCHEME-10: the same as `queryBySchemeId`, with the version in the address. */
export const systemVersionDetail = defineOperation({
  ...call('getSchemeVersionDetail', '方案版本的课程体系详情'),
  path: '/scheme/schemeSystem/getSchemeVersionDetail/{id}',
  ...reading,
  scope: noScope.school,
  calledBy: 'programs that use the names of the specification',
  input: z.object({ id: key }),
  output: systemTree,
});
/** SCHEME-10: the credits of the newest published version for students of a kind. */
export const newestVersionDetail = defineOperation({
  ...call('getNewSchemeVersionDetail', '最新方案版本的课程体系'),
  ...reading,
  scope: noScope.school,
  calledBy: 'programs that begin a scheme by the newest version',
  input: z.object({ studyTypeCode: key }),
  output: systemTree,
});
/** SCHEME-10: whether something stands below a module. */
export const queryClassifyIsParent = defineOperation({
  ...call('queryClassifyIsParent', '课程模块是否有下级'),
  ...reading,
  scope: noScope.school,
  calledBy: 'programs that show the tree of modules step by step',
  input: z.object({ moduleId: key }),
  output: z.object({ isParent: z.enum(['0', '1']) }),
});
/** SCHEME-10: whether a row of credits may be made there, and if not, why. */
export const judgeCreate = defineOperation({
  ...call('judgeCreate', '判断能否新增课程体系'),
  ...reading,
  scope: noScope.school,
  calledBy: 'programs that write credits row by row, before they show a form',
  input: z.object({ moduleId: key, classifyId: key.optional(), gradeMajorId: key.optional() }),
  output: z.object({ allowed: z.boolean(), reason: text }),
});

const line = z.object({
  moduleId: key,
  classifyId: key.nullable(),
  /** Null: no longer asked for. */
  minCredit: credit,
  maxCredit: credit,
  minHours: z.preprocess(empty, decimalText({ places: 1, min: 0, max: 9999 }).nullable()),
  minCourseNum: z.preprocess(empty, wholeNumber('应为整数').min(0, '不能小于 0').max(99, '不能大于 99').nullable()),
});
export type SystemLine = z.output<typeof line>;
/** SCHEME-10: what modules and classes ask for, changed at once; the sums are judged when all of them stand. */
export const batchUpdateSystem = defineOperation({
  ...call('batchUpdate', '课程体系批量修改'),
  method: 'POST',
  access: { permission: 'schemeSystem:update' },
  scope: 'resource',
  encoding: 'json',
  outcome: 'modify',
  input: z.object({
    commandId,
    schemeVersionId: key,
    /** Left out: the template of the version. */
    gradeMajorId: key.nullable().default(null),
    lines: z.array(line).min(1, '没有改动').max(200),
  }),
  output: z.object({ changed: z.number().int() }),
});
const copied = z.object({
  list: z.array(
    z.object({
      gradeMajorId: text,
      gradeMajorName: text,
      created: z.number().int(),
      /** Rows that were there already and stay as they are. */
      kept: z.number().int(),
      /** Why nothing was copied; empty: it was. */
      reason: text,
    }),
  ),
});
export type CopiedSystem = z.output<typeof copied>['list'][number];
/** SCHEME-10: gives grade-majors the credits of the template; what they have already stays. */
export const copyToGradeMajor = defineOperation({
  ...call('copyToGradeMajor', '课程体系复制到年级专业'),
  method: 'POST',
  access: { permission: 'schemeSystem:create' },
  scope: 'resource',
  encoding: 'json',
  outcome: 'generate',
  input: z.object({ commandId, schemeVersionId: key, gradeMajorIds: keys }),
  output: copied,
});
/** SCHEME-10: gives grade-majors the credits of another one. */
export const copyGradeMajor = defineOperation({
  ...call('copyGradeMajor', '复制年级专业的课程体系'),
  method: 'POST',
  access: { permission: 'schemeSystem:create' },
  scope: 'resource',
  encoding: 'json',
  outcome: 'generate',
  input: z.object({ commandId, from: key, to: keys }),
  output: copied,
});
/** SCHEME-10: counts anew what the plan of a grade-major has in each class that it uses (SCHEME-12). */
export const synchronousCreditHours = defineOperation({
  ...call('synchronousCreditHours', '同步已排学分与门数'),
  method: 'POST',
  access: { permission: 'majorSystem:update' },
  scope: 'resource',
  encoding: 'form',
  outcome: 'generate',
  input: z.object({ commandId, gradeMajorId: key }),
  output: z.object({
    changed: z.number().int(),
    /** Courses of the plan that fit none of its classes. */
    unplaced: z.array(text),
  }),
});
/** SCHEME-10: removes rows by the name of the specification. */
export const deleteSystems = defineOperation({
  ...call('deletes', '课程体系批量删除'),
  method: 'POST',
  access: { permission: 'schemeSystem:batchDelete' },
  scope: 'resource',
  encoding: 'json',
  outcome: 'remove',
  calledBy: 'programs that use the names of the specification',
  input: z.object({ commandId, keyList: z.array(key).min(1).max(200) }),
  output: schemeSystem.operations.batchDelete.output,
});

export const changeSystem = defineCommand(
  'schemeSystem.batchUpdate',
  batchUpdateSystem.input.omit({ commandId: true }),
  batchUpdateSystem.output,
);
export const copySystemOfVersion = defineCommand(
  'schemeSystem.copyToGradeMajor',
  copyToGradeMajor.input.omit({ commandId: true }),
  copyToGradeMajor.output,
);
export const copySystemOfGradeMajor = defineCommand(
  'schemeSystem.copyGradeMajor',
  copyGradeMajor.input.omit({ commandId: true }),
  copyGradeMajor.output,
);
export const recountMajorSystem = defineCommand(
  'schemeSystem.synchronousCreditHours',
  synchronousCreditHours.input.omit({ commandId: true }),
  synchronousCreditHours.output,
);

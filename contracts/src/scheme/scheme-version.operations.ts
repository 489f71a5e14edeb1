import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { schemeVersion } from './scheme-version.resource.ts';

const key = z.string().min(1).max(64);
const text = z.string();
/** In `/scheme/schemeVersion`. */
const call = <const N extends string>(name: N, summary: string) => ({
  id: `schemeVersion.${name}` as const,
  path: `/scheme/schemeVersion/${name}`,
  scope: noScope.school,
  summary,
});
const reading = { method: 'GET', access: { permission: 'schemeVersion:query' }, outcome: 'query' } as const;

/** A class of courses as trees and selects show it. */
const classifyRow = z.object({
  classifyId: text,
  classifyName: text,
  moduleId: text,
  moduleName: text,
  courseNature: text.nullable(),
  courseNatureName: text,
  courseAttribute: text.nullable(),
  courseAttributeName: text,
  sortNum: z.number().int(),
  /** Of the row, for changes (decision 014). */
  version: text,
});
export type ClassifyRow = z.output<typeof classifyRow>;
const moduleRow = z.object({
  moduleId: text,
  moduleName: text,
  parentModuleId: text.nullable(),
  /** 1 at the top. */
  level: z.number().int(),
  sortNum: z.number().int(),
  /** Whether something stands below it. */
  isParent: z.enum(['0', '1']),
  version: text,
  classifies: z.array(classifyRow),
});
export type ModuleRow = z.output<typeof moduleRow>;
const versionRow = z.object({
  schemeVersionId: text,
  schemeVersionName: text,
  schemeVersionYear: text,
  studyTypeCode: text,
  studyTypeName: text,
  publishStatus: text,
  publishStatusName: text,
});
export type SchemeVersionRow = z.output<typeof versionRow>;

/** SCHEME-09: the whole tree of a version, modules in order with their classes, and why it is fixed, if it is. */
export const getModuleAndCategory = defineOperation({
  ...call('getModuleAndCategory', '方案版本的模块与分类'),
  ...reading,
  input: z.object({ schemeVersionId: key }),
  output: versionRow.extend({
    /** Why the tree stays as it is; empty: it may be changed. */
    fixed: text,
    modules: z.array(moduleRow),
  }),
});

const classifiesOf = z.object({ schemeVersionId: key, gradeMajorId: key.optional() });
/** SCHEME-09: classes of a version that its credits (SCHEME-10) name not yet, of all or of a grade-major. */
export const getModuleNoSelectedClassify = defineOperation({
  ...call('getModuleNoSelectedClassify', '方案版本中未选用的课程分类'),
  ...reading,
  calledBy: 'programs that show which classes of courses are left for the credits of a version',
  input: classifiesOf,
  output: z.object({ list: z.array(classifyRow) }),
});
/** SCHEME-09: classes of a version that its credits name. */
export const getModuleSelectedClassify = defineOperation({
  ...call('getModuleSelectedClassify', '方案版本中已选用的课程分类'),
  ...reading,
  calledBy: 'programs that show which classes of courses the credits of a version name',
  input: classifiesOf,
  output: z.object({ list: z.array(classifyRow) }),
});
/** SCHEME-09: classes that a row of credits may be about when it is changed: those that are free, and its own. */
export const getModuleSelectedClassifyForUpdate = defineOperation({
  ...call('getModuleSelectedClassifyForUpdate', '修改课程体系时可选的课程分类'),
  ...reading,
  calledBy: 'programs that change rows of credits',
  input: classifiesOf.extend({ schemeSystemId: key }),
  output: z.object({ list: z.array(classifyRow) }),
});
/** SCHEME-09: versions for selects, newest first; without `all` those that are published. */
export const queryAllVersions = defineOperation({
  ...call('queryAll', '可选的方案版本'),
  ...reading,
  input: z.object({ all: z.enum(['0', '1']).optional() }),
  output: z.object({ list: z.array(versionRow) }),
});
/** SCHEME-09: versions under their years. */
export const schemeVersionTree = defineOperation({
  ...call('treeList', '方案版本按年份的树'),
  ...reading,
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ year: text, versions: z.array(versionRow) })) }),
});
/** SCHEME-09: removes versions by the name of the specification. */
export const deleteVersions = defineOperation({
  ...call('deletes', '方案版本批量删除'),
  method: 'POST',
  access: { permission: 'schemeVersion:batchDelete' },
  encoding: 'json',
  outcome: 'remove',
  calledBy: 'programs that use the names of the specification',
  input: z.object({ commandId, keyList: z.array(key).min(1).max(200) }),
  output: schemeVersion.operations.batchDelete.output,
});

const done = z.object({ key: text });
/** SCHEME-09: a version is copied with its tree and its template of credits, as a draft. */
export const copyVersion = defineOperation({
  ...call('copy', '方案版本复制'),
  method: 'POST',
  access: { permission: 'schemeVersion:create' },
  encoding: 'form',
  outcome: 'add',
  input: z.object({
    commandId,
    schemeVersionId: key,
    schemeVersionName: z.string().trim().min(1, '必填').max(50, '最多 50 个字符'),
    schemeVersionYear: z.string().regex(/^(19|20)\d\d$/, '应为四位年份，如 2026'),
    beginGrade: z.string('必填').min(1, '必填').max(64),
  }),
  output: done,
});
/** SCHEME-09: gives a version without modules those that most schools have. */
export const addDefaultModules = defineOperation({
  ...call('addDefaultModules', '载入默认课程模块'),
  method: 'POST',
  access: { permission: 'schemeModule:create' },
  encoding: 'form',
  outcome: 'generate',
  input: z.object({ commandId, schemeVersionId: key }),
  output: z.object({ modules: z.number().int(), classifies: z.number().int() }),
});
/** Left out, as what is null is on its way in a body: null. */
const keyOrNone = key.nullable().default(null);
const place = { before: keyOrNone };
/** SCHEME-09: puts a module below another one (null: at the top), before one of those there (null: at the end). */
export const moveModule = defineOperation({
  ...call('moveModule', '移动课程模块'),
  method: 'POST',
  access: { permission: 'schemeModule:update' },
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, moduleId: key, parentModuleId: keyOrNone, ...place }),
  output: done,
});
/** SCHEME-09: puts a class of courses into a module of the version, before one of those there (null: at the end). */
export const moveClassify = defineOperation({
  ...call('moveClassify', '移动课程分类'),
  method: 'POST',
  access: { permission: 'schemeClassify:update' },
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, classifyId: key, moduleId: key, ...place }),
  output: done,
});

export const copySchemeVersion = defineCommand(
  'schemeVersion.copy',
  copyVersion.input.omit({ commandId: true }),
  copyVersion.output,
);
export const addModulesOfDefault = defineCommand(
  'schemeVersion.addDefaultModules',
  addDefaultModules.input.omit({ commandId: true }),
  addDefaultModules.output,
);
export const moveSchemeModule = defineCommand(
  'schemeModule.move',
  moveModule.input.omit({ commandId: true }),
  moveModule.output,
);
export const moveSchemeClassify = defineCommand(
  'schemeClassify.move',
  moveClassify.input.omit({ commandId: true }),
  moveClassify.output,
);

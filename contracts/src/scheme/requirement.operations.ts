import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

const key = z.string().min(1).max(64);
const text = z.string();

/** SCHEME-11: the version of several grade-majors, chosen at once. */
export const batchUpdateRequirements = defineOperation({
  id: 'gradeMajorSchemeRequirement.batchUpdate',
  method: 'POST',
  path: '/scheme/gradeMajorSchemeRequirement/batchUpdate',
  access: { permission: 'gradeMajorSchemeRequirement:update' },
  scope: 'resource',
  summary: '年级专业方案要求批量修改',
  encoding: 'json',
  outcome: 'modify',
  input: z.object({
    commandId,
    requirementIds: z.array(key).min(1, '请至少选择一条数据').max(200, '一次最多处理 200 条'),
    schemeVersionId: z.string('必填').min(1, '必填').max(64),
  }),
  output: z.object({
    changed: z.number().int(),
    /** Grade-majors that keep what they have, and why. */
    kept: z.array(z.object({ gradeMajorName: text, reason: text })),
  }),
});
/** SCHEME-11: takes the credits and classes of a grade-major away, but for classes that have courses. */
export const clearMajorSystemOperation = defineOperation({
  id: 'gradeMajorSchemeRequirement.clearMajorSystem',
  method: 'POST',
  path: '/scheme/gradeMajorSchemeRequirement/clearMajorSystem',
  access: { permission: 'gradeMajorSchemeRequirement:update' },
  scope: 'resource',
  summary: '清空年级专业的课程体系',
  encoding: 'form',
  outcome: 'remove',
  input: z.object({ commandId, requirementId: key }),
  output: z.object({ systems: z.number().int(), classifies: z.number().int(), kept: z.array(text) }),
});

const moduleOfMajor = z.object({
  moduleId: text,
  moduleName: text,
  classifies: z.array(
    z.object({
      classifyId: text,
      classifyName: text,
      /** Null: the grade-major does not use it. */
      majorSystemId: text.nullable(),
      /** What the grade-major asks for there, or the template would. */
      minCredit: text,
      selectedCredit: text,
      courseNum: z.number().int(),
    }),
  ),
});
/** SCHEME-12: the modules of the version of a grade-major with their classes, and which of them it uses. */
export const schemeModuleByGradeMajor = defineOperation({
  id: 'majorSystem.schemeModuleByGradeMajorId',
  method: 'GET',
  path: '/scheme/majorSystem/schemeModuleByGradeMajorId',
  access: { permission: 'majorSystem:query' },
  scope: 'resource',
  summary: '年级专业可用的模块与分类',
  outcome: 'query',
  input: z.object({ gradeMajorId: key }),
  output: z.object({
    schemeVersionId: text.nullable(),
    schemeVersionName: text,
    totalCredit: text.nullable(),
    modules: z.array(moduleOfMajor),
  }),
});
/** SCHEME-12: the classes that a grade-major uses. */
export const selectedClassifyOfMajor = defineOperation({
  id: 'majorSystem.getModuleSelectedClassify',
  method: 'GET',
  path: '/scheme/majorSystem/getModuleSelectedClassify',
  access: { permission: 'majorSystem:query' },
  scope: 'resource',
  summary: '年级专业已使用的课程分类',
  outcome: 'query',
  calledBy: 'programs that choose a class for a course of a grade-major',
  input: z.object({ gradeMajorId: key }),
  output: z.object({
    list: z.array(z.object({ classifyId: text, classifyName: text, moduleId: text, moduleName: text })),
  }),
});

export const changeRequirements = defineCommand(
  'gradeMajorSchemeRequirement.batchUpdate',
  batchUpdateRequirements.input.omit({ commandId: true }),
  batchUpdateRequirements.output,
);
export const clearMajorSystem = defineCommand(
  'gradeMajorSchemeRequirement.clearMajorSystem',
  clearMajorSystemOperation.input.omit({ commandId: true }),
  clearMajorSystemOperation.output,
);

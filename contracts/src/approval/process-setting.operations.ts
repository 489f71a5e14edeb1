import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId, dateTimeText, integer } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { nodeMode } from './approval.vocabulary.ts';
import { processDefinition } from './process-definition.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

const processNo = z.string().min(1, '必填').max(20);
/** Revision of the draft that the page shows; 0: there was none. */
const revision = integer(0);
const kept = z.object({ processNo: z.string(), revision: z.number().int() });

/**
 * Something that keeps a definition from being published: of which node (null: of the process), and at which field of
 * it, e.g. `conditions.0` (null: at none).
 */
const problem = z.object({ nodeId: z.string().nullable(), field: z.string().nullable(), text: z.string() });
export type ProcessProblem = z.output<typeof problem>;

/** Keeps the draft of a process's next version: there is one at most. */
export const saveProcessDraft = defineCommand(
  'process.saveDraft',
  z.object({ revision, definition: processDefinition }),
  kept,
);
export const removeProcessDraft = defineCommand('process.removeDraft', z.object({ processNo, revision }), kept);
/** Puts the draft into force as the next version, after the same check. */
export const publishProcessDraft = defineCommand(
  'process.publishDraft',
  z.object({ processNo, revision }),
  z.object({ processNo: z.string(), version: z.number().int() }),
);
/** What would keep a definition from being published. Changes nothing. */
export const checkProcess = defineCommand('process.check', processDefinition, z.object({ problems: z.array(problem) }));

const simulation = z.object({
  /** An application as it runs; otherwise one that somebody could make, by the rest. */
  applyId: z.string().trim().max(80).optional(),
  processNo: z.string().max(20).optional(),
  /** By which version: the one in force, or the draft. */
  source: z.enum(['published', 'draft']).default('published'),
  /** Account of the applicant: gives the unit of SQDW, and who may not decide. */
  userName: z.string().trim().max(60).optional(),
  /** Gives the unit of XSDW. */
  studentNumber: z.string().trim().max(30).optional(),
  /** Units for the other rules. */
  units: z.record(z.string(), z.string().max(20)).default({}),
  /** Figures that are known; a node that asks for another one is entered. */
  figures: z.record(z.string(), z.union([z.number(), z.boolean(), z.array(z.string())])).default({}),
});

const holder = z.object({
  userName: z.string(),
  name: z.string(),
  departmentName: z.string().nullable(),
  /** Why this one does not decide; null: does. */
  excluded: z.string().nullable(),
});
const nodeOf = <H extends z.ZodType>(each: H) =>
  z.object({
    processNodeId: z.string(),
    processNodeName: z.string(),
    roleName: z.string(),
    scopeRuleName: z.string(),
    scopeUnitName: z.string(),
    entered: z.boolean(),
    /** Whether any one or all of its approvers must pass. */
    nodeMode: z.enum(nodeMode),
    /** Why it is entered, or passed over. */
    reason: z.string(),
    /** Where a running application stands. */
    state: z.enum(['done', 'current', 'ahead']),
    holders: z.array(each),
    /** Where it may be sent back to from here, by name; empty where the process knows no sending back. */
    backNodeNames: z.array(z.string()),
    /** Who hears that it passed here, and how it ended (抄送), by role. */
    copied: z.array(z.object({ roleName: z.string(), names: z.array(z.string()) })),
    timeLimitDays: z.number().int(),
    /** Who is told when that has passed, in words; empty: nobody. */
    timeoutText: z.string(),
  });
const simulatedBy = <N extends z.ZodType>(node: N) =>
  z.object({
    processNo: z.string(),
    processName: z.string(),
    /** Null: the draft. */
    version: z.number().int().nullable(),
    title: z.string(),
    nodes: z.array(node),
  });
const simulatedNode = nodeOf(holder);
export type SimulatedNode = z.output<typeof simulatedNode>;

/** Who would decide an application, and why. Changes nothing. */
export const simulateProcess = defineCommand('process.simulate', simulation, simulatedBy(simulatedNode));

const versionRow = z.object({
  version: z.number().int(),
  publishStatus: z.string(),
  publishedAt: dateTimeText,
  publishedBy: z.string(),
});

export const queryProcesses = defineOperation({
  id: 'process.query',
  method: 'GET',
  path: '/system/processSetting/query',
  access: { permission: 'processSetting:query' },
  scope: noScope.school,
  summary: '审批流程设置',
  outcome: 'query',
  /** Of one category (SYSADMIN-08), or all. */
  input: z.object({ categoryId: z.string().max(64).optional() }),
  output: z.object({
    list: z.array(
      z.object({
        ...versionRow.shape,
        processNo: z.string(),
        definition: processDefinition,
        categoryId: z.string().nullable(),
        categoryName: z.string().nullable(),
        /** Who last changed the draft of the next version, and when; null: there is none. */
        draft: z.object({ editedAt: dateTimeText, editedBy: z.string() }).nullable(),
      }),
    ),
  }),
});

export const processDetail = defineOperation({
  id: 'process.detail',
  method: 'GET',
  path: '/system/processSetting/detail/{processNo}',
  access: { permission: 'processSetting:query' },
  scope: noScope.school,
  summary: '审批流程的版本与草稿',
  outcome: 'query',
  input: z.object({ processNo: z.string().min(1, '数据丢失，请刷新后重试！').max(20) }),
  output: z.object({
    processNo: z.string(),
    versions: z.array(z.object({ ...versionRow.shape, definition: processDefinition, running: z.number().int() })),
    draft: z
      .object({
        revision: z.number().int(),
        editedAt: dateTimeText,
        editedBy: z.string(),
        definition: processDefinition,
      })
      .nullable(),
    /** Roles: whether their holders may approve, and may look at applications at all. */
    roles: z.array(z.object({ jsbh: z.string(), jsmc: z.string(), approves: z.boolean(), reads: z.boolean() })),
    /** Days that a node takes where the process says nothing. */
    defaultLimitDays: z.number().int(),
  }),
});

export const processDraftSave = defineOperation({
  id: 'process.saveDraft',
  method: 'POST',
  path: '/system/processSetting/saveDraft',
  access: { permission: 'processSetting:update' },
  scope: noScope.school,
  summary: '保存流程草稿',
  encoding: 'json',
  failureText: '保存失败',
  input: z.object({ commandId, revision, definition: processDefinition }),
  output: kept,
});
export const processDraftRemove = defineOperation({
  id: 'process.removeDraft',
  method: 'POST',
  path: '/system/processSetting/removeDraft',
  access: { permission: 'processSetting:update' },
  scope: noScope.school,
  summary: '删除流程草稿',
  encoding: 'form',
  outcome: 'remove',
  input: z.object({ commandId, processNo, revision }),
  output: kept,
});
export const processDraftPublish = defineOperation({
  id: 'process.publishDraft',
  method: 'POST',
  path: '/system/processSetting/publishDraft',
  access: { permission: 'processSetting:publish' },
  scope: noScope.school,
  summary: '发布流程草稿',
  encoding: 'form',
  failureText: '发布失败',
  input: z.object({ commandId, processNo, revision }),
  output: z.object({ processNo: z.string(), version: z.number().int() }),
});
export const processCheck = defineOperation({
  id: 'process.check',
  method: 'POST',
  path: '/system/processSetting/check',
  access: { permission: 'processSetting:update' },
  scope: noScope.school,
  summary: '检查流程能否发布',
  encoding: 'json',
  outcome: 'query',
  failureText: '检查失败',
  input: z.object({ definition: processDefinition }),
  output: z.object({ problems: z.array(problem) }),
});
export const processSimulate = defineOperation({
  id: 'process.simulate',
  method: 'POST',
  path: '/system/processSetting/simulate',
  access: { permission: 'processSetting:simulate' },
  scope: noScope.school,
  summary: '模拟：某个申请由谁审批、为什么',
  encoding: 'json',
  outcome: 'query',
  failureText: '模拟失败',
  input: simulation,
  // Who stands in for a holder, each with the end of it.
  output: simulatedBy(nodeOf(holder.extend({ delegates: z.array(z.string()) }))),
});

export const processSettingOperations = [
  queryProcesses,
  processDetail,
  processDraftSave,
  processDraftRemove,
  processDraftPublish,
  processCheck,
  processSimulate,
] as const;

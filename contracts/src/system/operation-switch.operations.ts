import { z } from 'zod';
import { commandId, dateTimeText, pageNum, pageSize, total, yesNoFlag } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { yesNo } from '../kernel/yes-no.ts';

/** One operation of the API, as it is declared, and whether it is switched on (SYSADMIN-17). */
export const operationSwitch = z.object({
  /** Id of the operation. */
  resourceId: z.string(),
  /** As it is called, with `{name}` where a value stands. */
  path: z.string(),
  method: z.string(),
  operationName: z.string(),
  /** Null: it asks for none. */
  permissionCode: z.string().nullable(),
  /** `1`: without a session. */
  isPublic: yesNoFlag,
  /** `1`: switched on. */
  sfqy: yesNoFlag,
  /** What whoever calls it is told while it is switched off. */
  notice: z.string().nullable(),
  switchedBy: z.string().nullable(),
  switchedTime: dateTimeText.nullable(),
  /** Why it cannot be switched off; null: it can. */
  alwaysOn: z.string().nullable(),
});
export type OperationSwitch = z.output<typeof operationSwitch>;

/** What operations are sorted by. */
export const switchSorts = ['operationName', 'method', 'path', 'permissionCode', 'isPublic', 'sfqy'] as const;
/** All declared operations, by path (SYSADMIN-17). */
export const queryOperationSwitches = defineOperation({
  id: 'resources.query',
  method: 'GET',
  path: '/system/resources/query',
  access: { permission: 'resources:query' },
  scope: noScope.system,
  alwaysOn: '没有它无法再启用其他接口',
  summary: '接口资源',
  input: z.object({
    /** A part of the path, or of the operation's name. */
    path: z.string().trim().max(200).optional(),
    /** A part of the code. */
    permissionCode: z.string().trim().max(100).optional(),
    isPublic: yesNoFlag.optional(),
    sfqy: yesNoFlag.optional(),
    sort: sortBy(switchSorts),
    pageNum,
    pageSize,
  }),
  output: z.object({ list: z.array(operationSwitch), total }),
});

/**
 * Switches an operation off, with what its callers are told, or on again. Everybody's next call is answered so, of
 * programs too; what runs goes on. NOT_FOUND for an unknown one, OPERATION_ALWAYS_ON for one that cannot be switched
 * off.
 */
export const updateOperationSwitch = defineOperation({
  id: 'resources.update',
  method: 'PUT',
  path: '/system/resources/update',
  access: { permission: 'resources:update' },
  scope: noScope.system,
  alwaysOn: '没有它无法再启用其他接口',
  summary: '停用或启用接口',
  encoding: 'form',
  outcome: 'modify',
  input: z
    .object({
      commandId,
      resourceId: z.string().max(100),
      sfqy: yesNoFlag,
      notice: z.string().trim().max(200, '最多 200 个字符').default(''),
    })
    .refine(({ sfqy, notice }) => sfqy === yesNo.yes || notice !== '', { path: ['notice'], message: '请输入停用说明' }),
  output: z.object({ operationName: z.string() }),
});

export const operationSwitchOperations = [queryOperationSwitches, updateOperationSwitch] as const;

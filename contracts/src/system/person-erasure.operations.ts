import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId, dateTimeText, pageNum, pageSize, total, yesNoFlag } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { erasureBasis, personKind, personKindNames } from './person-erasure.vocabulary.ts';

const count = z.number().int().min(0);
const basis = z.enum(erasureBasis);
const kind = z.enum(personKind);
const number = z.string().trim().min(1, '请输入学号、工号或账号').max(40);
const erasable = { none: '数据保护专员依法处理，涉及全校' } as const;

/** Destroys the keys of a person who has left, and removes his personal values from all rows (decision 093). */
export const erasePerson = defineCommand(
  'person.erase',
  z.object({ kind, code: z.string(), basis, reason: z.string() }),
  z.object({ erasureId: z.string(), kind, code: z.string() }),
);

/** One erasure. */
export const personErasure = z.object({
  erasureId: z.string(),
  kind,
  kindName: z.string(),
  code: z.string(),
  basis,
  basisName: z.string(),
  reason: z.string(),
  erasedTime: dateTimeText,
  erasedByName: z.string(),
  /** Empty: no second person was asked for. */
  confirmedByName: z.string(),
  keys: count,
  rows: count,
  /** `1`: all read models were built anew since, and the log tells of it. */
  complete: yesNoFlag,
});
export type PersonErasure = z.output<typeof personErasure>;

/** What the list is sorted by. */
export const erasureSorts = ['code', 'erasedTime', 'erasedByName'] as const;

/** What was erased, newest first. */
export const queryPersonErasures = defineOperation({
  id: 'person.query',
  method: 'GET',
  path: '/system/person/query',
  access: { permission: 'person:query' },
  scope: erasable,
  summary: '个人信息删除记录',
  input: z.object({ sort: sortBy(erasureSorts), pageNum, pageSize }),
  output: z.object({ list: z.array(personErasure), total }),
});

/** What would be erased of a person, by kind, and whether he may be. NOT_FOUND for an unknown number. */
export const previewPersonErasure = defineOperation({
  id: 'person.preview',
  method: 'GET',
  path: '/system/person/preview',
  access: { permission: 'person:erase' },
  scope: erasable,
  summary: '个人信息删除预览',
  input: z.object({ number }),
  output: z.object({
    kind,
    kindName: z.string(),
    code: z.string(),
    number: z.string(),
    name: z.string(),
    statusName: z.string(),
    /** `1`: has left. */
    mayBeErased: yesNoFlag,
    keys: count,
    /** Kinds of rows with how many there are. */
    erased: z.array(z.object({ title: z.string(), count })),
    stays: z.array(z.string()),
  }),
});
export type ErasurePreview = z.output<(typeof previewPersonErasure)['output']>;

/** Erases a person who has left. PERSON_NOT_LEFT, NOT_FOUND. What was erased already answers the same. */
export const erasePersonOperation = defineOperation({
  id: 'person.erase',
  method: 'POST',
  path: '/system/person/erase',
  access: { permission: 'person:erase' },
  scope: erasable,
  summary: '删除个人信息',
  encoding: 'form',
  outcome: 'operate',
  dangerous: {
    why: '密钥销毁后任何人都不能恢复',
    tells: ({ kind: of, code }) => `${personKindNames[of]} ${code} 的个人信息`,
  },
  input: z.object({
    commandId,
    kind,
    code: z.string().min(1).max(60),
    basis,
    reason: z.string().trim().min(1, '请输入理由').max(200, '最多 200 个字符'),
  }),
  output: z.object({ erasureId: z.string(), kind, code: z.string() }),
});

/** Proof that a person was erased. */
export const printErasureProof = defineOperation({
  id: 'person.proof',
  method: 'GET',
  path: '/system/person/proof/{erasureId}',
  access: { permission: 'person:query' },
  scope: erasable,
  summary: '个人信息删除证明',
  answer: 'file',
  outcome: 'exportExcel',
  input: z.object({ erasureId: z.string().max(60) }),
  output: z.unknown(),
});

export const personErasureOperations = [
  queryPersonErasures,
  previewPersonErasure,
  erasePersonOperation,
  printErasureProof,
] as const;

import { z } from 'zod';
import { commandId, dateTimeText, pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';

const count = z.number().int().min(0);
const query = { permission: 'integrity:query' } as const;
const whole = { none: '检查点属于全部历史，不分数据范围' } as const;

/** What a check of the whole history came to, or how far it is. */
export const integrityRun = z.object({
  runId: z.uuid(),
  name: z.string(),
  startedAt: dateTimeText,
  endedAt: dateTimeText.nullable(),
  /** Events that were looked at. */
  events: count,
  /** How many the last checkpoint covers, for the progress. */
  total: count,
  /** `intact`, `altered`, `unproven` or `failed`; null: it is under way. */
  outcome: z.enum(['intact', 'altered', 'unproven', 'failed']).nullable(),
  /** What it found, a sentence each. */
  lines: z.array(z.string()),
});
/** The outcomes in words. */
export const integrityOutcomeNames = {
  intact: '未被改动',
  altered: '被改动过',
  unproven: '不能证明',
  failed: '没有完成',
} as const;

/** What the list is sorted by. */
export const checkpointSorts = ['number'] as const;

/** The checkpoints, newest first, and the keys (decision 092). */
export const queryIntegrity = defineOperation({
  id: 'integrity.query',
  method: 'GET',
  path: '/system/integrity/query',
  access: query,
  scope: whole,
  summary: '历史校验查询',
  input: z.object({ sort: sortBy(checkpointSorts), pageNo: pageNum, pageSize }),
  output: z.object({
    list: z.array(
      z.object({
        number: count,
        time: dateTimeText,
        from: count,
        upTo: count,
        root: z.string(),
        keyId: z.string(),
      }),
    ),
    total,
    keys: z.array(
      z.object({
        keyId: z.string(),
        time: dateTimeText,
        /** The key before it vouches for it; null: it is the first. */
        vouched: z.boolean().nullable(),
      }),
    ),
  }),
});

/** The last checks. */
export const queryIntegrityRuns = defineOperation({
  id: 'integrity.runs',
  method: 'GET',
  path: '/system/integrity/runs',
  access: query,
  scope: whole,
  summary: '历史校验记录',
  input: z.object({}),
  output: z.object({ list: z.array(integrityRun) }),
});

/** Checks the whole history with the stand-alone program, as a long job. */
export const startIntegrityCheck = defineOperation({
  id: 'integrity.verify',
  method: 'POST',
  path: '/system/integrity/verify',
  access: { permission: 'integrity:verify' },
  scope: whole,
  summary: '校验历史',
  encoding: 'form',
  input: z.object({ commandId }),
  output: z.object({ jobId: z.uuid(), total: count }),
});

/** The public part of a key, for whoever checks by himself. */
export const integrityPublicKey = defineOperation({
  id: 'integrity.publicKey',
  method: 'GET',
  path: '/system/integrity/publicKey/{keyId}',
  access: query,
  scope: whole,
  summary: '下载公钥',
  answer: 'file',
  input: z.object({ keyId: z.string().length(64) }),
  output: z.unknown(),
});

const oneCheckpoint = z.object({ number: z.coerce.number().int().min(1).max(2_000_000_000) });

/** A checkpoint with its signature, to be kept elsewhere: `npm run verify -- … --deposit` compares the log with it. */
export const integrityDeposit = defineOperation({
  id: 'integrity.deposit',
  method: 'GET',
  path: '/system/integrity/deposit/{number}',
  access: query,
  scope: whole,
  summary: '下载存证',
  answer: 'file',
  input: oneCheckpoint,
  output: z.unknown(),
});

/** The same on paper: root, time, figures, signature and the fingerprint of the key. */
export const integrityCertificate = defineOperation({
  id: 'integrity.certificate',
  method: 'GET',
  path: '/system/integrity/certificate/{number}',
  access: query,
  scope: whole,
  summary: '打印校验证明',
  answer: 'file',
  input: oneCheckpoint,
  output: z.unknown(),
});

export const integrityOperations = [
  queryIntegrity,
  queryIntegrityRuns,
  startIntegrityCheck,
  integrityPublicKey,
  integrityDeposit,
  integrityCertificate,
] as const;

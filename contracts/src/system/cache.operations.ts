import { z } from 'zod';
import { commandId, dateTimeText, yesNoFlag } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { cacheNames } from './cache.vocabulary.ts';

const count = z.number().int().min(0);

/** One cache: figures of the gateway that answers, and of the commands service that it sees, since each began. */
export const cacheView = z.object({
  cacheName: z.enum(cacheNames),
  title: z.string(),
  holds: z.string(),
  /** Which service has it. */
  serviceName: z.string(),
  /** Entries; null: that service does not answer. */
  size: count.nullable(),
  hits: count,
  misses: count,
  /** Per cent of look-ups that found something; null: there were none. */
  hitRate: z.number().min(0).max(100).nullable(),
  /** When something was last taken in, or all given up. */
  updateTime: dateTimeText.nullable(),
  /** `1`: it can be filled before it is asked. */
  warmable: yesNoFlag,
});
export type CacheView = z.output<typeof cacheView>;

/** SYSADMIN-27: what is kept in memory, and how often it had what was looked up. */
export const queryCaches = defineOperation({
  id: 'cacheManagement.query',
  method: 'GET',
  path: '/system/cacheManagement/query',
  access: { permission: 'cacheManagement:query' },
  scope: noScope.system,
  summary: '缓存管理',
  input: z.object({
    /** A part of the name or title. */
    cacheName: z.string().trim().max(40).optional(),
  }),
  /** `gateway`: which one answers. */
  output: z.object({ gateway: z.string(), list: z.array(cacheView) }),
});

const ordered = {
  method: 'POST',
  scope: noScope.system,
  encoding: 'form',
  /** Absent: all of them. */
  input: z.object({ commandId, cacheName: z.enum(cacheNames).optional() }),
  output: z.object({ caches: count }),
} as const;

/** SYSADMIN-27: every process forgets what it keeps, and reads it again when it is next needed. */
export const clearCaches = defineOperation({
  id: 'cacheManagement.clear',
  path: '/system/cacheManagement/clear',
  access: { permission: 'cacheManagement:clear' },
  summary: '清空缓存',
  ...ordered,
});
/** SYSADMIN-27: every process reads now what is asked first: rights of who is at work, what is switched off. */
export const warmCaches = defineOperation({
  id: 'cacheManagement.warm',
  path: '/system/cacheManagement/warm',
  access: { permission: 'cacheManagement:warm' },
  summary: '预热缓存',
  ...ordered,
});

export const cacheOperations = [queryCaches, clearCaches, warmCaches] as const;

import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { cacheNames } from './cache.vocabulary.ts';

const payload = z.object({ cacheName: z.enum(cacheNames).nullable() });
const result = z.object({ caches: z.number().int() });

/** Tells all processes to forget what they keep in a cache, or in all of them. */
export const clearCache = defineCommand('cacheManagement.clear', payload, result);
/** Tells all processes to read again what a cache is asked for most, or all that can. */
export const warmCache = defineCommand('cacheManagement.warm', payload, result);

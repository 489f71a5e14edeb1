import type { z } from 'zod';
import { ConfigError, parseConfig } from '../runtime/config.ts';

/**
 * What a service with this schema would say of an environment before it refuses to start; nothing when it would start.
 */
export function configProblems(schema: z.ZodObject, env: Record<string, string>): readonly string[] {
  try {
    parseConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  return [];
}

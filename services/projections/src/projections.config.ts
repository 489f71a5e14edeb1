import { z } from 'zod';
import { commonEnv, databaseUrl, described, envPort, eventStoreUrl, internalToken } from '@jwxt/infra/runtime/config.ts';

/** Environment of the projections service. */
export const projectionsConfig = z.object({
  ...commonEnv,
  HOST: described(z.string().min(1), { expected: '监听地址，例如 127.0.0.1' }).default('127.0.0.1'),
  PORT: envPort().default(8082),
  DATABASE_URL: databaseUrl,
  EVENTSTORE_URL: eventStoreUrl,
  INTERNAL_TOKEN: internalToken,
});

import { z } from 'zod';
import { commonEnv, databaseUrl, described, envInteger, envPort, eventStoreUrl } from '@jwxt/infra/runtime/config.ts';
import { allProjections } from './all-areas.ts';
import { namesMissing, pairEnv } from '@jwxt/infra/runtime/internal-secrets.ts';

/** Environment of the projections service. */
export const projectionsConfig = z
  .object({
    ...commonEnv,
    HOST: described(z.string().min(1), { expected: '监听地址，例如 127.0.0.1' }).default('127.0.0.1'),
    PORT: envPort().default(8082),
    DATABASE_URL: databaseUrl,
    /**
     * Connections to the database at most, the standing ones aside. Default: twice the read models, as each may apply
     * live while a new generation is filled.
     */
    DATABASE_POOL: envInteger(2, 200).default(2 * allProjections.length + 2),
    EVENTSTORE_URL: eventStoreUrl,
    ...pairEnv('PROJECTIONS_SECRET', 'PERSON_KEY'),
    /** A read model that is behind for longer makes this service not ready. */
    LAG_LIMIT_SECONDS: envInteger(1, 86_400).default(30),
  })
  .superRefine(namesMissing('PROJECTIONS_SECRET', 'PERSON_KEY'));

import { z } from 'zod';
import { commonEnv, databaseUrl, described, envPort, eventStoreUrl, filesRoot, internalToken } from '../runtime/config.ts';

function envSwitch(): z.ZodType<boolean> {
  return described(z.enum(['0', '1']).transform((value) => value === '1'), { expected: '0（否）或 1（是）' });
}

/** Environment of `npm start`. What is not set is chosen or made by the supervisor. */
export const supervisorConfig = z.object({
  ...commonEnv,
  /** Port of the page and the API. Default 8080. */
  PORT: envPort().default(8080),
  /** Address that the page and the API listen on. Default: this machine only. */
  HOST: described(z.string().regex(/^[\w.:-]+$/), { expected: '监听地址，例如 127.0.0.1（仅本机）或 0.0.0.0（所有网卡）' })
    .default('127.0.0.1'),
  /** Absent: the PostgreSQL that came through npm. */
  DATABASE_URL: databaseUrl.optional(),
  /** Absent: the local event node. */
  EVENTSTORE_URL: eventStoreUrl.optional(),
  /** Folder of attachments. Absent: `files` in the data folder. */
  FILES_ROOT: filesRoot.optional(),
  /** Absent: made at the first start and kept in the data folder. */
  INTERNAL_TOKEN: internalToken.optional(),
  /** Whether to load the demo university; never in production. */
  JWXT_DEMO: envSwitch().default(true),
  /** Whether to build the pages when they are missing or older than their sources. */
  JWXT_WEB_BUILD: envSwitch().default(true),
});

/** The validated environment of `npm start`. */
export type SupervisorConfig = z.output<typeof supervisorConfig>;

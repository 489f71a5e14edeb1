import { z } from 'zod';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { firstAdministratorPassword } from '../base-data/administrator.ts';
import { commonEnv, databaseUrl, described, envInteger, envPort, eventStoreUrl, filesRoot } from '../runtime/config.ts';
import { pairEnv } from '../runtime/internal-secrets.ts';
import { tlsEnv } from '../runtime/tls-files.ts';

function envSwitch(): z.ZodType<boolean> {
  return described(
    z.enum(['0', '1']).transform((value) => value === yesNo.yes),
    { expected: '0（否）或 1（是）' },
  );
}

/** Environment of `npm start`. What is not set is chosen or made by the supervisor. */
export const supervisorConfig = z.object({
  ...commonEnv,
  /** Port of the page and the API. Default 8080. */
  PORT: envPort().default(8080),
  /** Address that the page and the API listen on. Default: this machine only. */
  HOST: described(z.string().regex(/^[\w.:-]+$/), {
    expected: '监听地址，例如 127.0.0.1（仅本机）或 0.0.0.0（所有网卡）',
  }).default('127.0.0.1'),
  /** Ports of the inner services on the loopback address. Absent: chosen at the first start and kept. */
  COMMANDS_PORT: envPort().optional(),
  PROJECTIONS_PORT: envPort().optional(),
  /**
   * Size of a log file before the next one is begun, in MB, and how many are kept: their product is the room that the
   * log takes.
   */
  LOG_FILE_MB: envInteger(1, 1_024).default(50),
  LOG_FILES: envInteger(2, 1_000).default(30),
  /** Certificate and key: pages over https, and a port that sends there from http. */
  ...tlsEnv,
  /** Absent: the PostgreSQL that came through npm. */
  DATABASE_URL: databaseUrl.optional(),
  /** Absent: the local event node. */
  EVENTSTORE_URL: eventStoreUrl.optional(),
  /** Folder of attachments. Absent: `files` in the data folder. */
  FILES_ROOT: filesRoot.optional(),
  /** Absent: derived from one that is made at the first start and kept in the data folder. */
  ...pairEnv('COMMANDS_SECRET', 'PROJECTIONS_SECRET', 'OPERATOR_SECRET', 'FACTOR_SECRET', 'PERSON_KEY'),
  /** Creates the first administrator of a new school. */
  JWXT_ADMIN_PASSWORD: firstAdministratorPassword.optional(),
  /** Whether to load the demo university; never in production. */
  JWXT_DEMO: envSwitch().default(true),
  /** Whether to build the pages when they are missing or older than their sources. */
  JWXT_WEB_BUILD: envSwitch().default(true),
});

/** The validated environment of `npm start`. */
export type SupervisorConfig = z.output<typeof supervisorConfig>;

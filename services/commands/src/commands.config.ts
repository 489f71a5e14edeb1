import { z } from 'zod';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { commonEnv, databaseUrl, described, envInteger, envPort, eventStoreUrl } from '@jwxt/infra/runtime/config.ts';
import { namesMissing, pairEnv } from '@jwxt/infra/runtime/internal-secrets.ts';

/** Environment of the commands service. */
export const commandsConfig = z
  .object({
    ...commonEnv,
    HOST: described(z.string().min(1), { expected: '监听地址，例如 127.0.0.1' }).default('127.0.0.1'),
    PORT: envPort().default(8081),
    DATABASE_URL: databaseUrl,
    /** Connections to the database at most, the standing ones aside. */
    DATABASE_POOL: envInteger(2, 200).default(10),
    EVENTSTORE_URL: eventStoreUrl,
    ...pairEnv('COMMANDS_SECRET', 'OPERATOR_SECRET', 'PERSON_KEY'),
    /** Lets the demo loader say when something happened; never in production. */
    JWXT_ALLOW_BACKDATED: described(z.enum(yesNo), { expected: '0 或 1' }).default(yesNo.no),
    /** For how many days rows are kept that grow with use; 0: for ever. */
    KEEP_COMMANDS_DAYS: envInteger(0, 36_500).default(90),
    KEEP_SESSIONS_DAYS: envInteger(0, 36_500).default(30),
    KEEP_OPERATION_LOG_DAYS: envInteger(0, 36_500).default(1_825),
    KEEP_MESSAGES_DAYS: envInteger(0, 36_500).default(1_095),
    KEEP_JOBS_DAYS: envInteger(0, 36_500).default(1_095),
    KEEP_MONITOR_RESULTS_DAYS: envInteger(0, 36_500).default(180),
    KEEP_CHANGES_DAYS: envInteger(0, 36_500).default(90),
    /** The log is sealed by a checkpoint after so many events, or so many seconds when anything came. */
    CHECKPOINT_EVENTS: envInteger(1, 20_000).default(10_000),
    CHECKPOINT_SECONDS: envInteger(1, 86_400).default(600),
    /** Folder with the key that signs checkpoints; without it a folder of the data folder. */
    SIGNING_KEY_FOLDER: described(z.string().min(1), { expected: '检查点签名密钥所在的目录' }).optional(),
  })
  .superRefine(namesMissing('COMMANDS_SECRET', 'OPERATOR_SECRET', 'PERSON_KEY'));

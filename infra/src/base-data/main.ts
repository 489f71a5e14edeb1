import { z } from 'zod';
import { commonEnv, envHttpUrl, loadConfig } from '../runtime/config.ts';
import { namesMissing, pairEnv, secretsOf } from '../runtime/internal-secrets.ts';
import { createLogger } from '../runtime/logger.ts';
import { firstAdministratorPassword, passwordIgnoredText } from './administrator.ts';
import { createFirstAdministrator, loadBaseData } from './base-data.ts';
import { createCommandSender } from './command-sender.ts';

// Run at every start by the supervisor, and by hand after an upgrade elsewhere: `node infra/src/base-data/main.ts`.
const config = loadConfig(
  z
    .object({
      ...commonEnv,
      COMMANDS_URL: envHttpUrl(),
      ...pairEnv('OPERATOR_SECRET'),
      /** Creates the first administrator of a new school. */
      JWXT_ADMIN_PASSWORD: firstAdministratorPassword.optional(),
    })
    .superRefine(namesMissing('OPERATOR_SECRET')),
);
const logger = createLogger('base-data', { level: config.LOG_LEVEL });
const sender = createCommandSender(config.COMMANDS_URL, secretsOf('OPERATOR_SECRET', config)[0]!);
await loadBaseData(sender);
if (config.JWXT_ADMIN_PASSWORD !== undefined && !(await createFirstAdministrator(sender, config.JWXT_ADMIN_PASSWORD)))
  logger.warn(passwordIgnoredText);
logger.info('基础数据已就绪');

import { z } from 'zod';
import { commonEnv, described, envHttpUrl, internalToken, loadConfig } from '../runtime/config.ts';
import { createLogger } from '../runtime/logger.ts';
import { createFirstAdministrator, loadBaseData } from './base-data.ts';
import { createCommandSender } from './command-sender.ts';

// Run at every start by the supervisor, and by hand after an upgrade elsewhere: `node infra/src/base-data/main.ts`.
const config = loadConfig(z.object({
  ...commonEnv, COMMANDS_URL: envHttpUrl(), INTERNAL_TOKEN: internalToken,
  /** Creates the first administrator of a new school. */
  JWXT_ADMIN_PASSWORD: described(z.string().min(8).max(64), { expected: '8–64 个字符的初始管理员密码', secret: true }).optional(),
}));
const logger = createLogger('base-data', { level: config.LOG_LEVEL });
const sender = createCommandSender(config.COMMANDS_URL, config.INTERNAL_TOKEN);
await loadBaseData(sender);
if (config.JWXT_ADMIN_PASSWORD !== undefined) await createFirstAdministrator(sender, config.JWXT_ADMIN_PASSWORD);
logger.info('基础数据已就绪');

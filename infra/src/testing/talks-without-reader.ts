/**
 * A service for tests of the log: says that it is there; when it loses its supervisor, it warns and warns, as services
 * do, and then ends.
 */
import { createLogger } from '../runtime/logger.ts';

const logger = createLogger('talker', { level: 'info' });
logger.warn('here');
process.on('disconnect', () => {
  for (let said = 0; said < 1_000; said += 1) logger.warn({ said }, 'nobody reads this');
  logger.info('the end');
  process.exit(0);
});

import { createLogger } from '../runtime/logger.ts';
import { leadWork } from '../runtime/leadership.ts';

// Leads, and says so, until somebody freezes it. Arguments: the address of the database, the lock.
const [databaseUrl = '', lock = ''] = process.argv.slice(2);
leadWork({
  databaseUrl,
  name: 'leads until frozen',
  silenceMs: 1_000,
  logger: createLogger('leads', { level: 'silent' }),
  work: {
    [lock]() {
      process.stdout.write('leads\n');
      return Promise.resolve({
        close() {
          process.stdout.write('lost\n');
          return Promise.resolve();
        },
      });
    },
  },
});

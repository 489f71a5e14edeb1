import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { buildApp } from '../app.ts';
import { openingJob } from './opening-job.ts';

// A commands service that kills itself in the middle of a job, right after the item of its argument was carried out and
// before that was noted.
const last = process.argv[2] ?? '';
const app = buildApp({
  databaseUrl: process.env.DATABASE_URL ?? '',
  eventStoreUrl: process.env.EVENTSTORE_URL ?? '',
  secrets: { gateway: [], operator: [] },
  personSecrets: ['the-master-key-of-persons-in-tests-only'],
  logger: createLogger('dies', { level: 'silent' }),
  routes: [],
  policies: [],
  jobKinds: [
    openingJob(undefined, (itemKey) => {
      if (itemKey === last) process.kill(process.pid, 'SIGKILL');
    }),
  ],
});
await app.http.ready();

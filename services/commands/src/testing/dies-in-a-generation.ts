import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { buildApp } from '../app.ts';
import type { LongJobKind } from '../kernel/long-job.ts';
import { makeupGenerateJob } from '../makeup/makeup-generate-job.ts';

// A commands service that kills itself while it makes make-up lists, right after the course of its argument was stored
// and before that was noted.
const last = process.argv[2] ?? '';
const dying: LongJobKind = {
  ...makeupGenerateJob,
  async run(item, payload, context, services) {
    const done = await makeupGenerateJob.run(item, payload, context, services);
    if (item.itemKey === last) process.kill(process.pid, 'SIGKILL');
    return done;
  },
};
const app = buildApp({
  databaseUrl: process.env.DATABASE_URL ?? '',
  eventStoreUrl: process.env.EVENTSTORE_URL ?? '',
  secrets: { gateway: [], operator: [] },
  personSecrets: ['the-master-key-of-persons-in-tests-only'],
  logger: createLogger('dies', { level: 'silent' }),
  routes: [],
  policies: [],
  jobKinds: [dying],
});
await app.http.ready();

import { allResources } from '@jwxt/contracts/all-areas.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { buildApp } from '../app.ts';
import { importJobs } from '../kernel/import-jobs.ts';

// A commands service that kills itself in the middle of an import, right after the lines of its argument were stored
// and before that was noted.
const last = process.argv[2] ?? '';
const app = buildApp({
  databaseUrl: process.env.DATABASE_URL ?? '',
  eventStoreUrl: process.env.EVENTSTORE_URL ?? '',
  secrets: { gateway: [], operator: [] },
  personSecrets: ['the-master-key-of-persons-in-tests-only'],
  logger: createLogger('dies', { level: 'silent' }),
  routes: [],
  policies: [],
  jobKinds: importJobs(allResources, {}).map((kind) => ({
    ...kind,
    async run(item, ...rest) {
      const done = await kind.run(item, ...rest);
      if (item.itemKey === last) process.kill(process.pid, 'SIGKILL');
      return done;
    },
  })),
});
await app.http.ready();

import { randomUUID } from 'node:crypto';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { buildApp } from '../app.ts';
import { person } from './person.ts';
import { openChild, openingRoutes } from './opening-route.ts';

// A commands service that kills itself between the append of an event and the reaction of its policy. Arguments: the application's id.
const applyId = process.argv[2] ?? '';
const internalToken = randomUUID();
const app = buildApp({
  databaseUrl: process.env.DATABASE_URL ?? '', eventStoreUrl: process.env.EVENTSTORE_URL ?? '', internalToken, logger: createLogger('dies', { level: 'silent' }),
  routes: openingRoutes, policies: [openChild(() => process.kill(process.pid, 'SIGKILL'))], followLog: false,
});
await app.http.inject({
  method: 'POST', url: '/commands/test.open', headers: { authorization: `Bearer ${internalToken}` },
  payload: { commandId: randomUUID(), correlationId: 'c', clientAddress: null, actor: person('teacher1'), permission: null, payload: { applyId } },
});

import { randomUUID } from 'node:crypto';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { requestSigner } from '@jwxt/infra/runtime/request-signature.ts';
import { buildApp } from '../app.ts';
import { person } from './person.ts';
import { openChild, openingRoutes } from './opening-route.ts';

// A commands service that kills itself between the append of an event and the reaction of its policy. Arguments: the
// application's id.
const applyId = process.argv[2] ?? '';
const operatorSecret = randomUUID();
const app = buildApp({
  databaseUrl: process.env.DATABASE_URL ?? '',
  eventStoreUrl: process.env.EVENTSTORE_URL ?? '',
  secrets: { gateway: [], operator: [operatorSecret] },
  personSecrets: ['the-master-key-of-persons-in-tests-only'],
  logger: createLogger('dies', { level: 'silent' }),
  routes: openingRoutes,
  policies: [openChild(() => process.kill(process.pid, 'SIGKILL'))],
  followLog: false,
});
const request = {
  method: 'POST',
  path: '/commands/test.open',
  body: JSON.stringify({
    commandId: randomUUID(),
    correlationId: 'c',
    clientAddress: null,
    actor: person('teacher1'),
    permission: null,
    payload: { applyId },
  }),
} as const;
await app.http.inject({
  method: 'POST',
  url: request.path,
  headers: { authorization: requestSigner('operator', operatorSecret)(request), 'content-type': 'application/json' },
  payload: request.body,
});

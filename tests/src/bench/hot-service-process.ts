/**
 * The commands service with one command, which takes a seat of a stream. Told its engines over IPC; says its address.
 */
import { buildApp } from '@jwxt/commands/app.ts';
import { seatRoutes } from '@jwxt/commands/testing/seats.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import type { startHotService } from './hot-service.ts';

process.once(
  'message',
  ({ DATABASE_URL, EVENTSTORE_URL, OPERATOR_SECRET, PERSON_KEY }: Parameters<typeof startHotService>[0]) => {
    const { http } = buildApp({
      databaseUrl: DATABASE_URL,
      eventStoreUrl: EVENTSTORE_URL,
      secrets: { gateway: [], operator: [OPERATOR_SECRET] },
      personSecrets: [PERSON_KEY],
      logger: createLogger('commands'),
      routes: seatRoutes,
      policies: [],
      followLog: false,
    });
    http.listen({ host: '127.0.0.1', port: 0 }).then(
      (address) => process.send?.(address),
      (error: Error) => {
        throw error;
      },
    );
  },
);
process.on('disconnect', () => process.exit());

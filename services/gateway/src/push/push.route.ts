import type { FastifyInstance } from 'fastify';
import { WEBSOCKET_PATH } from '@jwxt/contracts/kernel/push.ts';
import type { Admission } from '../kernel/admission.ts';
import { Refused } from '../kernel/refused.ts';
import type { Services } from '../kernel/services.ts';
import { isAllowedOrigin } from '../kernel/request-check.ts';

/** How sockets are let in. */
export interface PushSettings {
  readonly admission: Admission;
  readonly allowedOrigins: readonly string[];
}

/**
 * The websocket: only for a valid session, only from our own pages (another site's page would send the cookie along),
 * and counted as a request is. Refused with an HTTP answer before the upgrade.
 */
export function registerPushRoute(
  app: FastifyInstance,
  services: Services,
  { admission, allowedOrigins }: PushSettings,
): void {
  app.get(
    WEBSOCKET_PATH,
    {
      websocket: true,
      onRequest: admission.signedIn(null),
      async preValidation(request) {
        if (request.headers.origin === undefined || !isAllowedOrigin(request, allowedOrigins))
          throw new Refused('FORBIDDEN');
        const { session, user } = request.admitted ?? {};
        if (session && user) request.caller = { session, user, queueKeys: await services.queueKeys.of(user) };
      },
    },
    (socket, request) => {
      if (request.caller) services.push.connect(socket, request.caller);
      else socket.close(1008);
    },
  );
}

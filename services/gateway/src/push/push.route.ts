import type { FastifyInstance } from 'fastify';
import { WEBSOCKET_PATH } from '@jwxt/contracts/kernel/push.ts';
import { Refused } from '../kernel/refused.ts';
import type { Services } from '../kernel/services.ts';
import { sessionCookieOf } from '../session/cookies.ts';
import { isAllowedOrigin } from '../session/request-check.ts';

/**
 * The websocket: only for a valid session, only from our own pages (another site's page would send the cookie along). Refused with an
 * HTTP answer before the upgrade.
 */
export function registerPushRoute(app: FastifyInstance, services: Services, allowedOrigins: readonly string[]): void {
  app.get(WEBSOCKET_PATH, {
    websocket: true,
    async preValidation(request) {
      if (request.headers.origin === undefined || !isAllowedOrigin(request, allowedOrigins)) throw new Refused('FORBIDDEN');
      const cookie = sessionCookieOf(request);
      const session = cookie ? await services.sessions.find(cookie, services.clock()) : null;
      if (!session) throw new Refused('53000010');
      const user = await services.principals.get(session.userName);
      if (!user) throw new Refused('53000012');
      request.caller = { session, user, queueKeys: await services.queueKeys.of(user) };
    },
  }, (socket, request) => {
    if (request.caller) services.push.connect(socket, request.caller);
    else socket.close(1008);
  });
}

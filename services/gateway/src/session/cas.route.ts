import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { safeReturnUrl } from '@jwxt/contracts/session/return-url.ts';
import {
  SSO_CALLBACK_PATH,
  SSO_FAILED_PATH,
  SSO_LOGIN_PATH,
  type SsoFailure,
  loginWay,
} from '@jwxt/contracts/session/session.vocabulary.ts';
import type { Admission } from '../kernel/admission.ts';
import { addressOf } from '../kernel/caller-address.ts';
import { Refused } from '../kernel/refused.ts';
import type { Services } from '../kernel/services.ts';
import { LONGEST_NOTICE, readLogoutTicket } from './cas-answer.ts';
import { CasUnavailable, type CasServer, type ServiceParams } from './cas-server.ts';
import { sessionCookieOf } from '../kernel/cookies.ts';
import { TicketUsed } from '../kernel/session-store.ts';
import { signIn } from './sign-in.ts';

/**
 * Ties the way through the single-sign-on server to the browser that began it, so that nobody can be signed in as
 * somebody else by a link.
 */
const STATE_COOKIE = 'jwxt_sso';
const stateSeconds = 600;

type Query = Partial<Record<'returnUrl' | 'again' | 'state' | 'ticket', unknown>>;

/**
 * The three addresses that browsers and the single-sign-on server visit by themselves, so that they are no operations:
 * where signing in begins, where the server sends people back to with a ticket, and where it tells that a person signed
 * out. Without a server they do not exist.
 */
export function registerCasRoutes(
  app: FastifyInstance,
  services: Services,
  { signIn: onRequest, notice }: Admission,
): void {
  const { cas, secureCookies } = services;
  if (!cas) return;

  app.get(SSO_LOGIN_PATH, { onRequest }, (request, reply) => {
    const { returnUrl, again } = request.query as Query;
    const state = randomBytes(16).toString('base64url');
    reply.setCookie(STATE_COOKIE, state, {
      path: '/api/cas',
      httpOnly: true,
      sameSite: 'lax',
      secure: secureCookies,
      maxAge: stateSeconds,
    });
    return leadTo(
      reply,
      cas.loginUrl({ state, returnUrl: safeReturnUrl(textOf(returnUrl)), again: again === yesNo.yes }),
    );
  });

  app.get(SSO_CALLBACK_PATH, { onRequest }, async (request, reply) => {
    const query = request.query as Query;
    const params: ServiceParams = {
      state: textOf(query.state),
      returnUrl: safeReturnUrl(textOf(query.returnUrl)),
      again: query.again === yesNo.yes,
    };
    const ticket = textOf(query.ticket);
    const isOurs = params.state !== '' && request.cookies[STATE_COOKIE] === params.state;
    reply.clearCookie(STATE_COOKIE, { path: '/api/cas' });
    if (!isOurs) {
      // Opened from the school's portal, or by somebody else's link: begin anew, once. The server knows the person and
      // asks nothing.
      return params.again
        ? failed(reply, 'state')
        : leadTo(
            reply,
            `${SSO_LOGIN_PATH}?${new URLSearchParams({ returnUrl: params.returnUrl, again: yesNo.yes }).toString()}`,
          );
    }
    if (!/^[\x21-\x7e]{1,256}$/.test(ticket)) return failed(reply, 'ticket');
    const failure = await openSession(services, cas, { request, reply, ticket, params });
    return failure ? failed(reply, failure) : leadTo(reply, params.returnUrl);
  });

  app.post(SSO_CALLBACK_PATH, { onRequest: notice, bodyLimit: LONGEST_NOTICE }, async (request, reply) => {
    const { logoutRequest } = (request.body ?? {}) as { logoutRequest?: unknown };
    // Nobody signs the notice: who knows the ticket is the server, or the person whose ticket it is.
    const ticket = typeof logoutRequest === 'string' ? readLogoutTicket(logoutRequest) : null;
    if (ticket !== null) await services.sessions.endByTicket(ticket, services.clock());
    return reply.send('');
  });
}

interface Arrival {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly ticket: string;
  readonly params: ServiceParams;
}

/** Opens the session of whom the ticket names, or tells why not. */
async function openSession(
  services: Services,
  cas: CasServer,
  { request, reply, ticket, params }: Arrival,
): Promise<SsoFailure | null> {
  const now = services.clock();
  const log = (reason: string): void => services.logger.warn({ traceId: request.id, reason }, '单点登录未成功');
  try {
    const answer = await cas.validate(ticket, params);
    if ('refused' in answer) {
      log(answer.refused);
      return 'ticket';
    }
    const {
      rows: [account],
    } = await services.db.query<{ sfqy: string }>('select sfqy from base.user_account where user_name = $1', [
      answer.user,
    ]);
    if (account?.sfqy !== yesNo.yes) return account ? 'disabled' : 'unknown';
    const cookie = sessionCookieOf(request);
    const session = cookie === undefined ? null : await services.sessions.find(cookie, now);
    await signIn(
      answer.user,
      { loginWay: loginWay.sso, ticket },
      {
        services,
        reply,
        now,
        session,
        clientAddress: addressOf(request),
        userAgent: request.headers['user-agent'] ?? null,
      },
    );
    return null;
  } catch (error) {
    if (error instanceof CasUnavailable) {
      log(error.message);
      return 'unavailable';
    }
    // The server let a ticket pass twice; we do not.
    if (error instanceof TicketUsed) return 'ticket';
    if (error instanceof Refused && error.code === 'LOGIN_FAILED') return 'disabled';
    throw error;
  }
}

function failed(reply: FastifyReply, reason: SsoFailure): FastifyReply {
  return leadTo(reply, `${SSO_FAILED_PATH}?reason=${reason}`);
}

/** The address that is left may have a ticket in it: it is not passed on. */
function leadTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 303);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

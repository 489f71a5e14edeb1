import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, RouteOptions } from 'fastify';
import { hasBody, isBeyondLooking, permissionOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import { loginWay, lookingRefusal } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { sessionError } from '@jwxt/contracts/system/request-error.vocabulary.ts';
import { addressOf } from './caller-address.ts';
import { sessionCookieOf } from './cookies.ts';
import { bearerOf, checkCsrf, checkOrigin, checkPermissionHeader } from './request-check.ts';
import type { Session } from './session-store.ts';
import { createCallerCounts, type RateLimits } from './caller-counts.ts';
import { hasFewFields } from './input-bounds.ts';
import { mayDo, type Principal } from './principal.ts';
import { Refused } from './refused.ts';
import { missingPermission } from './scope-refusal.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who was let in, and when; null before that. */
    admitted: Admitted | null;
    /** Id of the token that a program has shown. */
    tokenId: string | null;
  }
}

/** Who was let in. */
export interface Admitted {
  readonly session: Session | null;
  readonly user: Principal | null;
  /** The server's clock when the request was taken. */
  readonly now: Date;
}

/** A hook that lets a request in, and tells who it is, or refuses it. It runs before anything of the body is read. */
export type AdmissionHook = onRequestAsyncHookHandler;

/** Lets requests in: everything that can be known of one without its body is asked here. */
export interface Admission {
  /**
   * For an operation: TOO_MANY_REQUESTS, 53000010 without a valid session, CSRF_REFUSED or REQUEST_EXPIRED, 53000012
   * when the account is switched off, TEMP_LOGIN_LOOKS or VIEW_AS_LOOKS for who may only look and wants more,
   * PASSWORD_MUST_CHANGE for who has signed in by a password that somebody else has set, FORBIDDEN without the
   * permission, OPERATION_OFF while it is switched off. A program with a token has no csrf value; it is refused with
   * TOKEN_….
   */
  operation(operation: Operation): AdmissionHook;
  /** For who has a session and, where one is named, a permission. */
  signedIn(permission: PermissionCode | null): AdmissionHook;
  /** For the addresses of single sign-on: counted as signing in is. */
  readonly signIn: AdmissionHook;
  /**
   * For the single-sign-on server's own calls, which come from one address for everybody: counted as those of a
   * stranger.
   */
  readonly notice: AdmissionHook;
  /** For an address that nobody has: counted, and refused with NOT_FOUND. */
  unknown(request: FastifyRequest): Promise<never>;
}

/** How requests are let in. */
export interface AdmissionSettings {
  readonly allowedOrigins: readonly string[];
  readonly rateLimits: RateLimits;
}

/** Hooks that were made here: {@link guardBodies} knows them by it. */
const hooks = new WeakSet();

/** Creates the admission of an app. */
export async function createAdmission(
  app: FastifyInstance,
  services: Services,
  { allowedOrigins, rateLimits }: AdmissionSettings,
): Promise<Admission> {
  app.decorateRequest('admitted', null);
  app.decorateRequest('tokenId', null);
  recordPrograms(app, services);
  const counts = await createCallerCounts(app, rateLimits);

  /** Counted before it is believed: who invents tokens is a stranger. */
  const findProgram = async (request: FastifyRequest, token: string, now: Date): Promise<Session> => {
    await counts.lookup(request);
    const { tokenId, outcome } = await services.apiTokens.look(token, addressOf(request), now);
    request.tokenId = tokenId;
    if (!(outcome instanceof Refused)) return outcome;
    await counts.stranger(request);
    throw outcome;
  };
  const findSession = async (request: FastifyRequest, now: Date): Promise<Session | null> => {
    const token = bearerOf(request);
    if (token !== null) return findProgram(request, token, now);
    const cookie = sessionCookieOf(request);
    if (cookie === undefined) return null;
    await counts.lookup(request);
    const session = await services.sessions.find(cookie, now);
    return session?.viewing && !(await services.viewings.mayGoOn(session)) ? session.viewing.own : session;
  };
  const findCounted = async (request: FastifyRequest, now: Date): Promise<Session | null> => {
    const session = await findSession(request, now);
    await (session ? counts.session(request) : counts.stranger(request));
    return session;
  };
  const findUser = async ({ userName, loginWay: way }: Session): Promise<Principal> => {
    const user = await services.principals.get(userName);
    if (!user) throw new Refused(way === loginWay.program ? 'TOKEN_CREATOR_GONE' : sessionError.unauthorised);
    return user;
  };
  const checkPermission = (user: Principal, permission: PermissionCode | null): void => {
    if (permission !== null && !mayDo(user, permission)) throw missingPermission(permission);
  };

  const checkSwitch = async ({ id, summary, alwaysOn }: Operation): Promise<void> => {
    const notice = alwaysOn === undefined ? await services.operationSwitches.noticeOf(id) : null;
    if (notice !== null) throw new Refused('OPERATION_OFF', { operation: summary, notice });
  };

  const operation =
    (asked: Operation): AdmissionHook =>
    async (request) => {
      const now = services.clock();
      if (asked.guessing !== undefined) await counts.guess(asked.guessing, request);
      if (hasBody(asked.method)) checkOrigin(request, allowedOrigins);
      const session = await (asked.guessing === undefined ? findCounted : findSession)(request, now);
      checkAddress(request);
      const isPublic = 'public' in asked.access;
      if (session?.secondStep && !isPublic && !asked.beforeSecondStep) throw new Refused('SECOND_STEP_DUE');
      if (!session && !isPublic) throw new Refused(sessionError.expired);
      const isProgram = session?.loginWay === loginWay.program;
      if (asked.opened === undefined) {
        if (!isProgram) checkCsrf(request, asked, session, now);
        checkPermissionHeader(request, asked);
      }
      // Before the second step nobody is known yet.
      const person = isPublic && session?.secondStep ? null : session;
      const user = person && (isPublic ? await services.principals.get(person.userName) : await findUser(person));
      const looks = lookingRefusal(session?.loginWay);
      if (looks !== null && isBeyondLooking(asked)) throw new Refused(looks);
      if (session?.loginWay === loginWay.password && user?.mustChangePassword && !isPublic && !asked.firstPassword)
        throw new Refused('PASSWORD_MUST_CHANGE');
      if (user && isProgram) checkProgram(user, asked);
      if (user && !isPublic) checkPermission(user, permissionOf(asked));
      await checkSwitch(asked);
      request.admitted = { session, user, now };
    };
  const signedIn =
    (permission: PermissionCode | null): AdmissionHook =>
    async (request) => {
      const now = services.clock();
      const session = await findCounted(request, now);
      checkAddress(request);
      if (!session) throw new Refused(sessionError.expired);
      if (session.secondStep) throw new Refused('SECOND_STEP_DUE');
      if (session.loginWay === loginWay.program && permission === null) throw new Refused('FORBIDDEN');
      const user = await findUser(session);
      checkPermission(user, permission);
      request.admitted = { session, user, now };
    };
  return {
    operation: (asked) => known(operation(asked)),
    signedIn: (permission) => known(signedIn(permission)),
    signIn: known(async (request) => {
      await counts.guess('sign-in', request);
      checkAddress(request);
    }),
    notice: known(async (request) => {
      await counts.stranger(request);
      checkAddress(request);
    }),
    async unknown(request) {
      await counts.stranger(request);
      throw new Refused('NOT_FOUND');
    },
  };
}

/**
 * Refuses, when the app is put together, a route that would read bodies of people whom nobody has let in. Routes that
 * exist before are not seen.
 */
export function guardBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (takesBody(route) && ![route.onRequest].flat().some((hook) => hook !== undefined && hooks.has(hook))) {
      throw new TypeError(`${String(route.method)} ${route.url} reads bodies without admission`);
    }
  });
}

function known(hook: AdmissionHook): AdmissionHook {
  hooks.add(hook);
  return hook;
}

const takesBody = ({ method }: RouteOptions): boolean =>
  [method].flat().some((name) => name !== 'GET' && name !== 'HEAD' && name !== 'OPTIONS');

/** A program needs a permission that its token lists, everywhere: what is there for people alone is not for it. */
function checkProgram(user: Principal, { access, summary: operation, programs }: Operation): void {
  if (programs !== undefined) return;
  if (!('permission' in access)) throw new Refused('TOKEN_PEOPLE_ONLY', { operation });
  if (!mayDo(user, access.permission)) throw new Refused('TOKEN_RIGHTS', { operation, permission: access.permission });
}

/** Keeps what programs call, answered or refused. */
function recordPrograms(app: FastifyInstance, { apiTokens, clock, logger }: Services): void {
  app.addHook('onResponse', async (request, reply) => {
    const { tokenId, routeOptions } = request;
    if (tokenId === null) return;
    await apiTokens
      .record({
        tokenId,
        at: clock(),
        operation: routeOptions.config.operation ?? routeOptions.url ?? '',
        clientAddress: addressOf(request),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        traceId: request.id,
      })
      .catch((error: unknown) => logger.warn({ err: error, traceId: request.id }, '接口调用没有记下'));
  });
}

/** The fields behind the `?` have been split by now if there are few of them. */
function checkAddress({ raw: { url = '' } }: FastifyRequest): void {
  if (!hasFewFields(url)) throw new Refused('REQUEST_TOO_LARGE', {}, { status: 414 });
}

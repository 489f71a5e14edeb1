import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { API_ROOT, outcomeTexts, permissionOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import { traceparentOf } from '@jwxt/infra/runtime/request-trace.ts';
import { sessionCookieOf } from '../session/cookies.ts';
import { checkCsrf, checkOrigin, checkPermissionHeader } from '../session/request-check.ts';
import type { Session } from '../session/session-store.ts';
import { bodyWithin } from './body-time.ts';
import type { Call, FileAnswer, Handler } from './handler.ts';
import { createInputReader } from './operation-input.ts';
import { mayDo, type Principal } from './principal.ts';
import { registerMultipart } from '../plugins/multipart.plugin.ts';
import { Refused } from './refused.ts';
import type { Services } from './services.ts';
import { cutAfterAnswer, readUpload } from './upload.ts';

/** How operations are served. */
export interface RouteSettings {
  readonly allowedOrigins: readonly string[];
  /** Checks what handlers answer against the declared output: on in tests. */
  readonly checkOutput: boolean;
}

/** Serves every operation of the registry at its declared address: session, csrf, permission, input, then the handler. */
export function registerOperations(app: FastifyInstance, handlers: Iterable<Handler>, services: Services, settings: RouteSettings): void {
  const { uploads = [], others = [] } = Object.groupBy(handlers, (entry) => (isUpload(entry) ? 'uploads' : 'others'));
  serve(app, others, services, settings);
  // Only their routes take multipart bodies.
  void app.register(async (scope) => {
    await registerMultipart(scope);
    scope.addHook('onSend', (request, reply, _payload, done) => {
      cutAfterAnswer(request, reply);
      done();
    });
    serve(scope, uploads, services, settings);
  });
}

/** How long the body of a call may take to arrive. */
const BODY_MS = 60_000;

const isUpload = ({ operation }: Handler): boolean => operation.encoding === 'multipart';

function serve(app: FastifyInstance, handlers: readonly Handler[], services: Services, settings: RouteSettings): void {
  for (const entry of handlers) {
    const { operation } = entry;
    const readInput = createInputReader(operation);
    const envelope = envelopeOf(operation);
    app.route({
      method: operation.method,
      ...(operation.method === 'POST' && !isUpload(entry) ? { preParsing: bodyWithin(BODY_MS) } : {}),
      config: { operation: operation.id, answer: operation.answer, ...(operation.opened === undefined ? {} : { opened: operation.summary }) },
      url: API_ROOT + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      async handler(request, reply) {
        const now = services.clock();
        const caller = await admit(request, operation, services, settings, now);
        const upload = isUpload(entry) ? await readUpload(request) : null;
        const call: Call = {
          services, reply, now, upload, ...caller, permission: permissionOf(operation), traceId: request.id, traceparent: request.span?.traceparent ?? traceparentOf(request), clientAddress: request.ip ?? null,
          userAgent: request.headers['user-agent'] ?? null,
        };
        const data = await entry.run(readInput(upload ? { params: request.params, query: request.query, body: upload.fields } : request), call);
        if (operation.answer === 'file') return sendFile(reply, data as FileAnswer);
        if (settings.checkOutput) checkOutput(operation, data);
        return sendBytes(reply, envelope(data));
      },
    });
  }
}

/** Who calls, or the refusal: 53000010 without a valid session, 53000012 when the account is switched off, FORBIDDEN without the code. */
async function admit(
  request: FastifyRequest, operation: Operation, services: Services, settings: RouteSettings, now: Date,
): Promise<{ session: Session | null; user: Principal | null }> {
  if (operation.method !== 'GET') checkOrigin(request, settings.allowedOrigins);
  const cookie = sessionCookieOf(request);
  const session = cookie ? await services.sessions.find(cookie, now) : null;
  if (!session && !('public' in operation.access)) throw new Refused('53000010');
  if (operation.opened === undefined) {
    checkCsrf(request, operation, session, now);
    checkPermissionHeader(request, operation);
  }
  const user = session ? await services.principals.get(session.userName) : null;
  if ('public' in operation.access) return { session, user };
  if (!user) throw new Refused('53000012');
  const permission = permissionOf(operation);
  if (permission !== null && !mayDo(user, permission)) throw new Refused('FORBIDDEN');
  return { session, user };
}

/** Writes an operation's success: `code` and `message` beside the data, or both in `meta` (CLIENT-02, CLIENT-03). */
function envelopeOf(operation: Operation): (data: unknown) => string {
  const { success: message } = outcomeTexts(operation);
  return operation.answer === 'meta'
    ? (data) => JSON.stringify({ meta: { statusCode: SUCCESS_CODE, message }, data })
    : (data) => JSON.stringify({ code: SUCCESS_CODE, message, data });
}

/** A text as bytes: fastify and node would go over it three times, to measure, to join and to write it. */
function sendBytes(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(utf8(text));
}

/** A text's bytes, gone over once: room for the longest that it could be is cheaper than measuring it first. */
function utf8(text: string): Buffer {
  const room = Buffer.allocUnsafe(text.length * 3);
  return room.subarray(0, room.write(text));
}

function sendFile(reply: FastifyReply, { content, contentType, fileName, bytes, inline }: FileAnswer): FastifyReply {
  const name = encodeURIComponent(fileName).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  if (bytes !== undefined) void reply.header('content-length', bytes);
  if (inline) void reply.header('content-security-policy', inline.policy);
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', contentType)
    .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
    .send(content);
}

function checkOutput(operation: Operation, data: unknown): void {
  // As it travels: without undefined fields.
  const sent: unknown = JSON.parse(JSON.stringify(data));
  const declared: unknown = JSON.parse(JSON.stringify(operation.output.parse(sent)));
  const undeclared = undeclaredPath(sent, declared, 'data');
  if (undeclared !== null) throw new TypeError(`operation ${operation.id} answers ${undeclared}, which its output does not declare`);
}

/** Where the first value stands that the schema dropped or changed; null when there is none. */
function undeclaredPath(sent: unknown, declared: unknown, path: string): string | null {
  if (typeof sent !== 'object' || sent === null || typeof declared !== 'object' || declared === null) return sent === declared ? null : path;
  for (const [name, value] of Object.entries(sent)) {
    const found = undeclaredPath(value, (declared as Record<string, unknown>)[name], `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

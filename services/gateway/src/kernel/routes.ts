import type { FastifyInstance, FastifyReply } from 'fastify';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import {
  API_ROOT,
  hasBody,
  onlyLooks,
  outcomeTexts,
  permissionOf,
  type Operation,
} from '@jwxt/contracts/kernel/operation.ts';
import { traceparentOf } from '@jwxt/infra/runtime/request-trace.ts';
import { acting } from './acting.ts';
import type { Admission } from './admission.ts';
import { bodyWithin } from './body-time.ts';
import { addressOf } from './caller-address.ts';
import type { Call, FileAnswer, Handler, LaterAnswer } from './handler.ts';
import { createInputReader } from './operation-input.ts';
import type { Principal } from './principal.ts';
import { registerMultipart } from './multipart.plugin.ts';
import type { Services } from './services.ts';
import { withOwnScope } from './scope-refusal.ts';
import { requireScope, watched } from './scope-watch.ts';
import { readUpload } from './upload.ts';

/** How operations are served. */
export interface RouteSettings {
  readonly admission: Admission;
  /** Checks what handlers answer against the declared output: on in tests. */
  readonly checkOutput: boolean;
}

/**
 * Serves every operation of the registry at its declared address: admission, then the input is read, then the handler.
 */
export function registerOperations(
  app: FastifyInstance,
  handlers: Iterable<Handler>,
  services: Services,
  settings: RouteSettings,
): void {
  const { uploads = [], others = [] } = Object.groupBy(handlers, (entry) => (isUpload(entry) ? 'uploads' : 'others'));
  serve(app, others, services, settings);
  // Only their routes take multipart bodies.
  void app.register(async (scope) => {
    await registerMultipart(scope);
    serve(scope, uploads, services, settings);
  });
}

/** How long the body of a call may take to arrive. */
const BODY_MS = 60_000;
/** Largest body of a call, in bytes: a sheet of 500 rows with all its cells is far below. */
const USUAL_BODY = 1024 * 1024;
/** Largest body of a call that anybody may make. */
const PUBLIC_BODY = 4_096;

const isUpload = ({ operation }: Handler): boolean => operation.encoding === 'multipart';

function serve(app: FastifyInstance, handlers: readonly Handler[], services: Services, settings: RouteSettings): void {
  for (const entry of handlers) {
    const { operation } = entry;
    const readInput = createInputReader(operation);
    const envelope = envelopeOf(operation);
    // A file that is brought is compared with what is there.
    const looks = onlyLooks(operation) || isUpload(entry);
    app.route({
      method: operation.method,
      onRequest: settings.admission.operation(operation),
      bodyLimit: operation.bodyBytes ?? ('public' in operation.access ? PUBLIC_BODY : USUAL_BODY),
      ...(hasBody(operation.method) && !isUpload(entry) ? { preParsing: bodyWithin(BODY_MS) } : {}),
      config: {
        operation: operation.id,
        answer: operation.answer,
        ...(operation.opened === undefined ? {} : { opened: operation.summary }),
      },
      url: API_ROOT + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      async handler(request, reply) {
        const { admitted } = request;
        if (!admitted) throw new TypeError(`operation ${operation.id} is called without admission`);
        const upload = isUpload(entry) ? await readUpload(request) : null;
        const call: Call = {
          services,
          reply,
          upload,
          ...admitted,
          permission: permissionOf(operation),
          traceId: request.id,
          traceparent: request.span?.traceparent ?? traceparentOf(request),
          clientAddress: addressOf(request),
          userAgent: request.headers['user-agent'] ?? null,
          gone: () => goneOf(reply),
        };
        if (looks && admitted.user) await services.ownWrites.shown(admitted.user.userName);
        const input = readInput(
          upload ? { params: request.params, query: request.query, body: upload.fields } : request,
        );
        const data = admitted.user
          ? await runFor(entry, input, { ...call, user: admitted.user })
          : await entry.run(input, call);
        if (operation.answer === 'file')
          return 'exportJob' in (data as object)
            ? sendLater(reply, data as LaterAnswer)
            : sendFile(reply, data as FileAnswer);
        if (settings.checkOutput) checkOutput(operation, data);
        return sendBytes(reply, envelope(data));
      },
    });
  }
}

/** Runs it for a person, who must have been asked for the scope that it declares. */
async function runFor(entry: Handler, input: unknown, call: Call & { readonly user: Principal }): Promise<unknown> {
  try {
    return await acting(call.user, entry.operation, async (person) => {
      const user = watched(person, entry.operation);
      const data = await entry.run(input, { ...call, user });
      requireScope(user);
      return data;
    });
  } catch (error) {
    throw await withOwnScope(error, call.user, call.permission, call.services.db);
  }
}

/** Whoever waits for the answer may leave before it. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  raw.once('close', () => gone.abort());
  return gone.signal;
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

/** 202: taken up, not done. */
function sendLater(reply: FastifyReply, { exportJob, message }: LaterAnswer): FastifyReply {
  return sendBytes(reply.status(202), JSON.stringify({ code: SUCCESS_CODE, message, data: { exportJob } }));
}

function sendFile(reply: FastifyReply, { content, contentType, fileName, bytes, inline }: FileAnswer): FastifyReply {
  const name = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
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
  if (undeclared !== null)
    throw new TypeError(`operation ${operation.id} answers ${undeclared}, which its output does not declare`);
}

/** Where the first value stands that the schema dropped or changed; null when there is none. */
function undeclaredPath(sent: unknown, declared: unknown, path: string): string | null {
  if (typeof sent !== 'object' || sent === null || typeof declared !== 'object' || declared === null)
    return sent === declared ? null : path;
  for (const [name, value] of Object.entries(sent)) {
    const found = undeclaredPath(value, (declared as Record<string, unknown>)[name], `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

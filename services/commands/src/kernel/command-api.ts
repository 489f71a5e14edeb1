import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { commandEnvelope, type CommandEnvelope, type CommandOutcome } from '@jwxt/contracts/kernel/command.ts';
import { errors } from '@jwxt/contracts/kernel/error.vocabulary.ts';
import { EventLogUnavailable } from '@jwxt/infra/runtime/event-log-errors.ts';
import { requireInternalToken } from '@jwxt/infra/runtime/internal-http.ts';
import { formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import { TRACE_ID_HEADER, traceparentOf } from '@jwxt/infra/runtime/request-trace.ts';
import type { Tracing } from '@jwxt/infra/runtime/tracing.ts';
import { contentHash } from './canonical-json.ts';
import type { CommandContext } from './command-context.ts';
import type { CommandMetrics } from './command-metrics.ts';
import type { CommandRoute, CommandServices } from './command-route.ts';
import { checkInput } from './field-errors.ts';
import { isRefused, refusalText, refuse, type Refusal } from './refusal.ts';
import { isDatabaseAway } from './database-errors.ts';

/** What the API of commands needs. */
export interface CommandApiOptions {
  readonly routes: readonly CommandRoute[];
  readonly services: CommandServices;
  /** Shared secret of the services. */
  readonly token: string;
  /** Whether an envelope may name another time than now: only for loading the demo university. */
  readonly allowBackdated: boolean;
  readonly now: () => Date;
  readonly metrics: CommandMetrics;
  readonly tracing: Tracing;
}

/**
 * `POST /commands/{name}` with a commandEnvelope answers a commandOutcome, whatever happens: accepted with 200, refused with the
 * status of its code, 503 when an engine is away (send the same command again) and 500 for a fault of ours.
 */
export function registerCommandApi(app: FastifyInstance, options: CommandApiOptions): void {
  const { metrics, tracing } = options;
  requireInternalToken(app, options.token);
  const routes = new Map(options.routes.map((route) => [route.definition.name, route]));
  if (routes.size !== options.routes.length) throw new Error('two routes have the same command name');

  app.post<{ Params: { name: string } }>('/commands/:name', async (request, reply) => {
    const started = performance.now();
    const traceId = request.id;
    const span = tracing.start(`command ${routes.has(request.params.name) ? request.params.name : 'unknown'}`, traceparentOf(request), { kind: 'server' });
    const { name } = request.params;
    const about = () => ({ traceId, command: name, ...whoAndWhich(request.body) });
    const outcome = await answer(name, request.body, span.traceparent, (error, level, message) => request.log[level]({ ...about(), err: error }, message));
    const milliseconds = performance.now() - started;
    if (routes.has(name)) metrics.answered(name, outcome, milliseconds / 1000);
    const result = outcome.status === 'accepted' ? 'accepted' : outcome.code;
    if (result === 'INTERNAL') span.fail(result);
    span.end({ outcome: result });
    // What was accepted stands in the events, under this trace id, and in the line of the request at the gateway.
    if (outcome.status === 'refused') request.log.info({ ...about(), outcome: result, milliseconds: Math.round(milliseconds) }, '命令被拒绝');
    return reply.header(TRACE_ID_HEADER, traceId).code(statusOf(outcome)).send(outcome);
  });

  async function answer(name: string, body: unknown, traceparent: string, tell: (error: unknown, level: 'warn' | 'error', message: string) => void): Promise<CommandOutcome> {
    const route = routes.get(name);
    if (!route) return refusedOutcome({ code: 'COMMAND_UNKNOWN', details: { name } });
    const envelope = checkInput(commandEnvelope, body);
    if ('fieldErrors' in envelope) return refusedOutcome({ code: 'MALFORMED_REQUEST', fieldErrors: envelope.fieldErrors });
    try {
      return await carryOut(route, envelope.value, traceparent);
    } catch (error) {
      if (error instanceof EventLogUnavailable || isDatabaseAway(error)) {
        tell(error, 'warn', '引擎暂不可用');
        return refusedOutcome({ code: 'SERVICE_UNAVAILABLE' });
      }
      tell(error, 'error', '命令执行出错');
      return refusedOutcome({ code: 'INTERNAL' });
    }
  }

  async function carryOut(route: CommandRoute, envelope: CommandEnvelope, traceparent: string): Promise<CommandOutcome> {
    const payload = checkInput(route.definition.payload, envelope.payload);
    if ('fieldErrors' in payload) return refusedOutcome({ code: 'INVALID_INPUT', fieldErrors: payload.fieldErrors });
    const context = contextOf(route.definition, envelope, payload.value, traceparent);
    if (isRefused(context)) return refusedOutcome(context.refused);
    const done = await route.run(payload.value, context, options.services);
    if (isRefused(done)) return refusedOutcome(done.refused);
    return { status: 'accepted', result: done.result, position: done.position && formatPosition(done.position) };
  }

  function contextOf({ name, lookedUp = [] }: CommandRoute['definition'], envelope: CommandEnvelope, payload: unknown, traceparent: string) {
    const { commandId, correlationId, clientAddress, actor, permission, at } = envelope;
    const time = at !== undefined && options.allowBackdated ? new Date(at) : options.now();
    if (Number.isNaN(time.getTime())) return refuse('MALFORMED_REQUEST', {}, { fieldErrors: [{ field: 'at', message: '时间无法识别' }] });
    return {
      // Another person, or another content, under a known id is another command.
      command: `${name}:${contentHash({ payload: without(payload, lookedUp), userName: actor.userName }).slice(0, 32)}`,
      commandId, correlationId, causationId: null, clientAddress, actor, permission, time: time.toISOString(),
      ...(tracing.on ? { traceparent } : {}),
    } satisfies CommandContext;
  }
}

/** What the caller asked for. */
function without(payload: unknown, lookedUp: readonly string[]): unknown {
  if (lookedUp.length === 0 || typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([part]) => !lookedUp.includes(part)));
}

const identified = z.object({ commandId: z.string(), actor: z.object({ userName: z.string() }) });

/** What a log line tells of a command: its id and its sender. */
function whoAndWhich(body: unknown): { commandId?: string; user?: string } {
  const envelope = identified.safeParse(body);
  return envelope.success ? { commandId: envelope.data.commandId, user: envelope.data.actor.userName } : {};
}

function refusedOutcome(refusal: Refusal): CommandOutcome {
  return {
    status: 'refused', code: refusal.code, message: refusalText(refusal),
    ...(refusal.fieldErrors ? { fieldErrors: [...refusal.fieldErrors] } : {}),
    ...(refusal.data === undefined ? {} : { data: refusal.data }),
  };
}

function statusOf(outcome: CommandOutcome): number {
  if (outcome.status === 'accepted') return 200;
  return (errors as Record<string, { status: number }>)[outcome.code]?.status ?? 500;
}

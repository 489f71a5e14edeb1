import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { commandEnvelope, type CommandEnvelope, type CommandOutcome } from '@jwxt/contracts/kernel/command.ts';
import { errors } from '@jwxt/contracts/all-errors.ts';
import { isDiskFull } from '@jwxt/infra/runtime/disk-watch.ts';
import { isRepeatable } from '@jwxt/infra/runtime/error-class.ts';
import type { Caller } from '@jwxt/infra/runtime/request-signature.ts';
import { formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import { TRACE_ID_HEADER, traceparentOf } from '@jwxt/infra/runtime/request-trace.ts';
import type { Tracing } from '@jwxt/infra/runtime/tracing.ts';
import type { CommandContext } from './command-context.ts';
import type { AskRights } from './command-rights.ts';
import type { CommandMetrics } from './command-metrics.ts';
import type { CommandRoute, CommandServices } from './command-route.ts';
import { isKnownCommand } from './applied-command.ts';
import { checkInput } from './field-errors.ts';
import { fingerprintOf } from './fingerprint.ts';
import { isRefused, refusalText, refuse, type Refusal } from './refusal.ts';
import { askSecond } from './second-person.ts';
import { unknownCodes } from './unknown-codes.ts';

/** How often one that was begun is looked at before it is refused, and the milliseconds between the last two looks. */
const maxLooks = 3;
const pauseMs = 100;

/** What the API of commands needs. */
export interface CommandApiOptions {
  readonly routes: readonly CommandRoute[];
  readonly services: CommandServices;
  readonly mayBeSent: AskRights;
  /** Whether an operator's program may name another time than now: only for loading the demo university. */
  readonly allowBackdated: boolean;
  /** A disk has no room left: what the engines need to end well is not given away. */
  readonly storageFull: () => boolean;
  readonly now: () => Date;
  readonly metrics: CommandMetrics;
  readonly tracing: Tracing;
}

/**
 * `POST /commands/{name}` with a commandEnvelope, signed by who calls, answers a commandOutcome, whatever happens:
 * accepted with 200, refused with the status of its code, 503 when an engine is away (send the same command again) and
 * 500 for a fault of ours.
 */
export function registerCommandApi(app: FastifyInstance, options: CommandApiOptions): void {
  const { metrics, tracing } = options;
  const routes = new Map(options.routes.map((route) => [route.definition.name, route]));
  if (routes.size !== options.routes.length) throw new Error('two routes have the same command name');

  app.post<{ Params: { name: string } }>('/commands/:name', async (request, reply) => {
    const started = performance.now();
    const traceId = request.id;
    const span = tracing.start(
      `command ${routes.has(request.params.name) ? request.params.name : 'unknown'}`,
      traceparentOf(request),
      { kind: 'server' },
    );
    const { name } = request.params;
    const about = () => ({ traceId, command: name, ...whoAndWhich(request.body) });
    const outcome = await answer(
      name,
      request.body,
      request.calledBy ?? 'gateway',
      span.traceparent,
      (error, level, message) => request.log[level]({ ...about(), err: error }, message),
    );
    const milliseconds = performance.now() - started;
    if (routes.has(name)) metrics.answered(name, outcome, milliseconds / 1000);
    const result = outcome.status === 'accepted' ? 'accepted' : outcome.code;
    if (result === 'INTERNAL') span.fail(result);
    span.end({ outcome: result });
    // What was accepted stands in the events, under this trace id, and in the line of the request at the gateway.
    if (outcome.status === 'refused')
      request.log.info({ ...about(), outcome: result, milliseconds: Math.round(milliseconds) }, '命令被拒绝');
    const told = routes.get(name)?.told;
    if (outcome.status === 'accepted' && told !== undefined)
      request.log.warn({ ...about(), result: outcome.result }, told);
    return reply.header(TRACE_ID_HEADER, traceId).code(statusOf(outcome)).send(outcome);
  });

  async function answer(
    name: string,
    body: unknown,
    caller: Caller,
    traceparent: string,
    tell: (error: unknown, level: 'warn' | 'error', message: string) => void,
  ): Promise<CommandOutcome> {
    const route = routes.get(name);
    if (!route) return refusedOutcome({ code: 'COMMAND_UNKNOWN', details: { name } });
    const envelope = checkInput(commandEnvelope, body);
    if ('fieldErrors' in envelope)
      return refusedOutcome({ code: 'MALFORMED_REQUEST', fieldErrors: envelope.fieldErrors });
    try {
      return await carryOut(route, envelope.value, caller, traceparent);
    } catch (error) {
      if (isDiskFull(error) || options.storageFull()) {
        tell(error, 'error', '磁盘空间不足');
        return refusedOutcome({ code: 'STORAGE_FULL' });
      }
      if (isRepeatable(error)) {
        tell(error, 'warn', '引擎暂不可用');
        return refusedOutcome({ code: 'SERVICE_UNAVAILABLE' });
      }
      tell(error, 'error', '命令执行出错');
      return refusedOutcome({ code: 'INTERNAL' });
    }
  }

  async function carryOut(
    route: CommandRoute,
    envelope: CommandEnvelope,
    caller: Caller,
    traceparent: string,
  ): Promise<CommandOutcome> {
    const payload = checkInput(route.definition.payload, envelope.payload);
    if ('fieldErrors' in payload) return refusedOutcome({ code: 'INVALID_INPUT', fieldErrors: payload.fieldErrors });
    const context = contextOf(route.definition, envelope, payload.value, caller, traceparent);
    if (isRefused(context)) return refusedOutcome(context.refused);
    const refusal = await refusalOfToday(route, payload.value, envelope, caller);
    // What was accepted stays accepted, whatever has become of rights, codes and disks since.
    if (refusal !== null && !(await isKnownCommand(options.services.pool, context))) return refusedOutcome(refusal);
    // Operators' programs have no second person to ask.
    const confirmed =
      caller === 'operator'
        ? null
        : await askSecond(options.services.pool, route.definition.name, context, envelope.confirmation);
    if (isRefused(confirmed) && !(await isKnownCommand(options.services.pool, context)))
      return refusedOutcome(confirmed.refused);
    const named = typeof confirmed === 'string' ? { ...context, confirmedBy: confirmed } : context;
    const done = await run(route, payload.value, named);
    if (isRefused(done)) return refusedOutcome(done.refused);
    return { status: 'accepted', result: done.result, position: done.position && formatPosition(done.position) };
  }

  /**
   * What becomes of it. What a handler looked at, one after the other, may have been changed in between by the same
   * command at another service, which holds the rows now: one that was begun is looked at again before it is refused,
   * and answers what it did.
   */
  async function run(route: CommandRoute, payload: unknown, context: CommandContext): ReturnType<CommandRoute['run']> {
    for (let looks = 1; ; looks += 1) {
      const done = await route.run(payload, context, options.services);
      if (!isRefused(done) || looks === maxLooks || !(await isKnownCommand(options.services.pool, context)))
        return done;
      // What it began elsewhere may have further steps.
      if (looks > 1) await delay(pauseMs);
    }
  }

  /** Why no command of this kind, content and sender may begin now; null when it may. */
  async function refusalOfToday(
    route: CommandRoute,
    payload: unknown,
    envelope: CommandEnvelope,
    caller: Caller,
  ): Promise<Refusal | null> {
    // Gateways speak for people; the operator's programs are trusted with everybody's commands.
    const forbidden = caller === 'operator' ? null : await options.mayBeSent(route.definition.name, envelope);
    if (forbidden !== null) return forbidden;
    if (options.storageFull()) return { code: 'STORAGE_FULL' };
    const strange = await unknownCodes(options.services.pool, route.definition.payload, payload);
    return strange.length > 0 ? { code: 'INVALID_INPUT', fieldErrors: strange } : null;
  }

  function contextOf(
    definition: CommandRoute['definition'],
    envelope: CommandEnvelope,
    payload: unknown,
    caller: Caller,
    traceparent: string,
  ) {
    const { commandId, correlationId, clientAddress, actor, signIn, permission, onBehalfOf, at } = envelope;
    const time = at !== undefined && caller === 'operator' && options.allowBackdated ? new Date(at) : options.now();
    if (Number.isNaN(time.getTime()))
      return refuse('MALFORMED_REQUEST', {}, { fieldErrors: [{ field: 'at', message: '时间无法识别' }] });
    return {
      // Another person, or another content, under a known id is another command.
      command: fingerprintOf(definition, payload, actor.userName),
      commandId,
      correlationId,
      causationId: null,
      clientAddress,
      actor,
      permission,
      time: time.toISOString(),
      ...(signIn === undefined ? {} : { signIn }),
      ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
      ...(tracing.on ? { traceparent } : {}),
    } satisfies CommandContext;
  }
}

const identified = z.object({ commandId: z.string(), actor: z.object({ userName: z.string() }) });

/** What a log line tells of a command: its id and its sender. */
function whoAndWhich(body: unknown): { commandId?: string; user?: string } {
  const envelope = identified.safeParse(body);
  return envelope.success ? { commandId: envelope.data.commandId, user: envelope.data.actor.userName } : {};
}

function refusedOutcome(refusal: Refusal): CommandOutcome {
  return {
    status: 'refused',
    code: refusal.code,
    message: refusalText(refusal),
    ...(refusal.fieldErrors ? { fieldErrors: [...refusal.fieldErrors] } : {}),
    ...(refusal.data === undefined ? {} : { data: refusal.data }),
  };
}

function statusOf(outcome: CommandOutcome): number {
  if (outcome.status === 'accepted') return 200;
  return (errors as Record<string, { status: number }>)[outcome.code]?.status ?? 500;
}

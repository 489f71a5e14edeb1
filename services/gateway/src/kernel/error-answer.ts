import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '@jwxt/contracts/kernel/envelope.ts';
import type { ErrorCode } from '@jwxt/contracts/all-errors.ts';
import { isDiskFull } from '@jwxt/infra/runtime/disk-watch.ts';
import { isRepeatable } from '@jwxt/infra/runtime/error-class.ts';
import { sqlState } from '@jwxt/infra/runtime/sql-state.ts';
import { messagePage } from './message-page.ts';
import { Refused } from './refused.ts';

/** Seconds after which what was refused for now may be tried again, where the refusal itself does not know better. */
const retryAfterOf: { readonly [code in ErrorCode]?: number } = { SERVICE_UNAVAILABLE: 5, TOO_MANY_REQUESTS: 10 };

/**
 * Answers every error with the failure envelope: its code, Chinese text and trace id. What nobody foresaw is logged
 * with that id.
 */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = becauseOfStorage(error, request) ?? asRefused(error);
  if (refused.code === 'INTERNAL' || refused.code === 'SERVICE_UNAVAILABLE' || refused.code === 'STORAGE_FULL') {
    request.log.error(
      { err: error, traceId: request.id, route: request.routeOptions.url },
      refused.code === 'INTERNAL'
        ? '未预料的错误'
        : refused.code === 'STORAGE_FULL'
          ? '磁盘空间不足'
          : '依赖的服务不可用',
    );
  }
  const failure = failureOf(refused, request.id);
  const retryAfter = refused.retryAfter ?? retryAfterOf[refused.code];
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
  // A window was opened on this address (a preview, say): a person reads the answer.
  if (request.routeOptions.config.opened !== undefined && request.headers.accept?.includes('text/html')) {
    const page = messagePage({
      title: `${request.routeOptions.config.opened}失败`,
      lines: [failure.message],
      note: `可关闭本页后重试。追踪号：${failure.traceId}`,
    });
    return reply.code(refused.status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
  }
  return reply
    .code(refused.status)
    .send(
      request.routeOptions.config.answer === 'meta'
        ? { ...failure, meta: { statusCode: failure.code, message: failure.message } }
        : failure,
    );
}

/** A full disk shows itself in many ways, also as an engine that restarts: whoever meets it is told so. */
function becauseOfStorage(error: Error, request: FastifyRequest): Refused | null {
  if (error instanceof Refused && error.code !== 'SERVICE_UNAVAILABLE') return null;
  if (isDiskFull(error)) return new Refused('STORAGE_FULL');
  return ['INTERNAL', 'SERVICE_UNAVAILABLE'].includes(asRefused(error).code) && request.server.storageFull()
    ? new Refused('STORAGE_FULL')
    : null;
}

/** The failure envelope of a refusal. */
export function failureOf(refused: Refused, traceId: string): Failure {
  return {
    code: refused.code,
    message: refused.message,
    traceId,
    ...(refused.fieldErrors ? { fieldErrors: [...refused.fieldErrors] } : {}),
    ...(refused.data === undefined ? {} : { data: refused.data }),
  };
}

/** Any error as one of the closed union. */
export function asRefused(error: FastifyError | Error): Refused {
  if (error instanceof Refused) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (isRepeatable(error) || isNotPrepared(code)) return new Refused('SERVICE_UNAVAILABLE');
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 404) return new Refused('NOT_FOUND');
  if (status === 413) return new Refused('REQUEST_TOO_LARGE');
  if (status === 429) return new Refused('TOO_MANY_REQUESTS');
  return status >= 400 && status < 500 ? new Refused('MALFORMED_REQUEST', {}, { status }) : new Refused('INTERNAL');
}

/** A schema or a table that is not there yet, as while the first read models are built. */
function isNotPrepared(code: string): boolean {
  return code === sqlState.unknownSchema || code === sqlState.unknownTable;
}

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '@jwxt/contracts/kernel/envelope.ts';
import { messagePage } from './message-page.ts';
import { Refused } from './refused.ts';

/** Answers every error with the failure envelope: its code, Chinese text and trace id. What nobody foresaw is logged with that id. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = asRefused(error);
  if (refused.code === 'INTERNAL' || refused.code === 'SERVICE_UNAVAILABLE') {
    request.log.error({ err: error, traceId: request.id, route: request.routeOptions.url }, refused.code === 'INTERNAL' ? '未预料的错误' : '依赖的服务不可用');
  }
  const failure = failureOf(refused, request.id);
  // A window was opened on this address (a preview, say): a person reads the answer.
  if (request.routeOptions.config.opened !== undefined && request.headers.accept?.includes('text/html')) {
    const page = messagePage({ title: `${request.routeOptions.config.opened}失败`, lines: [failure.message], note: `可关闭本页后重试。追踪号：${failure.traceId}` });
    return reply.code(refused.status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
  }
  return reply.code(refused.status).send(request.routeOptions.config.answer === 'meta' ? { ...failure, meta: { statusCode: failure.code, message: failure.message } } : failure);
}

/** The failure envelope of a refusal. */
export function failureOf(refused: Refused, traceId: string): Failure {
  return {
    code: refused.code, message: refused.message, traceId,
    ...(refused.fieldErrors ? { fieldErrors: [...refused.fieldErrors] } : {}),
    ...(refused.data === undefined ? {} : { data: refused.data }),
  };
}

/** Any error as one of the closed union. */
export function asRefused(error: FastifyError | Error): Refused {
  if (error instanceof Refused) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (isAway(code, error.message)) return new Refused('SERVICE_UNAVAILABLE');
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 404) return new Refused('NOT_FOUND');
  if (status === 429) return new Refused('TOO_MANY_REQUESTS');
  return status >= 400 && status < 500 ? new Refused('MALFORMED_REQUEST', {}, { status }) : new Refused('INTERNAL');
}

/** The database is away or not yet prepared: connection errors, shutdown (57P), connection exceptions (08), missing schema or table. */
function isAway(code: string, message: string): boolean {
  return /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0[123]|08...|3F000|42P01|53300)$/.test(code)
    || /^(Connection terminated|timeout exceeded when trying to connect)/.test(message);
}

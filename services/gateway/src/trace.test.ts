import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { approvalDetail, approve } from '@jwxt/contracts/approval/approval.operations.ts';
import { WEBSOCKET_PATH } from '@jwxt/contracts/kernel/push.ts';
import { newTraceparent, traceIdIn } from '@jwxt/contracts/kernel/trace-context.ts';
import { startTracing, type Tracing } from '@jwxt/infra/runtime/tracing.ts';
import { startSchool, type School } from './testing/school.ts';
import { submitSheet } from './testing/score-steps.ts';

const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({
        attributes: z.array(z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) })),
      }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
});
interface ReceivedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
}

/** What the services have sent to the tracing tool: a plain receiver of OTLP over HTTP. */
const received: ReceivedSpan[] = [];
const receiver = createServer((request, response) => {
  let text = '';
  request.on('data', (part: Buffer) => (text += part.toString()));
  request.on('end', () => {
    for (const { resource, scopeSpans } of exported.parse(JSON.parse(text)).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      received.push(...scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ service, ...span }))));
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
});

let school: School;
let tracing: Tracing;
let address: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`);
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50');
  tracing = await startTracing('gateway', process.env);
  school = await startSchool({ services: 'processes', tracing });
  address = await school.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await school.stop();
  await tracing.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  vi.unstubAllEnvs();
});

it('one trace leads from an approver’s click through every service to the applicant’s socket, in order', async () => {
  const [teacher, dean] = [await school.browser('teacher1'), await school.browser('dean1')];
  const applyId = await submitSheet(teacher, 'TC1', {
    S2026001: { ps: '80', qm: '80' },
    S2026002: { ps: '70', qm: '70' },
  });
  const said: string[] = [];
  const socket = new WebSocket(address.replace('http', 'ws') + WEBSOCKET_PATH, {
    headers: { cookie: teacher.cookieHeader, origin: address },
  });
  socket.on('message', (data: Buffer) => said.push((JSON.parse(data.toString()) as { type: string }).type));
  socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', topics: ['teacher1'] })));
  await expect.poll(() => said).toContain('subscribed');

  const click = newTraceparent();
  const { revision } = await dean.get(approvalDetail, { applyId });
  const answer = await dean.call(
    approve,
    { commandId: crypto.randomUUID(), approvalStatus: '0', keyList: [applyId], revisions: { [applyId]: revision } },
    { headers: { traceparent: click } },
  );
  expect(answer).toMatchObject({ code: '200', headers: { 'x-trace-id': traceIdIn(click) } });
  await expect.poll(() => said).toContain('approvals');
  socket.terminate();

  const spans = (): ReceivedSpan[] => received.filter(({ traceId }) => traceId === traceIdIn(click));
  /** The names of a span and of those it is part of, the outermost first. */
  const path = (span: ReceivedSpan): string[] => {
    const parent = spans().find(({ spanId }) => spanId === span.parentSpanId);
    return [...(parent ? path(parent) : []), `${span.service}: ${span.name}`];
  };
  const ways = (): string[] => spans().map((span) => path(span).join(' → '));
  await expect
    .poll(ways)
    .toContainEqual(
      expect.stringMatching(
        new RegExp(
          [
            String.raw`^jwxt-gateway: approval\.approve`,
            String.raw`jwxt-commands: command application\.decide`,
            'jwxt-commands: append',
            String.raw`jwxt-projections: project [\w-]+`,
            'jwxt-gateway: push approvals$',
          ].join(' → '),
        ),
      ),
    );
  expect(spans().find(({ name }) => name === 'approval.approve')?.parentSpanId).toBe(click.slice(36, 52));
  // What a policy did because of it is part of the same trace.
  expect(ways().some((way) => way.includes('project score-ledger') || way.includes('project score-sheet'))).toBe(true);
});

it('a refusal shows the id of its trace, and its log line names it', async () => {
  const click = newTraceparent();
  const refused = await (
    await school.browser('teacher1')
  ).call(approvalDetail, { applyId: 'none' }, { headers: { traceparent: click } });
  expect(refused).toMatchObject({ traceId: traceIdIn(click) });
  expect(school.logged).toContain(traceIdIn(click));
});

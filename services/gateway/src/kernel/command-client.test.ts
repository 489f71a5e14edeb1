import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { recallApplication } from '@jwxt/contracts/approval/application.command.ts';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { createInternalClient } from '@jwxt/infra/runtime/internal-http.ts';
import { createCommandClient, type Sender } from './command-client.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const sender: Sender = {
  user: {
    userName: 'teacher1',
    name: '王老师',
    kind: 'teacher',
    gh: 'T01',
    studentCode: null,
    departmentId: '101',
    departmentName: '计算机学院',
    ownUnits: [],
    ledClasses: [],
    ownMajors: [],
    ownGrades: [],
    roles: [],
    lent: [],
  },
  session: { loginWay: '1', issuedBy: null },
  permission: 'menu:query',
  traceId: 'trace-1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  clientAddress: '10.0.0.1',
};

async function sendTo(listener: RequestListener): Promise<unknown> {
  const listening = (server = createServer(listener));
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return send(address.port);
}

function send(port: number): Promise<unknown> {
  const client = createCommandClient(
    createInternalClient(`http://127.0.0.1:${port}`, { caller: 'gateway', secret: 'secret' }),
    { retryForMs: 300 },
  );
  return client.send(recallApplication, { applyId: 'A1' }, sender, 'C1');
}

describe('sending a command', () => {
  it('tells who, with which right, from where and under which trace; and answers result and position', async () => {
    let seen: { url: string | undefined; authorization: string | undefined; body: unknown } | undefined;
    const answer = await sendTo((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        seen = { url: request.url, authorization: request.headers.authorization, body: JSON.parse(text) };
        response.end(
          JSON.stringify({
            status: 'accepted',
            result: { applyId: 'A1', approvalBusinessStatus: '4', processNo: 'ZKCJSP', revision: 3 },
            position: '7/7',
          }),
        );
      });
    });
    expect(answer).toEqual({
      result: { applyId: 'A1', approvalBusinessStatus: '4', processNo: 'ZKCJSP', revision: 3 },
      position: '7/7',
    });
    expect(seen).toMatchObject({
      url: '/commands/application.recall',
      authorization: expect.stringMatching(/^JWXT-HMAC-SHA256 gateway \d+ \S{43}$/),
      body: {
        commandId: 'C1',
        correlationId: 'trace-1',
        clientAddress: '10.0.0.1',
        permission: 'menu:query',
        actor: { userName: 'teacher1', gh: 'T01', departmentId: '101' },
        payload: { applyId: 'A1' },
      },
    });
  });

  it('a refusal keeps its code, text, field errors and data, and gets its HTTP status', async () => {
    const refusal = {
      status: 'refused',
      code: 'APPROVAL_RECALL_REFUSED',
      message: '申请已被审批，不能撤回',
      fieldErrors: [{ field: 'a', message: 'b' }],
      data: { by: 'x' },
    };
    await expect(sendTo((_request, response) => void response.end(JSON.stringify(refusal)))).rejects.toMatchObject({
      code: 'APPROVAL_RECALL_REFUSED',
      status: 409,
      message: '申请已被审批，不能撤回',
      fieldErrors: [{ field: 'a', message: 'b' }],
      data: { by: 'x' },
    });
  });

  it('a missing answer is asked for again with the same command id', async () => {
    let calls = 0;
    const answer = await sendTo((request, response) => {
      calls += 1;
      if (calls === 1) request.socket.destroy();
      else
        response.end(
          JSON.stringify({
            status: 'accepted',
            result: { applyId: 'A1', approvalBusinessStatus: '4', processNo: 'ZKCJSP', revision: 3 },
            position: null,
          }),
        );
    });
    expect(answer).toMatchObject({ position: null });
    expect(calls).toBe(2);
  });

  it('who cannot be reached has certainly not got it; who breaks off may have', async () => {
    await expect(send(await findFreePort())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
    await expect(sendTo((request) => void request.socket.destroy())).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      status: 504,
    });
  });

  it("an answer that is no outcome is a fault of ours, not the caller's", async () => {
    await expect(sendTo((_request, response) => void response.writeHead(404).end('{}'))).rejects.toThrow(
      'HTTP 404 without an outcome',
    );
  });

  it('that was not believed has certainly not been carried out', async () => {
    await expect(sendTo((_request, response) => void response.writeHead(401).end('{}'))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
    });
  });
});

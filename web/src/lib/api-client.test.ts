import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import {
  approvalCounts,
  approvalDetail,
  approve,
  queryApprovals,
} from '@jwxt/contracts/approval/approval.operations.ts';
import { auditScoreExport } from '@jwxt/contracts/audit/audit.operations.ts';
import { findDictionary } from '@jwxt/contracts/base-info/dictionary.operations.ts';
import {
  batchAdjustment,
  batchHierarchyUpdate,
  hierarchySet,
  initSet,
  inputTimeUpdate,
  quickSet,
  subItemBatch,
  teacherSet,
  timeSet,
} from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { defineOperation } from '@jwxt/contracts/kernel/operation.ts';
import { PUBLIC_CSRF_KEY } from '@jwxt/contracts/kernel/transport.ts';
import { currentUser, login } from '@jwxt/contracts/session/session.operations.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  createApiClient,
  DEFAULT_TIMEOUT_MS,
  LONG_TIMEOUT_MS,
  type ApiClient,
  type ApiEnvironment,
} from './api-client.ts';
import type { ApiError } from './api-error.ts';

type Seen = { method: string; path: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: string };
type Answer = { status?: number; headers?: Record<string, string>; body?: unknown; hang?: boolean };

const NOW = 1_795_000_000_000;
let server: Server;
let seen: Seen[];
let answers: ((request: Seen) => Answer)[];
let environment: ApiEnvironment;
let client: ApiClient;
const ok =
  (data: unknown = {}) =>
  (): Answer => ({ body: { code: '200', message: '', data } });
const refuse =
  (status: number, code: string, message = '') =>
  (): Answer => ({ status, body: { code, message, traceId: 't-1' } });

beforeEach(async () => {
  seen = [];
  answers = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const call: Seen = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      seen.push(call);
      const answer = (answers.shift() ?? ok())(call);
      if (answer.hang) return;
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  environment = {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    fetch,
    now: () => NOW,
    learnTime: vi.fn<(header: string | null) => void>(),
    secret: () => 'session-secret',
    hasUser: () => true,
    signInAgain: vi.fn(() => Promise.resolve(true)),
    refreshSecret: vi.fn(() => Promise.resolve(true)),
    warn: vi.fn<(message: string) => void>(),
    askRetry: vi.fn(() => Promise.resolve(true)),
  };
  client = createApiClient(environment);
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('succeeded');
    },
    (error: unknown) => error as ApiError,
  );

describe('what is sent', () => {
  it('a trace of its own for each call, kept when the call is sent again', async () => {
    answers = [refuse(403, 'REQUEST_EXPIRED')];
    await client.call(approvalCounts, {});
    await client.call(approvalCounts, {});
    const [first, again, other] = seen.map((request) => request.headers['traceparent']);
    expect(first).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  // CLIENT-05, CLIENT-06, CLIENT-21
  it('`_t` in seconds, csrf from the session secret, and the permission code', async () => {
    await client.call(approvalCounts, {});
    expect(seen[0]).toMatchObject({ method: 'GET', path: '/api/system/approval/counts' });
    expect(seen[0]?.query.get('_t')).toBe('1795000000');
    expect(seen[0]?.headers).toMatchObject({
      csrf: md5('1795000000session-secret'),
      permission: 'systemApprove:query',
    });
  });

  // CLIENT-21
  it('an ungated call names the permission null, and calls before a session use the public key', async () => {
    await client.call(login, { userName: 'dean1', token: 'AB' });
    await client.call(currentUser, {});
    for (const call of seen)
      expect(call.headers).toMatchObject({ csrf: md5(`1795000000${PUBLIC_CSRF_KEY}`), permission: 'null' });
  });

  // CLIENT-09
  it('posts are forms by default, with lists joined and empty fields left out; nested ones are JSON', async () => {
    await client.call(queryApprovals, { pageNum: 2, type: '1', keyword: '数据 结构&', processNo: undefined });
    expect(seen[0]?.headers['content-type']).toContain('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({
      pageNum: '2',
      type: '1',
      keyword: '数据 结构&',
    });
    await client.call(approve, { approvalStatus: '0', keyList: ['a', 'b'], revisions: { a: 1, b: 2 } });
    expect(seen[1]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(seen[1]?.body ?? '')).toEqual({
      approvalStatus: '0',
      keyList: ['a', 'b'],
      revisions: { a: 1, b: 2 },
    });
  });

  it('CLIENT-08: credentials go along, and path parameters into the path', async () => {
    const fetched = vi.fn(fetch);
    await createApiClient({ ...environment, fetch: fetched }).call(approvalDetail, { applyId: 'a/1' });
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include' });
    expect(seen[0]?.path).toBe('/api/system/approval/detail/a%2F1');
  });
});

describe('what is answered', () => {
  it('CLIENT-02: code 200 gives the data', async () => {
    answers = [ok({ todo: 3 })];
    expect(await client.call(approvalCounts, {})).toEqual({ todo: 3 });
  });

  it('CLIENT-03: `meta.statusCode` 200 is a success too, with its message; another one is a refusal', async () => {
    answers = [
      () => ({ body: { meta: { statusCode: '200', message: '查询成功' }, data: [{ dm: '1', mc: '必修' }] } }),
      () => ({
        status: 400,
        body: { meta: { statusCode: 'INVALID_INPUT', message: '数据校验未通过，请检查或请刷新后重试' } },
      }),
    ];
    expect(await client.answer(findDictionary, { category: 'XTGL_KCSXDMJ' })).toEqual({
      data: [{ dm: '1', mc: '必修' }],
      message: '查询成功',
    });
    expect(await failureOf(client.call(findDictionary, { category: 'x' }))).toMatchObject({
      code: 'INVALID_INPUT',
      message: '数据校验未通过，请检查或请刷新后重试',
    });
  });

  it("ERRORS-26: a success is told in the server's words, or in those of the operation's outcome", async () => {
    answers = [
      () => ({ body: { code: '200', message: '已删除 3 条', data: {} } }),
      () => ({ body: { code: '200', message: '', data: {} } }),
    ];
    const remove = defineOperation({
      id: 'x.remove',
      method: 'POST',
      path: '/x/remove',
      access: { permission: 'noticeInfo:delete' },
      scope: 'notice',
      summary: '删除',
      encoding: 'form',
      outcome: 'remove',
      input: z.object({}),
      output: z.object({}),
    });
    expect((await client.answer(remove, {})).message).toBe('已删除 3 条');
    expect((await client.answer(remove, {})).message).toBe('删除成功');
  });

  it("ERRORS-01, ERRORS-02: a refusal carries the server's message, or the operation's default", async () => {
    answers = [
      refuse(409, 'APPROVAL_CHANGED', '申请内容有变化'),
      refuse(500, 'INTERNAL'),
      () => ({ status: 502, body: '<html>' }),
    ];
    expect(await failureOf(client.call(approvalCounts, {}))).toMatchObject({
      code: 'APPROVAL_CHANGED',
      status: 409,
      message: '申请内容有变化',
      traceId: 't-1',
    });
    expect(await failureOf(client.call(approvalCounts, {}))).toMatchObject({ message: '查询失败' });
    expect(await failureOf(client.call(approvalCounts, {}))).toMatchObject({
      code: 'HTTP_502',
      message: '查询失败',
      temporary: true,
    });
  });

  it('CLIENT-10: a file comes as a blob with its name; a refusal instead of one is an error', async () => {
    answers = [
      () => ({
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': "attachment; filename*=UTF-8''%E5%9B%9E%E6%94%BE.xlsx",
        },
        body: 'bytes',
      }),
      refuse(200, 'NOT_FOUND', '没有'),
    ];
    const input = { studentCode: '1', courseCode: '2' };
    const { blob, fileName } = await client.file(auditScoreExport, input);
    expect([await blob.text(), fileName]).toEqual(['bytes', '回放.xlsx']);
    expect(await failureOf(client.file(auditScoreExport, input))).toMatchObject({ code: 'NOT_FOUND', message: '没有' });
  });

  // EXAM-SET-05, EXAM-SET-21
  it('a set-up or setting that the line lost says what the specification has for it', async () => {
    const gone = createApiClient({ ...environment, origin: 'http://127.0.0.1:1' });
    const common = {
      teachingClassId: '',
      status: '1',
      semesterId: '2026-2027-1',
      scoreType: '1',
      commandId: crypto.randomUUID(),
    } as const;
    expect(await failureOf(gone.call(initSet, common))).toMatchObject({
      code: 'NETWORK_ERROR',
      message: '学期成绩模板时间不存在',
      temporary: true,
    });
    for (const operation of [
      teacherSet,
      quickSet,
      timeSet,
      subItemBatch,
      hierarchySet,
      batchAdjustment,
      batchHierarchyUpdate,
      inputTimeUpdate,
    ]) {
      expect(await failureOf(gone.call(operation, common as never))).toMatchObject({
        code: 'NETWORK_ERROR',
        message: '设置失败',
      });
    }
  });

  it('EXAM-SET-04: init set waits for half an hour', () => {
    expect(initSet.patience).toBe('long');
    expect(LONG_TIMEOUT_MS).toBe(1_800_000);
  });

  it('no connection is told in Chinese and counts as temporary', async () => {
    const gone = createApiClient({ ...environment, origin: 'http://127.0.0.1:1' });
    expect(await failureOf(gone.call(approvalCounts, {}))).toMatchObject({ code: 'NETWORK_ERROR', temporary: true });
  });
});

describe('time-outs', () => {
  it('CLIENT-11, CLIENT-12: the limits are 1,000 and 1,800 seconds', () => {
    expect([DEFAULT_TIMEOUT_MS, LONG_TIMEOUT_MS]).toEqual([1_000_000, 1_800_000]);
  });

  // CLIENT-13, CLIENT-14
  it('a timed-out call with reconnect is sent again four times, then tells 请求超时!', async () => {
    answers = Array.from({ length: 5 }, () => () => ({ hang: true }));
    expect(await failureOf(client.call(approvalCounts, {}, { timeoutMs: 300 }))).toMatchObject({
      code: 'REQUEST_TIMEOUT',
      message: '请求超时!',
    });
    expect(seen).toHaveLength(5);
  });

  it('CLIENT-14: a post is not sent again by itself', async () => {
    answers = [() => ({ hang: true })];
    await failureOf(client.call(queryApprovals, {}, { timeoutMs: 300 }));
    expect(seen).toHaveLength(1);
  });

  it('CLIENT-15: set to ask again, the person is asked and the call repeated', async () => {
    answers = [() => ({ hang: true }), ok({ list: [], total: 0 })];
    expect(await client.call(queryApprovals, {}, { timeoutMs: 1_500, askAgain: true })).toEqual({ list: [], total: 0 });
    expect(environment.askRetry).toHaveBeenCalledExactlyOnceWith('请求超时是否重试？');
  });

  it('a call that was given up is not repeated', async () => {
    answers = [() => ({ hang: true })];
    const controller = new AbortController();
    const call = client.call(approvalCounts, {}, { signal: controller.signal });
    controller.abort();
    expect(await failureOf(call)).toMatchObject({ name: 'AbortError' });
  });
});

describe('the session', () => {
  // SESSION-21, SESSION-22
  it('an expired session asks to sign in again, then the same call goes on with the new secret', async () => {
    let secret = 'old';
    const again = createApiClient({
      ...environment,
      secret: () => secret,
      signInAgain: () => {
        secret = 'new';
        return Promise.resolve(true);
      },
    });
    answers = [refuse(401, '53000010'), ok({ todo: 1 })];
    expect(await again.call(approvalCounts, {})).toEqual({ todo: 1 });
    expect(seen.map((call) => call.headers['csrf'])).toEqual([md5('1795000000old'), md5('1795000000new')]);
    answers = [refuse(510, '51000010'), ok({ todo: 2 })];
    expect(await again.call(approvalCounts, {})).toEqual({ todo: 2 });
  });

  it('SESSION-21: who leaves instead gets the refusal', async () => {
    answers = [refuse(401, '53000010', '会话已过期！')];
    const left = createApiClient({ ...environment, signInAgain: () => Promise.resolve(false) });
    expect(await failureOf(left.call(approvalCounts, {}))).toMatchObject({ code: '53000010', message: '会话已过期！' });
  });

  it('SESSION-26, SESSION-27: code 53000012 warns with the message of the server, or 未授权', async () => {
    answers = [refuse(401, '53000012', '账号已停用'), refuse(401, '53000012')];
    await failureOf(client.call(approvalCounts, {}));
    await failureOf(client.call(approvalCounts, {}));
    expect(vi.mocked(environment.warn).mock.calls).toEqual([['账号已停用'], ['未授权']]);
    expect(environment.signInAgain).not.toHaveBeenCalled();
  });

  // SESSION-28, SESSION-29
  it('without the user cookie nothing is sent but public calls, until the person has signed in', async () => {
    let sentBefore = -1;
    let user = false;
    const out = createApiClient({
      ...environment,
      hasUser: () => user,
      signInAgain: () => {
        sentBefore = seen.length;
        user = true;
        return Promise.resolve(true);
      },
    });
    await out.call(login, { userName: 'a', token: 'b' });
    await out.call(approvalCounts, {});
    expect([sentBefore, seen.length]).toEqual([1, 2]);
    user = false;
    const gone = createApiClient({ ...environment, hasUser: () => false, signInAgain: () => Promise.resolve(false) });
    expect(await failureOf(gone.call(approvalCounts, {}))).toMatchObject({ code: 'SIGNED_OUT' });
    expect(seen).toHaveLength(2);
  });

  it('CLIENT-06: a secret renewed by another window is read anew, once', async () => {
    answers = [
      refuse(403, 'CSRF_REFUSED'),
      ok({ todo: 1 }),
      refuse(403, 'CSRF_REFUSED'),
      refuse(403, 'CSRF_REFUSED', '请刷新'),
    ];
    expect(await client.call(approvalCounts, {})).toEqual({ todo: 1 });
    expect(await failureOf(client.call(approvalCounts, {}))).toMatchObject({ code: 'CSRF_REFUSED', message: '请刷新' });
    expect(environment.refreshSecret).toHaveBeenCalledTimes(2);
  });

  it("CLIENT-05: a clock that is wrong here is set by the server's answer", async () => {
    let now = NOW;
    const early = createApiClient({
      ...environment,
      now: () => now,
      learnTime: () => {
        now = NOW + 600_000;
      },
    });
    answers = [refuse(403, 'REQUEST_EXPIRED'), ok({ todo: 1 })];
    await early.call(approvalCounts, {});
    expect(seen.map((call) => call.query.get('_t'))).toEqual(['1795000000', '1795000600']);
  });
});

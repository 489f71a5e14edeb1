import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyTranscript } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { approve, queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import { saveScores, submitScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { systemSet } from '@jwxt/contracts/session/appearance.operations.ts';
import { login } from '@jwxt/contracts/session/session.operations.ts';
import { csrfToken, encodePassword, PUBLIC_CSRF_KEY } from '@jwxt/contracts/kernel/transport.ts';
import { PASSWORD } from './testing/school.data.ts';
import { startSchool, type School } from './testing/school.ts';

let school: School;
let webRoot: string;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'jwxt-web-'));
  school = await startSchool({ settings: { webRoot, rateLimits: { perCaller: 40, signIns: 25 } } });
});
afterAll(async () => {
  await school.stop();
  await rm(webRoot, { recursive: true, force: true });
});

describe('bodies and inputs', () => {
  it('CLIENT-09: the same operation takes a form and JSON', async () => {
    const browser = await school.browser();
    const input = { userName: 'dean1', token: encodePassword(PASSWORD) };
    for (const json of [false, true]) expect(await browser.call(login, input, { json })).toMatchObject({ code: '200' });
  });

  it('an empty text in an optional form field counts as not given', async () => {
    const browser = await school.browser('admin');
    const answer = await browser.call(queryApprovals, { approvalProcessStatus: '', keyword: '', type: '' as '0' });
    expect(answer).toMatchObject({ code: '200', data: { total: 0 } });
  });

  it('wrong fields are named by their path, in Chinese', async () => {
    const browser = await school.browser('teacher1');
    const answer = await browser.call(saveScores, {
      teachingClassId: 'TC1',
      scoreType: '9' as '1',
      commandId: 'x',
      rows: [{ studentCode: 'S1', items: { qm: '12345678901' } } as never],
    });
    expect(answer).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    expect(Object.fromEntries((answer.fieldErrors ?? []).map(({ field, message }) => [field, message]))).toEqual({
      scoreType: '不在可选范围内',
      commandId: 'commandId 应为 UUID',
      'rows.0.items.qm': '最多 10 个字符',
      'rows.0.revision': '必填',
    });
    const submit = await browser.call(submitScores, {
      teachingClassId: 'TC1',
      scoreType: '1',
      commandId: crypto.randomUUID(),
      revision: 'abc',
    });
    expect(submit.fieldErrors).toEqual([{ field: 'revision', message: '应为数字' }]);
  });

  it('what is no JSON, no form or too large is refused with a clear sentence and the right status', async () => {
    const browser = await school.browser('dean1');
    const stamp = Math.floor(Date.now() / 1000);
    const post = (payload: string, type: string) =>
      school.app.inject({
        method: 'POST',
        url: `/api/login?_t=${stamp}`,
        payload,
        headers: { 'content-type': type, csrf: csrfToken(stamp, PUBLIC_CSRF_KEY) },
      });
    expect((await post('{"a":', 'application/json')).json()).toMatchObject({
      code: 'MALFORMED_REQUEST',
      message: '请求内容无法识别，请刷新页面后重试',
    });
    expect((await post('[1]', 'application/json')).statusCode).toBe(400);
    expect((await post('<a/>', 'application/xml')).statusCode).toBe(415);
    const large = await post(JSON.stringify({ userName: 'x'.repeat(1_100_000) }), 'application/json');
    expect([large.statusCode, large.json<{ code: string }>().code]).toEqual([413, 'REQUEST_TOO_LARGE']);
    expect(await browser.call(approve, { keyList: 'a,b', approvalStatus: '7' as '0' })).toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('every answer carries its trace id; an unknown address is NOT_FOUND', async () => {
    const answer = await school.app.inject({
      url: '/api/nothing?studentName=secret',
      headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
    });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['x-trace-id']).toBe('0af7651916cd43dd8448eb211c80319c');
    expect(answer.json()).toEqual({
      code: 'NOT_FOUND',
      message: '您访问的内容不存在或已被删除',
      traceId: '0af7651916cd43dd8448eb211c80319c',
    });
    expect(school.logged).toContain('0af7651916cd43dd8448eb211c80319c');
    expect(school.logged).not.toContain('secret');
  });

  it('who asks too often is told so', async () => {
    const browser = await school.browser('teacher2');
    const codes: string[] = [];
    for (let request = 0; request < 45; request += 1) codes.push((await browser.call(systemSet, {})).code);
    expect(codes.slice(0, 35)).toEqual(Array.from({ length: 35 }, () => '200'));
    expect(codes.slice(-4)).toEqual(Array.from({ length: 4 }, () => 'TOO_MANY_REQUESTS'));
    expect(await browser.call(systemSet, {})).toMatchObject({ status: 429, message: '操作过于频繁，请稍后再试' });
    const other = await school.browser('dean1');
    expect(await other.call(systemSet, {})).toMatchObject({ code: '200' });
  });

  it('codes of transcripts cannot be tried out, by whatever session', async () => {
    const visitor = await school.browser();
    const codes: string[] = [];
    for (let request = 0; request < 30; request += 1)
      codes.push((await visitor.call(verifyTranscript, { code: 'ABCDEFGHJKLMNPQR' })).code);
    expect(codes.slice(0, 25)).toEqual(Array.from({ length: 25 }, () => 'TRANSCRIPT_UNKNOWN'));
    expect(codes.slice(25)).toEqual(Array.from({ length: 5 }, () => 'TOO_MANY_REQUESTS'));
    const other = await school.browser('office1');
    expect(await other.call(verifyTranscript, { code: 'ABCDEFGHJKLMNPQR' })).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });
});

describe('pages', () => {
  it('says in Chinese what to do while they are not built, and serves them as soon as they are', async () => {
    const before = await school.app.inject('/approval');
    expect(before.statusCode).toBe(503);
    expect(before.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(before.body).toContain('页面文件尚未生成');
    await mkdir(join(webRoot, 'assets'));
    await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>教务系统</title>');
    await writeFile(join(webRoot, 'assets/app-abc123.js'), 'export {};');
    const asset = await school.app.inject('/assets/app-abc123.js');
    expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    for (const url of ['/', '/approval', '/score/entry/2026-1.x/1']) {
      const page = await school.app.inject(url);
      expect([page.statusCode, page.headers['cache-control'], page.body], url).toEqual([
        200,
        'no-cache',
        '<!doctype html><title>教务系统</title>',
      ]);
    }
  });

  it('go compressed to who takes it, as the build wrote them', async () => {
    await writeFile(join(webRoot, 'assets/app-abc123.js.br'), brotliCompressSync('export {};'));
    const answer = await school.app.inject({
      url: '/assets/app-abc123.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect([
      answer.statusCode,
      answer.headers['content-encoding'],
      answer.headers['content-type'],
      answer.headers['vary'],
      answer.headers['cache-control'],
    ]).toEqual([
      200,
      'br',
      'application/javascript; charset=utf-8',
      expect.stringContaining('accept-encoding'),
      'public, max-age=31536000, immutable',
    ]);
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe('export {};');
    expect((await school.app.inject('/assets/app-abc123.js')).body).toBe('export {};');
  });

  it("a missing file, another method, and the API's own addresses never get a page", async () => {
    for (const url of ['/assets/gone.js', '/api/none', '/sws/none', '/health/none', '/%E0%A4%A'])
      expect((await school.app.inject(url)).statusCode, url).toBeGreaterThanOrEqual(400);
    expect((await school.app.inject({ method: 'POST', url: '/approval' })).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect((await school.app.inject('/..%2f..%2fetc/passwd')).body).not.toContain('root:');
  });

  it('come with headers that keep other scripts and frames out', async () => {
    const { headers } = await school.app.inject('/');
    expect(headers['content-security-policy']).toMatch(
      /script-src 'self';.*object-src 'none'|object-src 'none';.*script-src 'self'/,
    );
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});

describe('health', () => {
  it('is live and ready; what is away for a moment besides the database only degrades it', async () => {
    expect((await school.app.inject('/health/live')).json()).toEqual({ status: 'up' });
    expect((await school.app.inject('/health/ready')).json()).toEqual({ service: 'gateway', ready: true });
    const ready = await school.app.inject({
      url: '/health/ready',
      headers: { authorization: `Bearer ${school.metricsToken}` },
    });
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toMatchObject({
      service: 'gateway',
      ready: true,
      checks: { database: { status: 'up' }, notices: { status: 'up' }, commands: { status: 'degraded' } },
    });
  });
});

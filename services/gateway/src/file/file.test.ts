import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  batchDelete,
  batchDownload,
  businessFiles,
  deleteFile,
  downloadFile,
  downloadFileUrl,
  exportFiles,
  previewFile,
  queryFiles,
} from '@jwxt/contracts/file/file.operations.ts';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { API_ROOT } from '@jwxt/contracts/kernel/operation.ts';
import { csrfToken } from '@jwxt/contracts/kernel/transport.ts';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { currentUser } from '@jwxt/contracts/session/session.operations.ts';
import { createFolderFileStore } from '@jwxt/infra/runtime/folder-file-store.ts';
import type { Browser } from '../testing/browser.ts';
import { decide } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';
import { sweepFiles } from './file-sweep.ts';
import { content, docx, html, pdf, png, svg, zipOf } from './sample-file.fixture.ts';
import { beginUpload, uploadAddress, uploadAs, uploadHeaders } from './upload-client.fixture.ts';
import { zipNames } from './zip-directory.ts';

let school: School;
let base: string;
let clerk: Browser;
let dean: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  base = await school.app.listen({ host: '127.0.0.1', port: 0 });
  [clerk, dean] = [await school.browser('clerk1'), await school.browser('dean1')];
});
afterAll(() => school.stop());

const upload = (
  bytes: Buffer,
  fileName: string,
  businessId: string,
  more: Parameters<typeof uploadAs>[3] | object = {},
  browser = clerk,
) => uploadAs(browser, base, bytes, { fileName, businessId, ...more });
const filesOf = (browser: Browser, businessId: string) =>
  browser.call(businessFiles, { businessTable: RECOGNITION_FILES, businessId });
const namesOf = async (browser: Browser, businessId: string) =>
  (await filesOf(browser, businessId)).data.map(({ name }) => name);
/** A call by a browser whose answer is no JSON; its address and its csrf value name one second. */
const postAs = async (browser: Browser, { path }: { path: string }, payload: object) => {
  const { csrfSecret } = await browser.get(currentUser, {});
  const stamp = Math.floor(Date.now() / 1000);
  return await school.app.inject({
    method: 'POST',
    url: `${API_ROOT}${path}?_t=${stamp}`,
    headers: { cookie: browser.cookieHeader, csrf: csrfToken(stamp, csrfSecret) },
    payload,
  });
};
const bytesOf = (browser: Browser, relationalId: string) => postAs(browser, downloadFile, { relationalId });

describe('attachments of an application that is being written', () => {
  const draft = randomUUID();

  // FILES-01, FILES-02, FILES-03, FILES-04, FILES-12
  it('several files are uploaded with their fields and listed with theirs', async () => {
    const first = await upload(pdf, '成绩单.pdf', draft, { fileUid: 'u-1', fileType: 'application/pdf' });
    expect(first).toMatchObject({
      status: 200,
      code: '200',
      data: {
        uid: 'u-1',
        name: '成绩单.pdf',
        businessTable: RECOGNITION_FILES,
        businessId: draft,
        businessIds: [draft],
        fileSize: pdf.length,
        fileType: 'pdf',
        uploader: '孙教务',
        previewable: true,
      },
    });
    expect(await upload(await docx(), '课程大纲.docx', draft)).toMatchObject({
      code: '200',
      data: { previewable: false },
    });
    const { data } = await filesOf(clerk, draft);
    expect(data.map(({ name, relationalId }) => [name, relationalId])).toEqual([
      ['成绩单.pdf', first.data.relationalId],
      ['课程大纲.docx', expect.stringMatching(/^[\da-f-]{36}$/)],
    ]);
  });

  it('the same upload again, after a lost answer, is the same file', async () => {
    const again = await upload(pdf, '成绩单.pdf', draft, { fileUid: 'u-1', fileType: 'application/pdf' });
    expect(again).toMatchObject({ code: '200' });
    expect(await namesOf(clerk, draft)).toEqual(['成绩单.pdf', '课程大纲.docx']);
    expect(await upload(png, '别的.png', draft, { fileUid: 'u-1' })).toMatchObject({
      status: 409,
      code: 'COMMAND_REUSED',
    });
  });

  it('FILES-06, CLIENT-10: the bytes come back as a download that no browser opens by itself', async () => {
    const [file] = (await filesOf(clerk, draft)).data;
    const answer = await bytesOf(clerk, file?.relationalId ?? '');
    expect(answer.rawPayload.equals(pdf)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(pdf.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-disposition': "attachment; filename*=UTF-8''%E6%88%90%E7%BB%A9%E5%8D%95.pdf",
    });
  });

  it('FILES-05: taken away, it is gone for everybody, once', async () => {
    const [, second] = (await filesOf(clerk, draft)).data;
    const relationalId = second?.relationalId ?? '';
    expect(await clerk.get(deleteFile, { relationalId })).toEqual({ removed: 1 });
    expect(await clerk.call(deleteFile, { relationalId })).toMatchObject({ status: 404, code: 'FILE_NOT_FOUND' });
    expect(await clerk.call(downloadFile, { relationalId })).toMatchObject({ status: 404, code: 'FILE_NOT_FOUND' });
    expect(await namesOf(clerk, draft)).toEqual(['成绩单.pdf']);
    const { rows } = await school.pool.query(
      `select operation, before->>'name' as name, user_name from base.operation_log where key = $1 order by at`,
      [relationalId],
    );
    expect(rows).toEqual([
      { operation: 'upload', name: null, user_name: 'clerk1' },
      { operation: 'delete', name: '课程大纲.docx', user_name: 'clerk1' },
    ]);
  });
});

describe('preview', () => {
  // FILES-08, FILES-09, FILES-13
  it('a pdf is shown under an address made of the id and the name, in this session, for a while', async () => {
    const { data: file } = await upload(pdf, '证书.pdf', randomUUID());
    const { id } = await clerk.get(downloadFileUrl, { relationalId: file.relationalId });
    const path = previewFile.path.replace('{id}', id).replace('{fileName}', encodeURIComponent('证书.pdf'));
    const address = `${API_ROOT}${path}`;
    expect(address).toMatch(/^\/api\/baseInfo\/fileUploadResource\/preview\/[\w.-]+\/%E8%AF%81%E4%B9%A6\.pdf$/);
    const open = (cookie?: string) =>
      school.app.inject({ url: address, headers: cookie === undefined ? {} : { cookie } });
    const shown = await open(clerk.cookieHeader);
    expect(shown.rawPayload.equals(pdf)).toBe(true);
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline; /),
      'x-content-type-options': 'nosniff',
    });
    expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'/);
    expect((await open()).statusCode).toBe(401);
    // Another session of the same person, and other people.
    for (const other of [await school.browser('clerk1'), dean])
      expect((await open(other.cookieHeader)).json()).toMatchObject({ code: 'FILE_PREVIEW_ENDED' });
    for (const forged of [
      id.replace(/\.\d+\./, '.9999999999.'),
      `${randomUUID()}${id.slice(36)}`,
      id.slice(0, -1),
      '..%2f..%2fetc%2fpasswd',
    ]) {
      expect(
        (await school.app.inject({ url: address.replace(id, forged), headers: { cookie: clerk.cookieHeader } }))
          .statusCode,
        forged,
      ).toBeGreaterThanOrEqual(400);
    }
    school.advanceClock(301_000);
    expect((await open(clerk.cookieHeader)).json()).toMatchObject({
      code: 'FILE_PREVIEW_ENDED',
      message: '预览地址已失效，请重新点击预览',
    });
    // The window that was opened on it shows a sentence, not an envelope.
    const page = await school.app.inject({
      url: address,
      headers: { cookie: clerk.cookieHeader, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect(page).toMatchObject({ statusCode: 410, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.body).toMatch(/<h1[^>]*>在线预览失败<\/h1>\n<p>预览地址已失效，请重新点击预览<\/p>/);
    school.advanceClock(-301_000);
  });

  it('FILES-14: nothing but a pdf is shown', async () => {
    const { data: file } = await upload(png, '照片.png', randomUUID());
    expect(await clerk.call(downloadFileUrl, { relationalId: file.relationalId })).toMatchObject({
      status: 415,
      code: 'FILE_NOT_PDF',
      message: '仅支持预览pdf文件',
    });
  });
});

describe('what is not taken', () => {
  const here = randomUUID();
  it.each([
    [
      'FILES-10',
      'virus.exe',
      () => png,
      'FILE_TYPE_REFUSED',
      '仅支持上传txt、zip、rar、jpg、jpeg、bmp、gif、png、doc、docx、xls、xlsx、ppt、pptx、pdf格式的文件',
    ],
    ['double extension', '成绩单.pdf.html', () => html, 'FILE_TYPE_REFUSED', undefined],
    [
      'page as picture',
      'a.png',
      () => html,
      'FILE_CONTENT_DIFFERS',
      '文件内容与扩展名“png”不符，请确认文件没有损坏或被改名',
    ],
    ['drawing as pdf', 'a.pdf', () => svg, 'FILE_CONTENT_DIFFERS', undefined],
    ['archive as document', 'a.docx', () => zipOf(['evil.vbs']), 'FILE_CONTENT_DIFFERS', undefined],
    ['turned direction', 'a\u202Efdp.exe', () => pdf, 'FILE_TYPE_REFUSED', undefined],
    ['no name', '../..', () => pdf, 'FILE_NAME_REFUSED', undefined],
    ['long name', `${'长'.repeat(90)}.pdf`, () => pdf, 'FILE_NAME_REFUSED', undefined],
  ] as const)('%s: %s', async (_id, name, bytes, code, message) => {
    expect(await upload(await bytes(), name, here)).toMatchObject({
      code,
      ...(message === undefined ? {} : { message }),
    });
    expect(await namesOf(clerk, here)).toEqual([]);
  });

  it('FILES-11: over 50 MB by its own word is refused before its bytes are taken; an empty one, too', async () => {
    expect(await upload(pdf, 'a.pdf', here, { fileSize: 52_428_801 })).toMatchObject({
      status: 413,
      code: 'FILE_TOO_LARGE',
      message: '请上传小于50MB的文件',
    });
    expect(await upload(Buffer.alloc(0), 'a.pdf', here)).toMatchObject({ code: 'FILE_EMPTY' });
  });

  it('a size that lies is found out either way', async () => {
    for (const fileSize of [pdf.length - 1, pdf.length + 1])
      expect(await upload(pdf, 'a.pdf', here, { fileSize })).toMatchObject({ status: 400, code: 'FILE_INCOMPLETE' });
  });

  // FILES-11
  it('a stream without end is cut where it said that it ends, at 50 MB at the latest, and leaves nothing', async () => {
    expect(await endlessUpload(52_428_800)).toMatchObject({
      status: 413,
      code: 'FILE_TOO_LARGE',
      message: '请上传小于50MB的文件',
    });
    expect(await endlessUpload(1_000)).toMatchObject({ status: 400, code: 'FILE_INCOMPLETE' });
    expect(await incomingFiles()).toEqual([]);
  });

  it('an upload whose connection is cut leaves nothing', async () => {
    const { outgoing } = beginUpload(clerk, base, { businessId: here, fileSize: 1_000_000 });
    outgoing.write('%PDF-1.4 and the beginning of it');
    await expect.poll(incomingFiles).toHaveLength(1);
    outgoing.destroy();
    await expect.poll(incomingFiles).toEqual([]);
    expect(await namesOf(clerk, here)).toEqual([]);
  });

  it('names with markup are kept as they are, as text', async () => {
    const place = randomUUID();
    expect(await upload(png, '<img src=x onerror=alert(1)>.png', place)).toMatchObject({
      code: '200',
      data: { name: '<img src=x onerror=alert(1)>.png' },
    });
    expect(await upload(png, '../../etc/cron.d/x.png', place)).toMatchObject({ data: { name: 'x.png' } });
  });

  it('improper uploads: many parts, two files, none; fields repeated, huge, polluting or after the file', async () => {
    const file = 'content-disposition: form-data; name="file"; filename="f"\r\n\r\n%PDF-1.4';
    const field = (name: string, value: string) => `content-disposition: form-data; name="${name}"\r\n\r\n${value}`;
    const fields = [
      field('fileUid', 'x'),
      field('fileName', 'a.pdf'),
      field('fileSize', '8'),
      field('businessTable', RECOGNITION_FILES),
      field('businessId', here),
    ];
    const bodies: string[][] = [
      [...Array.from({ length: 2_000 }, (_, index) => field(`n${index}`, 'x')), file],
      [...fields, file, file],
      [...fields, field('fileUid', 'y'), file],
      [field('n'.repeat(10_000), 'x'), ...fields, file],
      [field('fileName', 'x'.repeat(100_000)), file],
      [field('__proto__', 'x'), ...fields, file],
      [...fields, file, field('late', 'x')],
      fields,
    ];
    for (const parts of bodies) {
      const body = `${parts.map((part) => `--B\r\n${part}\r\n`).join('')}--B--\r\n`;
      const answer = await fetch(uploadAddress(base), {
        method: 'POST',
        headers: { ...uploadHeaders(clerk), 'content-type': 'multipart/form-data; boundary=B' },
        body,
      }).catch(() => null);
      if (answer) expect(answer.status, parts[0]?.slice(0, 60)).toBeGreaterThanOrEqual(400);
    }
    expect(await incomingFiles()).toEqual([]);
    expect(await namesOf(clerk, here)).toEqual([]);
  });

  it('ids that are paths or statements, and tables that have no attachments', async () => {
    for (const businessId of ['../../etc', "x' or 1=1--", 'a/b', ''])
      expect(await upload(pdf, 'a.pdf', businessId)).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await upload(pdf, 'a.pdf', here, { businessTable: 'T_XTGL_YHB' })).toMatchObject({
      status: 404,
      code: 'FILE_TABLE_UNKNOWN',
    });
    expect(await clerk.call(businessFiles, { businessTable: 'pg_class', businessId: here })).toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(await clerk.call(downloadFile, { relationalId: '../secrets.json' })).toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});

describe('who may', () => {
  // CLIENT-07, CLIENT-08
  it("an upload needs the session's cookie and MD5 of time and fixed key, and is refused from elsewhere", async () => {
    const place = randomUUID();
    const refused: Record<string, string>[] = [{ cookie: '' }, { csrf: 'x' }, { origin: 'https://evil.example' }];
    const codes = await Promise.all(
      refused.map(
        async (headers) => (await uploadAs(clerk, base, pdf, { fileName: 'a.pdf', businessId: place }, headers)).code,
      ),
    );
    expect(codes).toEqual(['53000010', 'CSRF_REFUSED', 'CSRF_REFUSED']);
    expect(await uploadAs(clerk, base, pdf, { fileName: 'a.pdf', businessId: place }, { origin: base })).toMatchObject({
      code: '200',
    });
  });

  it('a draft belongs to who began it: others neither see nor add nor delete nor download', async () => {
    const place = randomUUID();
    const { data: file } = await upload(pdf, '秘密.pdf', place);
    const other = await school.browser('clerk2');
    const teacher = await school.browser('teacher1');
    expect(await namesOf(other, place)).toEqual([]);
    expect(await upload(pdf, 'b.pdf', place, {}, other)).toMatchObject({ status: 403, code: 'FILE_READ_ONLY' });
    expect(await upload(pdf, 'b.pdf', place, {}, teacher)).toMatchObject({ status: 403, code: 'FILE_READ_ONLY' });
    for (const browser of [other, teacher, dean]) {
      for (const operation of [downloadFile, downloadFileUrl, deleteFile])
        expect(await browser.call(operation, { relationalId: file.relationalId })).toMatchObject({
          status: 404,
          code: 'FILE_NOT_FOUND',
        });
    }
    expect(await namesOf(clerk, place)).toEqual(['秘密.pdf']);
  });

  // RECOGNITION-06
  it('once submitted, evidence is seen with the application, changed by nobody, and binds the approval', async () => {
    const applyId = randomUUID();
    const { data: file } = await upload(pdf, '成绩单.pdf', applyId);
    await clerk.get(recognitionOperationsOf.outside.apply, {
      commandId: randomUUID(),
      applyId,
      studentId: 'S2026001',
      scoreCognizanceApplyRemark: '交换学习',
      relateList: [
        {
          outSideList: [
            {
              outCourseCode: 'CS101',
              outCourseName: '程序设计',
              outCourseCredit: '4.0',
              outScoreCognizanceFinalValue: '88',
            },
          ],
          inSideList: [{ courseId: 'K1', scoreCognizanceFinalValue: '88' }],
        },
      ],
    });
    for (const browser of [clerk, dean]) expect(await namesOf(browser, applyId)).toEqual(['成绩单.pdf']);
    expect((await bytesOf(dean, file.relationalId)).rawPayload.equals(pdf)).toBe(true);
    // SYSADMIN-15: who opened it is in the operation log; who attached it is not.
    await bytesOf(clerk, file.relationalId);
    expect(await looksAt(file.relationalId)).toEqual([
      { user_name: 'dean1', looked: expect.objectContaining({ fields: ['content'] }) as object },
    ]);
    expect(await upload(pdf, '补充.pdf', applyId)).toMatchObject({
      status: 409,
      code: 'FILE_LOCKED',
      message: '申请已提交，附件不能再更改',
    });
    expect(await clerk.call(deleteFile, { relationalId: file.relationalId })).toMatchObject({
      status: 409,
      code: 'FILE_LOCKED',
    });
    expect(await dean.call(deleteFile, { relationalId: file.relationalId })).toMatchObject({
      status: 403,
      code: 'FILE_READ_ONLY',
    });
    expect(await filesOf(await school.browser('dean2'), applyId)).toMatchObject({
      status: 404,
      code: 'FILE_NOT_FOUND',
    });
    const bound: unknown[] = [];
    for await (const { data } of school.eventLog.readStream(`application-${applyId}`)) bound.push(data);
    expect(bound).toMatchObject([
      {
        content: {
          files: [
            {
              relationalId: file.relationalId,
              name: '成绩单.pdf',
              fileSize: pdf.length,
              digest: expect.stringMatching(/^[\da-f]{64}$/),
            },
          ],
        },
      },
    ]);
    expect((await dean.get(queryApprovals, { type: '1' })).list.find((item) => item.applyId === applyId)).toBeDefined();
    // Returned, the applicant may add to it again; others still may not.
    await decide(dean, applyId, '2', { backNode: '0', approvalOpinion: '请补充' });
    expect(await upload(pdf, '补充.pdf', applyId, {}, await school.browser('clerk2'))).toMatchObject({
      code: 'FILE_READ_ONLY',
    });
    expect(await upload(pdf, '补充.pdf', applyId)).toMatchObject({ code: '200' });
  });
});

async function looksAt(relationalId: string): Promise<{ user_name: string; looked: object }[]> {
  const { rows } = await school.pool.query<{ user_name: string; looked: object }>(
    `select user_name, looked from base.operation_log where operation = 'look' and key = $1 order by id`,
    [relationalId],
  );
  return rows;
}

describe('the catalogue', () => {
  it('FILES-23: the office finds, saves together, exports and deletes; others are not let in', async () => {
    const office = await school.browser('office1');
    const place = randomUUID();
    const { data: one } = await upload(pdf, '目录一.pdf', place);
    const { data: two } = await upload(png, '目录二.png', place);
    const found = await office.get(queryFiles, { businessId: place, pageNo: 1, pageSize: 10 });
    expect([found.total, found.rows.map(({ name, businessTableName }) => [name, businessTableName])]).toEqual([
      2,
      [
        ['目录二.png', '成绩认定'],
        ['目录一.pdf', '成绩认定'],
      ],
    ]);
    expect(
      (await office.get(queryFiles, { name: '目录一', fileType: 'pdf' })).rows.map(({ relationalId }) => relationalId),
    ).toEqual([one.relationalId]);
    const batch = await postAs(office, batchDownload, { relationalIds: `${one.relationalId},${two.relationalId}` });
    expect(await zipNames(content(batch.rawPayload))).toEqual(['目录一.pdf', '目录二.png']);
    for (const { relationalId } of [one, two])
      expect(await looksAt(relationalId)).toMatchObject([
        { user_name: 'office1', looked: { filter: { businessId: place } } },
      ]);
    const sheet = await postAs(office, exportFiles, { businessId: place });
    expect(await zipNames(content(sheet.rawPayload))).toContain('xl/workbook.xml');
    expect(await clerk.call(queryFiles, {})).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    // The administrator knows of the files, but does not open them.
    const admin = await school.browser('admin');
    expect((await admin.get(queryFiles, { businessId: place })).total).toBe(2);
    expect(await admin.call(downloadFile, { relationalId: one.relationalId })).toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
    expect(await admin.call(batchDelete, { relationalIds: one.relationalId, commandId: randomUUID() })).toMatchObject({
      code: 'FORBIDDEN',
    });
    const commandId = randomUUID();
    for (const _again of [1, 2])
      expect(
        await office.get(batchDelete, { relationalIds: `${one.relationalId},${two.relationalId}`, commandId }),
      ).toEqual({ removed: 2 });
    expect((await office.get(queryFiles, { businessId: place })).total).toBe(0);
  });

  it('bytes go a day after the last file with them, not those of a file that is there or in a submission', async () => {
    const files = createFolderFileStore(school.filesRoot);
    const draft = randomUUID();
    const [gone, stays] = [
      Buffer.concat([pdf, Buffer.from(randomUUID())]),
      Buffer.concat([pdf, Buffer.from(randomUUID())]),
    ];
    const { data: first } = await upload(gone, 'a.pdf', draft);
    await upload(stays, 'b.pdf', draft);
    await clerk.get(deleteFile, { relationalId: first.relationalId });
    const stored = async () => {
      const digests: string[] = [];
      for await (const { digest } of files.list()) digests.push(digest);
      return [gone, stays, pdf].map((bytes) => digests.includes(createHash('sha256').update(bytes).digest('hex')));
    };
    await sweepFiles({ files, db: school.pool, clock: () => new Date() });
    expect(await stored()).toEqual([true, true, true]);
    expect(
      (await sweepFiles({ files, db: school.pool, clock: () => new Date(Date.now() + 90_000_000) })).orphans,
    ).toBeGreaterThan(0);
    expect(await stored()).toEqual([false, true, true]);
  });
});

/** Sends bytes until the server answers. */
async function endlessUpload(fileSize: number) {
  const { outgoing, answer } = beginUpload(clerk, base, { businessId: randomUUID(), fileSize });
  const answered = answer();
  const closed = once(outgoing, 'close');
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  while (!outgoing.destroyed)
    if (!outgoing.write(chunk)) await Promise.race([once(outgoing, 'drain').catch(() => undefined), closed]);
  return await answered;
}

const incomingFiles = () => readdir(join(school.filesRoot, 'incoming'));

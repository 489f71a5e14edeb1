import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { businessFiles, deleteFile } from '@jwxt/contracts/file/file.operations.ts';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';
import { html, pdf } from './sample-file.fixture.ts';
import { beginUpload, uploadAs } from './upload-client.fixture.ts';

const KB = 1024;
let school: School;
let base: string;
let clerk: Browser;
/** Bytes that uploads may take while {@link freeBytes} are free. */
const reserveBytes = 1_000_000;
let freeBytes = Number.MAX_SAFE_INTEGER;
beforeAll(async () => {
  school = await startSchool({
    services: true,
    filesRoom: { reserveBytes, measure: () => Promise.resolve({ freeBytes, totalBytes: Number.MAX_SAFE_INTEGER }) },
  });
  base = await school.app.listen({ host: '127.0.0.1', port: 0 });
  clerk = await school.browser('clerk1');
});
afterAll(() => school.stop());

/** Each test has the whole day, and a megabyte of it. */
beforeEach(async () => {
  await school.pool.query(`update base.file_resource set uploaded_at = uploaded_at - interval '2 days'`);
  await quota(200, 1);
});

const quota = (files: number, megabytes: number) =>
  school.pool.query(
    `insert into base.parameter (param_code, para_name, para_value) values ('FJ_MRGS', '', $1), ('FJ_MRDX', '', $2)
      on conflict (param_code) do update set para_value = excluded.para_value`,
    [String(files), String(megabytes)],
  );
/** A pdf of its own of that size. */
const pdfOf = (bytes: number): Buffer => Buffer.concat([pdf, randomBytes(bytes - pdf.length)]);
const upload = (bytes: Buffer, businessId: string, more: Partial<Parameters<typeof uploadAs>[3]> = {}) =>
  uploadAs(clerk, base, bytes, { fileName: 'a.pdf', businessId, ...more });
/** Everything in the folder of attachments, in bytes. */
async function onDisk(): Promise<number> {
  const entries = await readdir(school.filesRoot, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name))),
  );
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
const countOf = (codes: readonly string[], code: string): number => codes.filter((each) => each === code).length;
const codesOf = (answers: readonly { code: string }[]): string[] => answers.map(({ code }) => code);

describe('one person against the disk', () => {
  it('60 large files, one by one, each to an application of its own: the disk has what the quota allows', async () => {
    const before = await onDisk();
    const answers: Awaited<ReturnType<typeof upload>>[] = [];
    for (let index = 0; index < 60; index += 1) answers.push(await upload(pdfOf(256 * KB), randomUUID()));
    expect([countOf(codesOf(answers), '200'), countOf(codesOf(answers), 'FILE_QUOTA_BYTES')]).toEqual([4, 56]);
    expect(answers.at(-1)).toMatchObject({
      status: 429,
      message:
        '您今天已上传 1 MB，加上这个文件（0.3 MB）将超过每人每天 1 MB 的上限（含已删除的），请明天再传，或联系管理员',
    });
    expect((await onDisk()) - before).toBe(4 * 256 * KB);
  });

  it('60 at once: no more than the quota are taken, however they fall together', async () => {
    const before = await onDisk();
    const codes = codesOf(await Promise.all(Array.from({ length: 60 }, () => upload(pdfOf(256 * KB), randomUUID()))));
    const taken = countOf(codes, '200');
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThanOrEqual(4);
    expect(taken + countOf(codes, 'FILE_QUOTA_BYTES') + countOf(codes, 'FILE_UPLOADS_UNDER_WAY')).toBe(60);
    expect((await onDisk()) - before).toBe(taken * 256 * KB);
  });

  it('uploading and deleting in turn: what was deleted counts until tomorrow', async () => {
    await quota(3, 500);
    const codes: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const { code, data } = await upload(pdfOf(KB), randomUUID());
      codes.push(code);
      if (code === '200')
        expect(await clerk.get(deleteFile, { relationalId: data.relationalId })).toEqual({ removed: 1 });
    }
    expect(codes).toEqual(['200', '200', '200', 'FILE_QUOTA_COUNT', 'FILE_QUOTA_COUNT', 'FILE_QUOTA_COUNT']);
  });

  it('60 that are refused after their bytes have come leave nothing on the disk', async () => {
    const [draft, fileUid, first] = [randomUUID(), randomUUID(), pdfOf(16 * KB)];
    expect(await upload(first, draft, { fileUid })).toMatchObject({ code: '200' });
    const before = await onDisk();
    const codes: string[] = [];
    for (let index = 0; index < 15; index += 1) {
      const bytes = pdfOf(16 * KB);
      // Other bytes under the id of a file that is attached: refused when its row is to be written, which is after they
      // were kept.
      codes.push((await upload(bytes, draft, { fileUid })).code);
      codes.push((await upload(html, draft)).code);
      codes.push((await upload(bytes, draft, { fileSize: bytes.length - 1 })).code);
      codes.push((await upload(bytes, draft, { fileSize: bytes.length + 1 })).code);
    }
    expect([
      countOf(codes, 'COMMAND_REUSED'),
      countOf(codes, 'FILE_CONTENT_DIFFERS'),
      countOf(codes, 'FILE_INCOMPLETE'),
    ]).toEqual([15, 15, 30]);
    expect(await onDisk()).toBe(before);
    // What is attached is still there.
    const again = await clerk.get(businessFiles, { businessTable: RECOGNITION_FILES, businessId: draft });
    expect(again.map(({ fileSize }) => fileSize)).toEqual([first.length]);
  });

  it('one that is refused takes away no bytes that somebody has attached', async () => {
    const [draft, bytes] = [randomUUID(), pdfOf(4 * KB)];
    await upload(bytes, draft);
    const fileUid = randomUUID();
    await upload(pdfOf(4 * KB), draft, { fileUid });
    const before = await onDisk();
    expect(await upload(bytes, draft, { fileUid })).toMatchObject({ code: 'COMMAND_REUSED' });
    expect(await onDisk()).toBe(before);
  });

  it('uploads that stand still take up the quota of who sent them, and of nobody else', async () => {
    const slow = beginUpload(clerk, base, { businessId: randomUUID(), fileSize: 900 * KB });
    slow.outgoing.write(pdf);
    await expect.poll(() => readdir(join(school.filesRoot, 'incoming'))).toHaveLength(1);
    expect(await upload(pdfOf(200 * KB), randomUUID())).toMatchObject({ code: 'FILE_QUOTA_BYTES' });
    expect(
      await uploadAs(await school.browser('clerk2'), base, pdfOf(200 * KB), {
        fileName: 'a.pdf',
        businessId: randomUUID(),
      }),
    ).toMatchObject({ code: '200' });
    const rest = randomBytes(900 * KB - pdf.length);
    slow.end(rest);
    expect(await slow.answer()).toMatchObject({ code: '200' });
  });

  it('eight at the same time, not more', async () => {
    const slow = Array.from({ length: 8 }, () => beginUpload(clerk, base, { businessId: randomUUID(), fileSize: KB }));
    for (const { outgoing } of slow) outgoing.write(pdf);
    await expect.poll(() => readdir(join(school.filesRoot, 'incoming'))).toHaveLength(8);
    expect(await upload(pdfOf(KB), randomUUID())).toMatchObject({
      status: 429,
      code: 'FILE_UPLOADS_UNDER_WAY',
      message: '您同时上传的文件过多，请等前面的文件传完后再试',
    });
    for (const { outgoing } of slow) outgoing.destroy();
    await expect.poll(() => readdir(join(school.filesRoot, 'incoming'))).toEqual([]);
    await expect.poll(async () => (await upload(pdfOf(KB), randomUUID())).code).toBe('200');
  });
});

describe('what cannot be attached is refused before its bytes come', () => {
  /** Announces a file, sends its beginning only, and answers what the server says to that. */
  const announce = async (browser: Browser, fields: Parameters<typeof beginUpload>[2]) => {
    const begun = beginUpload(browser, base, fields);
    begun.outgoing.write(pdf);
    const answer = await begun.answer();
    expect(await readdir(join(school.filesRoot, 'incoming'))).toEqual([]);
    return answer;
  };

  it('over the quota, over the number of files, of another person, or known by its id', async () => {
    const [full, fileUid] = [randomUUID(), randomUUID()];
    for (let index = 0; index < 29; index += 1) await upload(pdfOf(KB), full);
    await upload(pdfOf(KB), full, { fileUid });
    expect(await announce(clerk, { businessId: full, fileSize: KB })).toMatchObject({
      status: 409,
      code: 'FILE_TOO_MANY',
    });
    expect(await announce(await school.browser('clerk2'), { businessId: full, fileSize: KB })).toMatchObject({
      status: 403,
      code: 'FILE_READ_ONLY',
    });
    expect(await announce(clerk, { businessId: full, fileSize: KB + 1, fileUid })).toMatchObject({
      status: 409,
      code: 'COMMAND_REUSED',
    });
    expect(await announce(clerk, { businessId: randomUUID(), fileSize: 50 * KB * KB })).toMatchObject({
      status: 429,
      code: 'FILE_QUOTA_BYTES',
    });
    await quota(30, 1);
    expect(await announce(clerk, { businessId: randomUUID(), fileSize: KB })).toMatchObject({
      status: 429,
      code: 'FILE_QUOTA_COUNT',
    });
  });

  it('where the disk would not keep its reserve', async () => {
    freeBytes = reserveBytes + KB - 1;
    expect(await announce(clerk, { businessId: randomUUID(), fileSize: KB })).toMatchObject({
      status: 507,
      code: 'FILE_STORE_FULL',
      message: '服务器存储空间不足，请联系管理员',
    });
    freeBytes += 1;
    expect(await upload(pdfOf(KB), randomUUID())).toMatchObject({ code: '200' });
    freeBytes = Number.MAX_SAFE_INTEGER;
  });
});

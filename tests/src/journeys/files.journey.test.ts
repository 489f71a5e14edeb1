import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTcpProxy, type TcpProxy } from '../faults/tcp-proxy.ts';
import { givenBrowser, leaveBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { environmentOf } from '../testing/product.ts';
import { soon } from './people.ts';

const product = await givenProduct();
let browser: Browser;
let folder: string;
let page: Page;
let address: string;
/** The line between browser and product. */
let line: TcpProxy;
const path = (name: string) => join(folder, name);

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 ' +
    'obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-journey-'));
  await writeFile(path('交流学校成绩单与课程大纲.pdf'), pdf);
  await writeFile(path('说明.txt'), '慕课证书编号 2026');
  // Large enough to be seen on its way over a slow line.
  await writeFile(path('扫描件.pdf'), Buffer.concat([pdf, randomBytes(3_000_000)]));
  await writeFile(path('程序.exe'), 'MZ');
  await writeFile(path('网页.png'), '<!doctype html><script>alert(1)</script>');
  browser = await givenBrowser();
  line = await openTcpProxy(() => Promise.resolve([{ host: '127.0.0.1', port: Number(new URL(product.url).port) }]));
  address = `http://127.0.0.1:${line.port}`;
  page = await openWindow(browser, address, 'clerk1');
  // Notices may pop up one after the other over the list; they are put off, as a person would.
  await page.addLocatorHandler(
    page.getByRole('region', { name: '系统提示' }),
    (prompt) => prompt.getByRole('button', { name: '稍后再看' }).click(),
    { noWaitAfter: true },
  );
  await page.goto(`${address}/jwxt/gly/scoreManage/recognition/outSchool/new`);
});
afterAll(async () => {
  await leaveBrowser();
  await line.close();
  await rm(folder, { recursive: true });
});

const rows = () => page.getByRole('list', { name: '附件' }).getByRole('listitem');
const choose = (...names: string[]) => page.getByLabel('选择附件').setInputFiles(names.map(path));
const incoming = () => readdir(join(product.dataDir, 'files/incoming')).catch(() => []);

/** The progress that is shown has begun to move. */
async function underWay(name: string): Promise<void> {
  await expect
    .poll(
      async () =>
        Number(await page.getByRole('progressbar', { name: `${name} 上传进度` }).getAttribute('aria-valuenow')),
      soon,
    )
    .toBeGreaterThan(0);
}

describe('attachments in a browser', () => {
  // FILES-12, FILES-15, FILES-20, FILES-21
  it('several files are chosen at once, told one by one, and listed with shortened names', async () => {
    await choose('交流学校成绩单与课程大纲.pdf', '说明.txt');
    await page.getByText('说明.txt 文件上传成功。').waitFor();
    await expect.poll(() => rows().count(), soon).toBe(2);
    await page.getByText('交流学校成绩单与课程…').waitFor();
    // The pointer leaves the name when a notice is put off: it comes back to it.
    await expect
      .poll(async () => {
        await page.getByText('交流学校成绩单与课程…').hover();
        return await page.getByRole('tooltip').allInnerTexts();
      }, soon)
      .toContain('交流学校成绩单与课程大纲.pdf');
  });

  it('FILES-10: what is of another type by its name is not sent; what is by its bytes is refused', async () => {
    await choose('程序.exe');
    await page
      .getByText('仅支持上传txt、zip、rar、jpg、jpeg、bmp、gif、png、doc、docx、xls、xlsx、ppt、pptx、pdf格式的文件')
      .waitFor();
    await choose('网页.png');
    await page.getByText('文件上传失败！原因：文件内容与扩展名“png”不符，请确认文件没有损坏或被改名').waitFor();
    await page.getByRole('button', { name: '移出 网页.png' }).click();
    await expect.poll(() => rows().count(), soon).toBe(2);
  });

  it('shows how far a large one is, and leaves nothing when it is cancelled', async () => {
    line.delay(40);
    await choose('扫描件.pdf');
    await underWay('扫描件.pdf');
    await page.getByRole('button', { name: '取消 扫描件.pdf' }).click();
    await expect.poll(() => rows().count(), soon).toBe(2);
    await expect.poll(incoming, soon).toEqual([]);
  });

  it('FILES-16: one whose line breaks says so, leaves nothing behind, and arrives when it is sent again', async () => {
    await choose('扫描件.pdf');
    await underWay('扫描件.pdf');
    // The browser by itself sends again once what broke on a connection that it had used before.
    await expect
      .poll(async () => {
        line.cut();
        return await page.getByText('文件上传失败！原因：网络连接失败，请检查网络后重试').count();
      }, soon)
      .toBe(1);
    await expect.poll(incoming, soon).toEqual([]);
    line.delay(0);
    await page.getByRole('button', { name: '重试 扫描件.pdf' }).click();
    await page.getByText('扫描件.pdf 文件上传成功。').waitFor();
    await expect.poll(() => rows().count(), soon).toBe(3);
  });

  it('FILES-06, CLIENT-10: is saved under its name with its bytes', async () => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载 扫描件.pdf' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('扫描件.pdf');
    expect((await readFile(await download.path())).equals(await readFile(path('扫描件.pdf')))).toBe(true);
  });

  it('FILES-13, FILES-14: a pdf opens in a window of its own; anything else cannot be shown', async () => {
    await page.getByRole('button', { name: '预览 说明.txt' }).click();
    await page.getByText('仅支持预览pdf文件').waitFor();
    const [opened, answer] = await Promise.all([
      page.waitForEvent('popup'),
      page.waitForResponse((response) => response.url().includes('/downloadFileUrl')),
      page.getByRole('button', { name: '预览 交流学校成绩单与课程大纲.pdf' }).first().click(),
    ]);
    // A browser without a viewer of its own saves it instead, so the address is asked here.
    const { data } = (await answer.json()) as { data: { id: string } };
    const shown = await page.request.get(
      `${address}/api/baseInfo/fileUploadResource/preview/${data.id}/` +
        `${encodeURIComponent('交流学校成绩单与课程大纲.pdf')}`,
    );
    expect([shown.status(), shown.headers()['content-type'], (await shown.body()).equals(pdf)]).toEqual([
      200,
      'application/pdf',
      true,
    ]);
    await opened.close();
  });

  it('FILES-05: is deleted after a question; by keyboard too', async () => {
    await page.bringToFront();
    await page.getByRole('button', { name: '删除 说明.txt' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('将删除附件“说明.txt”，删除后不能恢复。').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect.poll(() => rows().count(), soon).toBe(2);
  });

  it('who has uploaded as much as a day allows reads so beside the file, though its bytes were not taken', async () => {
    const pool = createPool((await environmentOf(product))['DATABASE_URL'] ?? '', { name: 'files journey', max: 1 });
    const other = await openWindow(browser, address, 'clerk7');
    try {
      await pool.query(
        `insert into base.file_resource (relational_id, file_uid, name, file_size, file_type, digest, business_table,
            business_id, uploader, uploader_name, uploaded_at)
         select gen_random_uuid(), 'used up', 'a.pdf', 1, 'pdf', repeat('a', 64), $1, 'used-up-' || n, 'clerk7', '',
           now()
         from generate_series(1, 200) as step (n)`,
        [RECOGNITION_FILES],
      );
      await other.goto(`${address}/jwxt/gly/scoreManage/recognition/outSchool/new`);
      await other.getByLabel('选择附件').setInputFiles([path('扫描件.pdf')]);
      const reason = '您今天上传的附件已达每人每天 200 个的上限（含已删除的），请明天再传，或联系管理员';
      await other.getByText(`文件上传失败！原因：${reason}`).waitFor();
      await other.getByRole('list', { name: '附件' }).getByRole('listitem').getByText(reason).waitFor();
      expect(await incoming()).toEqual([]);
    } finally {
      await pool.query(`delete from base.file_resource where file_uid = 'used up'`);
      await pool.end();
      await other.context().close();
    }
  });
});

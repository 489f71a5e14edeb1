import { afterAll, beforeAll, expect, it } from 'vitest';
import { businessFiles, downloadFile } from '@jwxt/contracts/file/file.operations.ts';
import { GUIDE_FILES, NOTICE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import {
  guideCreate,
  guidePublish,
  noticeInfoCreate,
  noticeInfoPublish,
} from '@jwxt/contracts/notice/publishing.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';
import { uploadAs } from '../file/upload-client.fixture.ts';

let school: School;
let base: string;
let office: Browser;
let clerk: Browser;
let teacher1: Browser;
let teacher2: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  base = await school.app.listen({ host: '127.0.0.1', port: 0 });
  [office, clerk, teacher1, teacher2] = (await Promise.all(
    ['office1', 'clerk1', 'teacher1', 'teacher2'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser, Browser];
});
afterAll(() => school.stop());

const id = (): string => crypto.randomUUID();
const attach = (browser: Browser, businessTable: string, businessId: string, fileName: string) =>
  uploadAs(browser, base, Buffer.from('内容'), { fileName, businessTable, businessId });
const filesOf = (browser: Browser, businessTable: string, businessId: string) =>
  browser.call(businessFiles, { businessTable, businessId });

// NOTICE-03
it('attachments of a notice are read by whom it reaches, from when it is published, and by nobody else', async () => {
  const noticeId = id();
  const { data: file } = await attach(office, NOTICE_FILES, noticeId, '安排.txt');
  expect((await filesOf(office, NOTICE_FILES, noticeId)).data.map(({ name }) => name)).toEqual(['安排.txt']);
  const { relationalId } = file as { relationalId: string };
  await office.get(noticeInfoCreate, {
    commandId: id(),
    noticeId,
    noticeName: '带附件',
    noticeTypeId: 'tz',
    content: '<p>见附件</p>',
    audience: { roles: [], departments: [], grades: [], users: ['teacher1'] },
  });
  for (const stranger of [teacher1, teacher2, clerk]) {
    expect((await filesOf(stranger, NOTICE_FILES, noticeId)).data ?? []).toEqual([]);
    expect((await stranger.call(downloadFile, { relationalId })).code).not.toBe('200');
  }
  await office.get(noticeInfoPublish, { commandId: id(), noticeId });
  expect((await filesOf(teacher1, NOTICE_FILES, noticeId)).data.map(({ name }) => name)).toEqual(['安排.txt']);
  for (const stranger of [teacher2, clerk]) {
    expect((await filesOf(stranger, NOTICE_FILES, noticeId)).data ?? []).toEqual([]);
    expect(await stranger.call(downloadFile, { relationalId })).toMatchObject({
      status: expect.toSatisfy((status: number) => status >= 400) as number,
    });
  }
});

it('only who writes a draft attaches to it; what is published is fixed with its attachments', async () => {
  const noticeId = id();
  await office.get(noticeInfoCreate, {
    commandId: id(),
    noticeId,
    noticeName: '草稿',
    noticeTypeId: 'tz',
    content: '<p>正文</p>',
    audience: { roles: [], departments: [], grades: [], users: [] },
  });
  expect(await attach(teacher1, NOTICE_FILES, noticeId, '冒充.txt')).not.toMatchObject({ code: '200' });
  expect(await attach(clerk, NOTICE_FILES, noticeId, '别人的.txt')).not.toMatchObject({ code: '200' });
  expect(await attach(office, NOTICE_FILES, noticeId, '自己的.txt')).toMatchObject({ code: '200' });
  await office.get(noticeInfoPublish, { commandId: id(), noticeId });
  expect(await attach(office, NOTICE_FILES, noticeId, '太迟.txt')).not.toMatchObject({ code: '200' });
});

it('NOTICE-18: attachments of a guide are for everybody once it is published', async () => {
  const operationGuideId = id();
  await attach(office, GUIDE_FILES, operationGuideId, '图示.txt');
  await office.get(guideCreate, {
    commandId: id(),
    operationGuideId,
    noticeName: '指南',
    domainService: '09',
    content: '<p>正文</p>',
  });
  expect((await filesOf(teacher1, GUIDE_FILES, operationGuideId)).data ?? []).toEqual([]);
  await office.get(guidePublish, { commandId: id(), operationGuideId });
  expect((await filesOf(teacher2, GUIDE_FILES, operationGuideId)).data.map(({ name }) => name)).toEqual(['图示.txt']);
});

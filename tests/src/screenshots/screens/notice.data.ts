import { at, dialogOf, follow, inTurn, press, type Screen } from '../screen.ts';

/** Notices, system messages and guides: to read, and to write. */
export const noticeScreens: readonly Screen[] = [
  { file: 'notices', title: '通知公告', person: 'teacher1', path: at('messageSystem', 'notice') },
  {
    file: 'notice-detail',
    title: '通知公告详情',
    person: 'teacher1',
    path: '/jwxt/gly/newHome/components/messageSystem/information/:noticeId',
    address: () => Promise.resolve(at('messageSystem', 'notice')),
    prepare: follow((page) => page.locator('main a[href*="/information/"]')),
  },
  {
    file: 'notice-pop-up',
    title: '系统提示',
    person: 'clerk3',
    path: '/',
    popUp: true,
    prepare: (page) => page.getByRole('region', { name: '系统提示' }).waitFor(),
  },
  { file: 'system-messages', title: '系统消息', person: 'clerk1', path: at('messageSystem', 'systemMessage') },
  {
    file: 'system-message',
    title: '消息详情',
    person: 'clerk1',
    path: at('messageSystem', 'systemMessage'),
    prepare: async (page) => {
      await page.getByRole('table', { name: '系统消息' }).locator('tbody').getByRole('button').first().click();
      await dialogOf(page, '消息详情').waitFor();
    },
  },
  { file: 'notice-manage', title: '通知公告管理', person: 'office1', path: at('messageSystem', 'noticeInfo') },
  {
    file: 'notice-editor',
    title: '新增通知公告：发布范围',
    person: 'office1',
    path: at('messageSystem', 'noticeInfo'),
    prepare: inTurn(press('新增', '新增通知公告'), async (page) => {
      const form = dialogOf(page, '新增通知公告');
      await form.getByPlaceholder('请输入标题').fill('关于期末考试监考安排的通知');
      await form.getByLabel('另加个人').fill('teacher31');
      await page.getByRole('option', { name: /（teacher31，/ }).click();
      await form.getByText('共 1 人').waitFor();
      await form.locator('[contenteditable=true]').fill('请监考教师提前十五分钟到场。');
    }),
  },
  {
    file: 'notice-editor-dark',
    title: '新增通知公告（深色）',
    person: 'office1',
    path: at('messageSystem', 'noticeInfo'),
    dark: true,
    prepare: press('新增', '新增通知公告'),
  },
  {
    file: 'notice-readers',
    title: '阅读情况',
    person: 'office1',
    path: at('messageSystem', 'noticeInfo'),
    prepare: press(/阅读情况/, /^阅读情况/),
  },
  { file: 'guides', title: '操作指南', person: 'teacher1', path: at('guide', 'operationGuide') },
  {
    file: 'guide-detail',
    title: '操作指南详情',
    person: 'teacher1',
    path: '/jwxt/gly/newHome/components/guide/detailModal/:operationGuideId',
    address: () => Promise.resolve(at('guide', 'operationGuide')),
    prepare: follow((page) => page.locator('main a[href*="/detailModal/"]')),
  },
  { file: 'guide-manage', title: '操作指南管理', person: 'office1', path: at('guide', 'guideInfo') },
  {
    file: 'guide-editor',
    title: '新增操作指南',
    person: 'office1',
    path: at('guide', 'guideInfo'),
    prepare: press('新增', '新增操作指南'),
  },
];

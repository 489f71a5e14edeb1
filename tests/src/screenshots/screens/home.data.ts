import type { Page } from 'playwright';
import { at, dialogOf, press, type Screen } from '../screen.ts';

const search =
  (text: string) =>
  async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '搜索菜单' }).fill(text);
    await page.getByRole('option').first().waitFor();
  };

/** The start pages, the ways into the modules, and the shell around them. */
export const homeScreens: readonly Screen[] = [
  { file: 'home-office', title: '首页（教务处）', person: 'office1', path: '/' },
  { file: 'home-office-dark', title: '首页（深色）', person: 'office1', path: '/', dark: true },
  { file: 'home-approver', title: '首页（院系审核）', person: 'dean1', path: '/' },
  { file: 'home-teacher', title: '首页（任课教师）', person: 'teacher1', path: '/' },
  { file: 'home-admin', title: '首页（系统管理员）', person: 'admin', path: '/' },
  {
    file: 'home-student-reminder',
    title: '学生首页：评教提醒',
    person: 'student1',
    path: '/jwxt/xs',
    prepare: (page) => dialogOf(page, '提示').waitFor(),
  },
  { file: 'home-student', title: '首页（学生）', person: 'student1', path: '/jwxt/xs' },
  { file: 'home-teacher-own', title: '个人主页（任课教师）', person: 'teacher1', path: '/jwxt/js' },
  { file: 'landing', title: '导航页', person: 'office1', path: '/jwxt/gly/landing' },
  { file: 'home-notices', title: '首页详情：通知公告', person: 'dean1', path: '/?detail=1' },
  { file: 'home-todos', title: '首页详情：待办消息', person: 'dean1', path: '/?detail=2' },
  { file: 'home-guides', title: '首页详情：操作指南', person: 'dean1', path: '/?detail=3' },
  { file: 'all-functions', title: '全部功能：列表', person: 'office1', path: '/?all=list' },
  { file: 'all-functions-flow', title: '全部功能：流程图', person: 'office1', path: '/?all=flow' },
  {
    file: 'launcher',
    title: '全部服务',
    person: 'office1',
    path: at('scoreManage'),
    prepare: press('全部服务', '全部服务'),
  },
  { file: 'application-manage', title: '应用管理', person: 'admin', path: '/', prepare: press('编辑', '应用管理') },
  { file: 'menu-search', title: '搜索菜单（Ctrl+K）', person: 'office1', path: '/', prepare: search('cj') },
  {
    file: 'to-do-menu',
    title: '待办与申请的数目',
    person: 'dean1',
    path: '/',
    eachSize: true,
    prepare: async (page) => {
      await page.locator('header').getByRole('button', { name: /待办$/ }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  { file: 'module-home', title: '模块首页', person: 'office1', path: at('scoreManage') },
  { file: 'module-home-teacher', title: '模块首页：开放中的窗口', person: 'teacher1', path: at('scoreManage') },
  { file: 'module-later', title: '尚未启用的模块', person: 'office1', path: at('graduationThesis') },
  { file: 'page-unknown', title: '模块中没有的页面', person: 'office1', path: at('scoreManage', 'nothing') },
  { file: 'page-forbidden', title: '没有权限的页面', person: 'teacher1', path: at('systemManage', 'readModels') },
  {
    file: 'page-tabs',
    title: '打开的页面',
    person: 'office1',
    path: at('scoreManage', 'analysis'),
    eachSize: true,
    prepare: async (page, { url }) => {
      for (const [title, address] of [
        ['成绩回放', at('scoreManage', 'replay')],
        ['审批中心', at('messageSystem', 'approval')],
        ['成绩统计', at('scoreManage', 'analysis')],
      ] as const) {
        await page.goto(`${url}${address}`);
        await page.getByRole('button', { name: `关闭 ${title}` }).waitFor();
      }
      await page.getByRole('img', { name: '及格率' }).waitFor();
      await page.getByRole('button', { name: /^全部标签/ }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
];

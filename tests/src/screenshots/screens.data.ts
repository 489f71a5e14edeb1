import { ADMIN_BASE } from '@jwxt/contracts/system/module.vocabulary.ts';
import type { Page } from 'playwright';

/** One screen: who sees it, where it is, and what is done before it is photographed. */
export interface Screen {
  readonly file: string;
  /** Chinese, as the index names it. */
  readonly title: string;
  /** Null: nobody is signed in. */
  readonly person: string | null;
  readonly path: string;
  readonly dark?: boolean;
  readonly prepare?: (page: Page) => Promise<void>;
}

const at = (page: string): string => `${ADMIN_BASE}/${page}`;

async function failToSignIn(page: Page): Promise<void> {
  await page.getByLabel('用户名').fill('nobody');
  await page.getByLabel('密码', { exact: true }).fill('wrong-password');
  await page.getByRole('button', { name: /^登\s*录$/ }).click();
  await page.getByRole('dialog', { name: '登录失败' }).waitFor();
}

const press = (name: string | RegExp) => async (page: Page): Promise<void> => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').first().waitFor();
};

/** Every screen that is kept, in the order of the index. */
export const screens: readonly Screen[] = [
  { file: 'login', title: '登录', person: null, path: '/login' },
  { file: 'login-failed', title: '登录失败', person: null, path: '/login', prepare: failToSignIn },
  { file: 'home-office', title: '首页（教务处）', person: 'office1', path: '/' },
  { file: 'home-office-dark', title: '首页（深色）', person: 'office1', path: '/', dark: true },
  { file: 'home-teacher', title: '首页（任课教师）', person: 'teacher1', path: '/' },
  { file: 'home-admin', title: '首页（系统管理员）', person: 'admin', path: '/' },
  { file: 'home-student', title: '首页（学生）', person: 'student1', path: '/' },
  { file: 'menu-search', title: '搜索菜单（Ctrl+K）', person: 'office1', path: '/', prepare: async (page) => { await page.keyboard.press('Control+k'); await page.getByRole('dialog').first().waitFor(); await page.keyboard.type('cj'); } },
  { file: 'module-home', title: '模块首页', person: 'office1', path: at('scoreManage/scoreManageHome') },
  { file: 'approval-list', title: '审批中心', person: 'dean1', path: at('messageSystem/approval') },
  { file: 'approval-list-dark', title: '审批中心（深色）', person: 'dean1', path: at('messageSystem/approval'), dark: true },
  { file: 'approval-detail', title: '申请详情', person: 'dean1', path: at('messageSystem/approval'), prepare: press('详情') },
  { file: 'approval-decide', title: '审批', person: 'dean1', path: at('messageSystem/approval'), prepare: press(/^审批$/) },
  { file: 'approval-delegation', title: '审批代理', person: 'dean1', path: at('messageSystem/delegation') },
  { file: 'notices', title: '通知公告', person: 'teacher1', path: at('messageSystem/notice') },
  { file: 'notice-manage', title: '通知公告管理', person: 'office1', path: at('messageSystem/noticeInfo') },
  { file: 'system-messages', title: '系统消息', person: 'teacher1', path: at('messageSystem/systemMessage') },
  { file: 'guides', title: '操作指南', person: 'teacher1', path: at('guide/operationGuide') },
  { file: 'score-entry-classes', title: '成绩录入：教学班', person: 'teacher1', path: at('scoreManage/entry') },
  { file: 'score-changes', title: '成绩更改', person: 'teacher1', path: at('scoreManage/change') },
  { file: 'recognitions', title: '成绩认定', person: 'office1', path: at('scoreManage/recognition') },
  { file: 'score-replay', title: '成绩回放', person: 'auditor1', path: at('scoreManage/replay') },
  { file: 'statistics', title: '成绩统计', person: 'office1', path: at('scoreManage/analysis') },
  { file: 'monitor-screen', title: '监控大屏', person: 'office1', path: at('dataMonitor/monitorscreen') },
  { file: 'monitor-screen-dark', title: '监控大屏（深色）', person: 'office1', path: at('dataMonitor/monitorscreen'), dark: true },
  { file: 'monitor-panel', title: '数据监控悬浮球', person: 'office1', path: '/', prepare: async (page) => { await page.getByTestId('monitor-ball').hover(); await page.getByRole('dialog', { name: '数据监控' }).waitFor(); } },
  { file: 'monitor-results', title: '监测结果', person: 'office1', path: at('dataMonitor/monitorResult') },
  { file: 'monitor-points', title: '监测点', person: 'office1', path: at('dataMonitor/monitorPoint') },
  { file: 'monitor-tasks', title: '清洗记录', person: 'office1', path: at('dataMonitor/monitorTask') },
  { file: 'running', title: '运行状态', person: 'admin', path: at('systemManage/monitor') },
  { file: 'read-models', title: '读模型管理', person: 'admin', path: at('systemManage/readModels') },
  { file: 'online-users', title: '在线用户', person: 'admin', path: at('systemManage/onlineUsers') },
  { file: 'components', title: '组件示例', person: 'admin', path: at('appBuild/components') },
];

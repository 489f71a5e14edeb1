import type { Page } from 'playwright';
import { at, dialogOf, inTurn, press, type Screen } from '../screen.ts';
import type { Stage } from '../stage.ts';

const intoView =
  (heading: string) =>
  async (page: Page): Promise<void> => {
    await page
      .getByRole('heading', { name: heading, exact: true })
      .first()
      .evaluate((element) => {
        element.scrollIntoView({ block: 'start' });
      });
  };

async function issueLink(page: Page): Promise<void> {
  const dialog = dialogOf(page, '临时登录');
  await dialog.locator('#temp-user').fill('teacher2');
  await dialog.locator('#temp-reason').fill('忘记密码，已当面核实');
  await dialog.getByRole('button', { name: '生成链接' }).click();
  await dialog.getByLabel('临时登录链接').waitFor();
}

/** The data folder of the run is a temporary one of any name: the picture has one as a school has it. */
async function usualFolder(page: Page, { dataDir }: Stage): Promise<void> {
  const usual = '/srv/jwxt';
  await page.route('**/api/system/monitor/query*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(dataDir, usual) });
  });
  await page.reload();
  await page.getByText(usual).first().waitFor();
}

async function chooseFirst(page: Page): Promise<void> {
  await page.getByRole('table', { name: '监测结果' }).locator('tbody').getByRole('checkbox').first().check();
}

async function editorReady(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: '富文本内容' }).waitFor();
  await intoView('富文本')(page);
}

const results = at('dataMonitor', 'monitorResult');
const components = at('appBuild', 'components');

/** Data monitor, operation of the system, files, and the widgets' page. */
export const systemScreens: readonly Screen[] = [
  { file: 'monitor-screen', title: '监控大屏', person: 'office1', path: at('dataMonitor', 'monitorscreen') },
  {
    file: 'monitor-screen-dark',
    title: '监控大屏（深色）',
    person: 'office1',
    path: at('dataMonitor', 'monitorscreen'),
    dark: true,
  },
  {
    file: 'monitor-panel',
    title: '数据监控悬浮球',
    person: 'office1',
    path: '/',
    eachSize: true,
    arrange: (stage) => stage.spoilName(),
    prepare: async (page) => {
      await page.getByTestId('monitor-ball').hover();
      await dialogOf(page, '数据监控').waitFor();
    },
  },
  { file: 'monitor-results', title: '监测结果', person: 'office1', path: results },
  {
    file: 'monitor-result',
    title: '监测结果详情',
    person: 'office1',
    path: results,
    prepare: press('查看', '监测结果'),
  },
  {
    file: 'monitor-clean',
    title: '清洗数据',
    person: 'office1',
    path: results,
    arrange: (stage) => stage.spoilName(),
    prepare: async (page) => {
      await page.getByRole('table', { name: '监测结果' }).getByRole('button', { name: '清洗' }).first().click();
      await dialogOf(page, '清洗数据').waitFor();
    },
  },
  {
    file: 'monitor-ignore',
    title: '忽略问题',
    person: 'office1',
    path: results,
    prepare: inTurn(chooseFirst, press('忽略', '忽略问题')),
  },
  { file: 'monitor-points', title: '监测点', person: 'office1', path: at('dataMonitor', 'monitorPoint') },
  {
    file: 'monitor-point',
    title: '监测点设置',
    person: 'office1',
    path: at('dataMonitor', 'monitorPoint'),
    prepare: press('设置', '监测点设置'),
  },
  { file: 'monitor-tasks', title: '清洗记录', person: 'office1', path: at('dataMonitor', 'monitorTask') },
  {
    file: 'running',
    title: '运行状态',
    person: 'admin',
    path: at('systemManage', 'monitor'),
    prepare: usualFolder,
  },
  { file: 'read-models', title: '读模型管理', person: 'admin', path: at('systemManage', 'readModels') },
  {
    file: 'read-models-confirm',
    title: '全部重建',
    person: 'admin',
    path: at('systemManage', 'readModels'),
    prepare: press('全部重建', '提示'),
  },
  { file: 'online-users', title: '在线用户', person: 'admin', path: at('systemManage', 'onlineUsers') },
  {
    file: 'temp-login',
    title: '临时登录',
    person: 'admin',
    path: at('systemManage', 'onlineUsers'),
    prepare: press('临时登录', '临时登录'),
  },
  {
    file: 'temp-login-link',
    title: '临时登录链接',
    person: 'admin',
    path: at('systemManage', 'onlineUsers'),
    prepare: inTurn(press('临时登录', '临时登录'), issueLink),
  },
  { file: 'file-resources', title: '文件资源', person: 'admin', path: at('baseInfo', 'fileUploadResource') },
  { file: 'components', title: '组件示例', person: 'admin', path: components },
  {
    file: 'components-inputs',
    title: '组件示例：选择与输入',
    person: 'admin',
    path: components,
    prepare: intoView('选择与输入'),
  },
  { file: 'components-rich-text', title: '组件示例：富文本', person: 'admin', path: components, prepare: editorReady },
  {
    file: 'components-rich-text-dark',
    title: '组件示例：富文本（深色）',
    person: 'admin',
    path: components,
    prepare: editorReady,
    dark: true,
  },
  {
    file: 'rich-text-link',
    title: '插入链接',
    person: 'admin',
    path: components,
    prepare: inTurn(editorReady, press('插入链接', '插入链接')),
  },
  {
    file: 'rich-text-video',
    title: '插入视频',
    person: 'admin',
    path: components,
    prepare: inTurn(editorReady, press('插入视频', '插入视频')),
  },
  {
    file: 'components-table',
    title: '组件示例：可编辑表格',
    person: 'admin',
    path: components,
    prepare: intoView('可编辑表格'),
  },
  {
    file: 'components-faces',
    title: '组件示例：空状态',
    person: 'admin',
    path: components,
    prepare: intoView('空状态'),
  },
];

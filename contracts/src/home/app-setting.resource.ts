import { z } from 'zod';
import { modules } from '../kernel/module.vocabulary.ts';
import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { NEW_WINDOW } from './menu.vocabulary.ts';

const moduleNames = Object.fromEntries(modules.flatMap(({ id, title }) => (id === null ? [] : [[id, title]])));
const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text) && URL.canParse(text);

/** SYSADMIN-02 应用设置: the service tiles of the home page and of 全部服务 (APPS-16). */
export const appSetting = defineResource({
  name: 'appSetting',
  loggedAs: 'menu',
  service: 'system',
  table: 'menu',
  key: 'menuId',
  called: 'menuName',
  fields: {
    menuName: field.text('应用名称', 30, { required: true, search: true, list: 'auto' }),
    menuId: {
      ...field.text('编号', 4, { required: true, fixed: true, list: 80, hint: '全部服务按编号排列' }),
      schema: z.string('必填').regex(/^[1-9]\d{0,3}$/, '应为 1 到 9999 的整数'),
    },
    menuType: field.choice('打开方式', { '1': '系统内', [NEW_WINDOW]: '新窗口' }, { required: true, list: 100 }),
    url: field.text('地址', 200, { required: true, list: 260, hint: '系统内页面以 / 开头；外部网站以 https:// 开头' }),
    iconContent: field.text('图标', 100, { required: true, list: 120, initial: 'apps' }),
    moduleId: field.choice('所属模块', moduleNames, { search: true, list: 120 }),
    menuCatagoryId: field.reference('分类', 'menuCategory', { search: true, list: 120 }),
    dataStatus: field.choice(
      '状态',
      { SHOW: '显示', HIDDEN: '隐藏' },
      { required: true, search: true, list: 90, state: true },
    ),
    sortNum: field.integer('排序号', [0, 9999], { required: true, initial: 0, list: 90 }),
  },
  order: [{ by: 'menuCatagoryId' }, { by: 'sortNum' }],
  unique: [{ fields: ['menuName'], message: '应用名称已存在' }],
  check: ({ menuType, url, dataStatus, menuCatagoryId }) => [
    ...(url.startsWith('/') && !url.startsWith('//')
      ? []
      : menuType !== NEW_WINDOW
        ? [{ field: 'url', message: '系统内的应用，地址应以 / 开头' }]
        : isAddress(url)
          ? []
          : [{ field: 'url', message: '应以 https://、http:// 或 / 开头' }]),
    ...(dataStatus === 'SHOW' && menuCatagoryId === null
      ? [{ field: 'menuCatagoryId', message: '显示的应用应放在一个分类里' }]
      : []),
  ],
});

import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import { IconApps } from '@tabler/icons-react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import { sessionStore } from '../../lib/session-store.ts';
import { ShortcutsContext, type Shortcut } from '../../lib/shortcuts.ts';
import { render } from '../../testing/render.tsx';

/** The server's answers by the end of the path; what is not named is empty. */
export type Answers = Record<string, unknown>;

export const shortcut = (key: string, more: Partial<Shortcut> = {}): Shortcut => ({
  title: `页面${key}`,
  path: `/jwxt/gly/scoreManage/${key}`,
  icon: IconApps,
  count: 0,
  modules: ['scoreManage'],
  ...more,
});
export const service = (menuId: string, menuName: string, url: string, menuType = '1') => ({
  menuId,
  menuName,
  menuType,
  url,
  iconContent: 'apps',
  moduleId: null,
  menuCatagoryId: '1',
  dataStatus: 'SHOW' as const,
  sortNum: 1,
  version: 1,
});
export const category = (menuCatagoryId: string, menuCatagoryName: string, menuList: ReturnType<typeof service>[]) => ({
  menuCatagoryId,
  menuCatagoryName,
  appId: 'jwxt',
  sfqy: '1' as const,
  icon: null,
  url: null,
  remark: null,
  version: 1,
  creator: null,
  createTime: '2026-11-22 08:00:00',
  editor: null,
  editTime: '2026-11-22 08:00:00',
  menuList,
});

const appearance = {
  schoolName: '明湖大学',
  dlbt: '教务系统',
  zxx: '厚德博学',
  yxx: '笃行致远',
  COPYRIGHT: '版权所有 © 教务处',
  LOGIN_VRIFY: '0',
  XSFWDZ: '',
  dlybj: '',
  dlnybj: '',
  sybj: '',
  xxlogo: '',
  cdlogo: '',
};
const usual: Answers = {
  '/systemSet': appearance,
  '/findByUser/u': { list: [] },
  '/commonFunctions/query': { rows: [], total: 0 },
  '/schoolStatistics': { zxxs: 0, zxjs: 0, zrs: 0 },
  '/approval/query': { list: [], total: 0 },
  '/approval/counts': { todo: 0, applied: 0, done: 0, overdue: 0, today: 0, doneToday: 0, byProcess: [], oldest: null },
  '/findByFwbh': { list: [] },
  '/pendingCount': { count: 0 },
};
const nothing = { list: [], rows: [], total: 0, unreadNum: 0, elsewhere: [] };

/**
 * Puts a part of the home page on a page of its own, with a person, a menu and a server. `sent` lists what was asked:
 * method, path and fields.
 */
export function renderHome(
  element: ReactElement,
  {
    answers = {},
    permissions = [],
    menu = [],
    kind = 'teacher',
  }: { answers?: Answers; permissions?: string[]; menu?: Shortcut[]; kind?: string } = {},
) {
  document.cookie =
    'user=' +
    `${encodeURIComponent(JSON.stringify({ userName: 'u', name: '王老师', roleNames: [], semester: '', sso: '0' }))}` +
    '; path=/';
  const user: CurrentUserView = {
    userName: 'u',
    name: '王',
    roleNames: [],
    roleCodes: [],
    kind,
    departmentName: '计算机学院',
    gh: 'T1',
    permissions,
    semester: '2026-2027-1',
    semesterName: '第一学期',
    week: 12,
    sso: '0',
    temporary: '0',
    csrfSecret: 'secret-of-the-session',
    serverTime: '2026-11-22 08:00:00',
  };
  sessionStore.signedIn(user);
  const sent: { method: string; path: string; fields: Record<string, string> }[] = [];
  const fetched = vi.fn((url: string | URL | Request, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(
      typeof url === 'object' && 'url' in url ? url.url : url,
      'http://jw.example',
    );
    sent.push({
      method: init.method ?? 'GET',
      path: pathname,
      fields: {
        ...Object.fromEntries(searchParams),
        ...(typeof init.body === 'string' ? Object.fromEntries(new URLSearchParams(init.body)) : {}),
      },
    });
    const all = { ...usual, ...answers };
    const key = Object.keys(all).find((end) => pathname.endsWith(end));
    return Promise.resolve(Response.json({ code: '200', message: '', data: key === undefined ? nothing : all[key] }));
  });
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('scrollTo', () => undefined);
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <ShortcutsContext value={menu}>{element}</ShortcutsContext>,
  });
  const other = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>另一页</p> });
  const router = createRouter({
    routeTree: root.addChildren([page, other]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  return { ...render(<RouterProvider router={router as never} />), router, sent };
}

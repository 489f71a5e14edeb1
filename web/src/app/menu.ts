import { IconActivityHeartbeat, IconChecklist, IconClipboardText, IconClockHour4, IconDatabase, IconEdit, IconHistory, IconHome, IconReplace, IconCertificate, IconChartHistogram, IconSettings, IconChartBar, type Icon } from '@tabler/icons-react';

/** One page of the menu. `permission` null: every signed-in person has it. */
export type MenuItem = { title: string; path: string; icon: Icon; permission: string | null; /** Words and pinyin initials that find it. */ keywords: string };
export type MenuGroup = { title: string; icon: Icon; items: readonly MenuItem[] };

export const home: MenuItem = { title: '首页', path: '/', icon: IconHome, permission: null, keywords: 'sy' };

/** The whole menu. What a person sees of it is `visibleMenu`. */
export const menu: readonly MenuGroup[] = [
  {
    title: '成绩管理', icon: IconEdit, items: [
      { title: '成绩录入', path: '/jwxt/gly/scoreManage/entry', icon: IconEdit, permission: 'scoreEntry:query', keywords: 'cjlr zkcjlr' },
      { title: '成绩更改', path: '/jwxt/gly/scoreManage/change', icon: IconReplace, permission: 'scoreChange:query', keywords: 'cjgg' },
      { title: '成绩认定', path: '/jwxt/gly/scoreManage/recognition', icon: IconCertificate, permission: 'systemScoreCognizance:query', keywords: 'cjrd' },
    ],
  },
  {
    title: '审批管理', icon: IconChecklist, items: [
      { title: '审批中心', path: '/jwxt/gly/messageSystem/approval', icon: IconChecklist, permission: 'systemApprove:query', keywords: 'spzx' },
    ],
  },
  {
    title: '成绩审计', icon: IconHistory, items: [
      { title: '成绩回放', path: '/jwxt/gly/scoreManage/replay', icon: IconClockHour4, permission: 'scoreLog:query', keywords: 'cjhf cjbgls' },
      { title: '申请回放', path: '/jwxt/gly/systemManage/applicationReplay', icon: IconClipboardText, permission: 'processInstanceQuery:query', keywords: 'sqhf' },
    ],
  },
  {
    title: '统计分析', icon: IconChartBar, items: [
      { title: '成绩统计', path: '/jwxt/gly/scoreManage/analysis', icon: IconChartHistogram, permission: 'scoreStatistics:query', keywords: 'cjtj' },
    ],
  },
  {
    title: '系统管理', icon: IconSettings, items: [
      { title: '运行状态', path: '/jwxt/gly/systemManage/monitor', icon: IconActivityHeartbeat, permission: 'systemMonitor:query', keywords: 'yxzt jk' },
      { title: '读模型管理', path: '/jwxt/gly/systemManage/readModels', icon: IconDatabase, permission: 'readModel:query', keywords: 'dmxgl' },
    ],
  },
];

/** The part of the menu a person with these permission codes may use; a group with nothing left is left out (SHELL-45). */
export function visibleMenu(permissions: readonly string[]): MenuGroup[] {
  return menu.map((group) => ({ ...group, items: group.items.filter((item) => item.permission === null || permissions.includes(item.permission)) })).filter((group) => group.items.length > 0);
}

/** Group and page that an address belongs to: the longest path that starts it. Null outside the menu. */
export function menuOf(pathname: string): { group: MenuGroup | null; item: MenuItem } | null {
  const found = menu.flatMap((group) => group.items.map((item) => ({ group, item })))
    .filter(({ item }) => pathname === item.path || pathname.startsWith(`${item.path}/`))
    .sort((a, b) => b.item.path.length - a.item.path.length)[0];
  return found ?? (pathname === home.path ? { group: null, item: home } : null);
}

/**
 * The page of the menu at exactly this address when the person may not use it, so that it need not ask what would be refused. Pages
 * below it have rules of their own: an approver reads a sheet without entering scores.
 */
export function forbiddenPage(pathname: string, permissions: readonly string[]): MenuItem | null {
  const item = menuOf(pathname)?.item;
  return item?.path === pathname && item.permission !== null && !permissions.includes(item.permission) ? item : null;
}

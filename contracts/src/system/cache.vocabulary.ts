/**
 * Channel on which the database names changed tables of the reference data (migration 005), and on which administrators
 * order caches about ({@link cacheOrder}).
 */
export const REFERENCE_CHANGED_CHANNEL = 'reference_changed';

/** What services keep in memory (SYSADMIN-27): each can be read again at any time. */
export const caches = {
  session: { title: '会话', holds: '正在使用的登录会话，几秒', service: 'gateway' },
  rights: { title: '权限', holds: '使用者的角色、权限与数据范围，直到变化', service: 'gateway' },
  apiToken: { title: '接口令牌', holds: '程序正在使用的令牌，几秒', service: 'gateway' },
  operationOff: { title: '停用的接口', holds: '停用的接口与停用说明，直到变化', service: 'gateway' },
  queueKeys: { title: '审批待办范围', holds: '审批流程、单位与审批代理，几秒', service: 'gateway' },
  eventStream: { title: '回放', holds: '查看过的成绩与申请的全部事件', service: 'gateway' },
  reference: { title: '业务规则数据', holds: '办理业务时用到的教学班、名单与权限，直到变化', service: 'commands' },
} as const satisfies Record<string, { title: string; holds: string; service: 'gateway' | 'commands' }>;

export type CacheName = keyof typeof caches;
export const cacheNames = Object.keys(caches) as CacheName[];
/** Those that each gateway has. */
export type GatewayCacheName = {
  [Name in CacheName]: (typeof caches)[Name]['service'] extends 'gateway' ? Name : never;
}[CacheName];

/** What a cache can be told to do. */
export type CacheAction = 'clear' | 'warm';

const PREFIX = 'cache:';

/** How all processes are told; no name: all caches. */
export function cacheOrder(action: CacheAction, name: CacheName | null): string {
  return `${PREFIX}${action}:${name ?? ''}`;
}

/** What an order tells this cache to do; null: it is meant for others, or is none. */
export function cacheActionOf(news: string, cache: CacheName): CacheAction | null {
  if (!news.startsWith(PREFIX)) return null;
  const [action, name] = news.slice(PREFIX.length).split(':');
  return name === '' || name === cache ? (action as CacheAction) : null;
}

/** Whether news of the channel are an order, and not the name of a table. */
export function isCacheOrder(news: string): boolean {
  return news.startsWith(PREFIX);
}

import { modules } from '@jwxt/contracts/kernel/module.vocabulary.ts';

/** Types of notices that every school starts with (SYSADMIN-04). */
export const noticeTypes = [
  { noticeTypeId: 'tz', noticeTypeName: '教务通知', needRead: '1', sortNum: 1 },
  { noticeTypeId: 'ks', noticeTypeName: '考试安排', needRead: '1', sortNum: 2 },
  { noticeTypeId: 'gg', noticeTypeName: '公告公示', needRead: '0', sortNum: 3 },
  { noticeTypeId: 'zd', noticeTypeName: '规章制度', needRead: '0', sortNum: 4 },
  { noticeTypeId: 'xt', noticeTypeName: '系统维护', needRead: '0', sortNum: 5 },
] as const;

/** Service domains (SYSADMIN-16): one for each module, in its order. */
export const domainRows = modules.map(({ route, title }, index) => ({
  bh: String(index + 1).padStart(2, '0'),
  mc: title,
  servingList: [route],
  sortNum: index + 1,
}));

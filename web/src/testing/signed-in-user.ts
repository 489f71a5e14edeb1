import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';

/** Somebody who is signed in. */
export const dean: CurrentUserView = {
  userName: 'dean1', name: '李院长', roleCodes: ['04'], roleNames: ['院系审核人'], kind: 'teacher', departmentName: '计算机学院', gh: 'T02', permissions: [], semester: '2026-2027-1', semesterName: '2026-2027学年第一学期', week: 9,
  sso: '0', csrfSecret: 's', serverTime: '2026-11-22 09:00:00',
};

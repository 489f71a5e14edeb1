import { ADMIN_BASE } from '../kernel/module.vocabulary.ts';

/** How a course is taken again: in a class opened for it, or with an ordinary class. */
export const rebuildMode = { own: '1', joined: '2' } as const;
export const rebuildModeNames = { [rebuildMode.own]: '组班', [rebuildMode.joined]: '跟班' } as const;
export type RebuildMode = keyof typeof rebuildModeNames;

/** Whether the fee of a sign-up is paid. */
export const payStatus = { free: '0', owed: '1', paid: '2', refunded: '3' } as const;
export const payStatusNames = {
  [payStatus.free]: '免',
  [payStatus.owed]: '待缴',
  [payStatus.paid]: '已缴',
  [payStatus.refunded]: '已退',
} as const;
export type PayStatus = keyof typeof payStatusNames;

/** How far a sign-up has come (SCORE-MORE-27): its approval, then a confirmed one's class, then that class's sheet. */
export const signUpStatus = {
  signedUp: '0',
  confirmed: '1',
  assigned: '2',
  done: '3',
  notPassed: '8',
  cancelled: '9',
} as const;
export const signUpStatusNames = {
  [signUpStatus.signedUp]: '已报名',
  [signUpStatus.confirmed]: '已确认',
  [signUpStatus.assigned]: '已编班',
  [signUpStatus.done]: '已完成',
  [signUpStatus.notPassed]: '未通过',
  [signUpStatus.cancelled]: '已取消',
} as const;
export type SignUpStatus = keyof typeof signUpStatusNames;

/** Where a student sees what became of his sign-ups: state, class and fee. */
export const OWN_REBUILDS_PATH = `${ADMIN_BASE}/newHome/components/rebuildResult`;

import type { PermissionCode } from '../kernel/permission.vocabulary.ts';

/** 系统管理员: keeps roles and accounts, and sees no score. */
export const ADMINISTRATOR = '01';
/** Roles that every school has (PERM-10): renamed and given other permissions, never removed. */
const builtIn: readonly string[] = ['01', '02', '03', '04', '05', '06', '07', '08'];
/** Business roles: separation of duties keeps them from the system administrator. */
const businessRoles: readonly string[] = ['02', '03', '04', '05', '06'];
/** What the office gives to people of its scope; all other roles are the administrator's to give. */
const officeGives: readonly string[] = ['03', '04', '05', '06'];

/** Whether a role came with the product. */
export function isBuiltIn(jsbh: string): boolean {
  return builtIn.includes(jsbh);
}

/** Whether somebody who does not keep roles himself may give and take a role. */
export function mayBeGivenByOffice(jsbh: string): boolean {
  return officeGives.includes(jsbh);
}

/**
 * The two roles that one person may not hold at once (separation of duties): who administers the system decides nothing
 * in the university's business. Null when none clash.
 */
export function clashAmong(held: readonly string[]): readonly [string, string] | null {
  const business = businessRoles.find((code) => held.includes(code));
  return held.includes(ADMINISTRATOR) && business !== undefined ? [ADMINISTRATOR, business] : null;
}

/** Without these nobody could give anything back: the system administrator keeps them. */
export const administratorKeeps: readonly PermissionCode[] = [
  'role:query',
  'role:roleMana:selectRoleByJsbh',
  'roleMana:save',
  'user:query',
  'user:setRoles',
];

/** From when to when somebody holds a role, both days included; null is open. */
export interface Period {
  readonly fromDate: string | null;
  readonly toDate: string | null;
}

export const periodState = { waiting: '0', holding: '1', ended: '2' } as const;
export type PeriodState = (typeof periodState)[keyof typeof periodState];
export const periodStates = {
  [periodState.waiting]: '未开始',
  [periodState.holding]: '有效',
  [periodState.ended]: '已结束',
} as const satisfies Record<PeriodState, string>;

/** How a period stands on a day of the school, `YYYY-MM-DD`. */
export function periodStateOn({ fromDate, toDate }: Period, day: string): PeriodState {
  if (toDate !== null && toDate < day) return periodState.ended;
  return fromDate !== null && fromDate > day ? periodState.waiting : periodState.holding;
}

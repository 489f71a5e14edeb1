/** How an account stands (`accountStatus`): stopped or over, open, or locked by wrong passwords for some minutes. */
export const accountStatus = { stopped: '0', open: '1', locked: '2' } as const;
export type AccountStatus = (typeof accountStatus)[keyof typeof accountStatus];
export const accountStatuses = {
  [accountStatus.stopped]: '停用',
  [accountStatus.open]: '正常',
  [accountStatus.locked]: '锁定',
} as const satisfies Record<AccountStatus, string>;

/** How many accounts get another password at once: each takes some hundredths of a second. */
export const ACCOUNTS_AT_ONCE = 200;
/** Accounts that are opened with a password by one call: so few that the page shows how it goes on. */
export const OPENED_AT_ONCE = 500;
/** What PICKERS-075 says of a mobile phone number that is none. */
export const WRONG_MOBILE = '手机号码格式有误';
/** Whether a text is a mobile phone number: 11 digits, `1`, then 3 to 9. An empty one is no wrong one (PICKERS-076). */
export function isMobileOrEmpty(text: string): boolean {
  return text === '' || /^1[3-9]\d{9}$/.test(text);
}

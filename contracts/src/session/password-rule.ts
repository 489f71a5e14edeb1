/** What a new password has to be (SESSION-37…39), in the specification's words. */
const RULE_TEXT = '必须包含一个大写，一个小写字母，且长度为6到16位';
const SYMBOLS = '~!@&%#_';
/** Said beside the field before anything is typed. */
export const newPasswordHint = `6 到 16 位，须有大写和小写字母，可用数字；符号只能用 ${SYMBOLS}`;

/**
 * What is wrong with a new password; null when nothing is: the one rule of form, gateway and command. A character that
 * may not be used is named beside the specification's words, which do not say so.
 */
export function newPasswordProblem(newPassword: string, oldPassword: string): string | null {
  if (newPassword === '') return '请输入新密码！';
  const strange = /[^A-Za-z0-9~!@&%#_]/u.exec(newPassword)?.[0];
  if (strange !== undefined)
    return `${RULE_TEXT}；不能使用“${strange === ' ' ? '空格' : strange}”，符号只能用 ${SYMBOLS}`;
  if (!/^(?=.*[A-Z])(?=.*[a-z]).{6,16}$/.test(newPassword)) return RULE_TEXT;
  return newPassword === oldPassword ? '新密码不能与原密码相同' : null;
}

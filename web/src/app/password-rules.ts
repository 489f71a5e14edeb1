export type PasswordForm = { oldToken: string; newToken: string; confirmToken: string };
export type PasswordProblems = Partial<Record<keyof PasswordForm, string>>;

const RULE_TEXT = '必须包含一个大写，一个小写字母，且长度为6到16位';

/** What is wrong with a password change, by field (SESSION-33…39). */
export function passwordProblems({ oldToken, newToken, confirmToken }: PasswordForm): PasswordProblems {
  const problems: PasswordProblems = {};
  if (oldToken === '') problems.oldToken = '请输入原密码！';
  if (newToken === '') problems.newToken = '请输入新密码！';
  else if (!/^[A-Za-z0-9~!@&%#_]{6,16}$/.test(newToken) || !/[A-Z]/.test(newToken) || !/[a-z]/.test(newToken)) problems.newToken = RULE_TEXT;
  if (confirmToken === '') problems.confirmToken = '请再次输入密码！';
  else if (confirmToken !== newToken) problems.confirmToken = '新密码输入不一致，请重新输入';
  return problems;
}

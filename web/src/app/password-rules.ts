import { newPasswordProblem } from '@jwxt/contracts/session/password-rule.ts';

export type PasswordForm = { oldToken: string; newToken: string; confirmToken: string };
export type PasswordProblems = Partial<Record<keyof PasswordForm, string>>;

/** What is wrong with a password change, by field (SESSION-33…39). */
export function passwordProblems({ oldToken, newToken, confirmToken }: PasswordForm): PasswordProblems {
  const problems: PasswordProblems = {};
  if (oldToken === '') problems.oldToken = '请输入原密码！';
  const wrong = newPasswordProblem(newToken, oldToken);
  if (wrong !== null) problems.newToken = wrong;
  if (confirmToken === '') problems.confirmToken = '请再次输入密码！';
  else if (confirmToken !== newToken) problems.confirmToken = '新密码输入不一致，请重新输入';
  return problems;
}

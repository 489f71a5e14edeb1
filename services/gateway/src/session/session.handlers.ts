import { verify } from '@node-rs/argon2';
import { changePassword } from '@jwxt/contracts/system/system.command.ts';
import { captcha, changePasswordOperation, currentUser, login, logout } from '@jwxt/contracts/session/session.operations.ts';
import { decodePassword } from '@jwxt/contracts/kernel/transport.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { handler, publicHandler } from '../kernel/handler.ts';
import { invalidField, Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { clearSessionCookies, setSessionCookies } from './cookies.ts';
import { readCurrentUser } from './current-user.read.ts';

/** Verified against when there is no such account, so that the answer takes as long as with one. Hash of a random text. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$E36kanL/2cqM6xhVpXMvEw$RzAz0Jbctu6fd3fV4jWIj39ni9kOA6V7gw+oYIbj/h8';

const loginHandler = publicHandler(login, async ({ userName, token, uuid, vrifyCode }, call) => {
  const { db, loginGuard, principals, sessions, secureCookies } = call.services;
  await loginGuard.admit({ userName, uuid, vrifyCode }, call.now);
  const password = decodePassword(token);
  if (!(await isPassword(db, userName, password ?? ''))) {
    await loginGuard.recordFailure(userName, call.clientAddress, call.now);
    throw new Refused('LOGIN_FAILED');
  }
  principals.forget(userName);
  const user = await principals.get(userName);
  if (!user) throw new Refused('LOGIN_FAILED');
  await loginGuard.clear(userName);
  if (call.session) await sessions.end(call.session.idHash, call.now);
  const { cookie, session } = await sessions.open(userName, call, call.now);
  const view = await readCurrentUser(db, user, session, call.now);
  setSessionCookies(call.reply, cookie, view, secureCookies);
  return view;
});

const logoutHandler = publicHandler(logout, async (_input, call) => {
  if (call.session) {
    await call.services.sessions.end(call.session.idHash, call.now);
    call.services.push.endSession(call.session.idHash, '已退出登录');
  }
  clearSessionCookies(call.reply, call.services.secureCookies);
  return {};
});

const currentUserHandler = handler(currentUser, (_input, call) => readCurrentUser(call.services.db, call.user, call.session, call.now));

const captchaHandler = publicHandler(captcha, async ({ uuid }, call) => {
  const svg = await call.services.loginGuard.drawCaptcha(uuid, call.now);
  return { image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
});

/** SESSION-33…39; the old password is checked by the command. */
const changePasswordHandler = handler(changePasswordOperation, async ({ commandId, oldToken, newToken, confirmToken }, call) => {
  const oldPassword = decodePassword(oldToken);
  const newPassword = decodePassword(newToken);
  if (oldPassword === null) throw new Refused('PASSWORD_WRONG', {}, { fieldErrors: [{ field: 'oldToken', message: '原密码错误，请重新输入' }] });
  if (newPassword === null || !isAcceptable(newPassword)) throw invalidField('newToken', '必须包含一个大写，一个小写字母，且长度为6到16位');
  if (decodePassword(confirmToken) !== newPassword) throw invalidField('confirmToken', '新密码输入不一致，请重新输入');
  await runCommand(changePassword, { oldPassword, newPassword }, call, { commandId, shownIn: [] });
  await call.services.sessions.endOthers(call.user.userName, call.session.idHash, call.now);
  return {};
});

export const sessionHandlers = [loginHandler, logoutHandler, currentUserHandler, captchaHandler, changePasswordHandler];

async function isPassword(db: Queryable, userName: string, password: string): Promise<boolean> {
  const { rows } = await db.query<{ password_hash: string }>('select password_hash from base.user_account where user_name = $1 and sfqy = \'1\'', [userName]);
  const known = rows[0]?.password_hash;
  const right = await verify(known ?? nobodysHash, password).catch(() => false);
  return right && known !== undefined;
}

/** 6 to 16 of letters, digits and `~!@&%#_`, with an upper-case and a lower-case letter (SESSION-37…39). */
function isAcceptable(password: string): boolean {
  return /^(?=.*[A-Z])(?=.*[a-z])[A-Za-z0-9~!@&%#_]{6,16}$/.test(password);
}

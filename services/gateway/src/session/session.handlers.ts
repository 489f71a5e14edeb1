import { changePassword } from '@jwxt/contracts/system/system.command.ts';
import { captcha, casLogout, changePasswordOperation, currentUser, finishSlide, login, logout, ssoCheck, startSlide } from '@jwxt/contracts/session/session.operations.ts';
import { PASSWORD_WAY, SSO_LOGIN_PATH, SSO_WAY, TEMP_LOGIN, TEMPORARY_WAY } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { decodePassword } from '@jwxt/contracts/kernel/transport.ts';
import type { z } from 'zod';
import { handler, publicHandler, type Call } from '../kernel/handler.ts';
import { invalidField, Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { readAppearance } from './appearance.read.ts';
import { clearSessionCookies } from './cookies.ts';
import { readCurrentUser } from './current-user.read.ts';
import { isPassword } from './password-check.ts';
import { signIn } from './sign-in.ts';

type LoginInput = z.output<(typeof login)['input']>;

const loginHandler = publicHandler(login, async (input, call) => {
  if (input.pattern === TEMP_LOGIN) return signIn(await call.services.tempLogins.use(input.token, call.now), { loginWay: TEMPORARY_WAY }, call);
  return call.services.loginTurns.take(input.userName, () => loginByPassword(input, call));
});

/** LOGIN-24, LOGIN-29, LOGIN-33: lock, captcha, slider, password, in this order. */
async function loginByPassword({ userName, token, uuid, vrifyCode, proof }: LoginInput, call: Call): Promise<OutputOf<typeof login>> {
  const { db, loginGuard, slideChecks } = call.services;
  await loginGuard.admit({ userName, clientAddress: call.clientAddress, uuid, vrifyCode }, call.now);
  if ((await readAppearance(db, ['LOGIN_VRIFY'])).LOGIN_VRIFY === '1') await slideChecks.use(proof, userName, call.now);
  if (!(await isPassword(db, userName, decodePassword(token) ?? ''))) {
    await loginGuard.recordFailure(userName, call.clientAddress, call.now);
    throw new Refused('LOGIN_FAILED');
  }
  await loginGuard.clear(userName);
  return signIn(userName, { loginWay: PASSWORD_WAY }, call);
}

const logoutHandler = publicHandler(logout, async (_input, call) => {
  await endSession(call);
  return {};
});

/** SESSION-16. Without a single-sign-on server there is only the own session to end. */
const casLogoutHandler = publicHandler(casLogout, async (_input, call) => {
  await endSession(call);
  return { url: call.services.cas?.logoutUrl() ?? '/login' };
});

async function endSession({ services, session, now, reply }: Call): Promise<void> {
  if (session) {
    await services.sessions.end(session.idHash, now);
    services.push.endSession(session.idHash, '已退出登录');
  }
  clearSessionCookies(reply, services.secureCookies);
}

const ssoCheckHandler = publicHandler(ssoCheck, (_input, { services: { cas } }) => Promise.resolve(cas ? { enabled: '1' as const, url: SSO_LOGIN_PATH } : { enabled: '0' as const, url: '' }));

const currentUserHandler = handler(currentUser, (_input, call) => readCurrentUser(call.services.db, call.user, call.session, call.now));

const captchaHandler = publicHandler(captcha, async ({ uuid }, call) => {
  const svg = await call.services.loginGuard.drawCaptcha(uuid, call.now);
  return { image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
});

const startSlideHandler = publicHandler(startSlide, async ({ userName }, { services, now }) => ({ challenge: await services.slideChecks.begin(userName, now) }));
const finishSlideHandler = publicHandler(finishSlide, async ({ challenge, track, points }, { services, now }) => ({ proof: await services.slideChecks.finish(challenge, { track, points }, now) }));

/** SESSION-33…39, SESSION-41: whoever knew the old password is signed out everywhere, this window included. The old password is checked by the command. */
const changePasswordHandler = handler(changePasswordOperation, async ({ commandId, oldToken, newToken, confirmToken }, call) => {
  if (call.session.loginWay === SSO_WAY) throw new Refused('PASSWORD_ELSEWHERE');
  const oldPassword = decodePassword(oldToken);
  const newPassword = decodePassword(newToken);
  if (oldPassword === null) throw new Refused('PASSWORD_WRONG', {}, { fieldErrors: [{ field: 'oldToken', message: '原密码错误，请重新输入' }] });
  if (newPassword === null || !isAcceptable(newPassword)) throw invalidField('newToken', '必须包含一个大写，一个小写字母，且长度为6到16位');
  if (decodePassword(confirmToken) !== newPassword) throw invalidField('confirmToken', '新密码输入不一致，请重新输入');
  await runCommand(changePassword, { oldPassword, newPassword }, call, { commandId, shownIn: [] });
  await call.services.sessions.endAll(call.user.userName, call.now);
  clearSessionCookies(call.reply, call.services.secureCookies);
  return {};
});

export const sessionHandlers = [loginHandler, logoutHandler, casLogoutHandler, ssoCheckHandler, currentUserHandler, captchaHandler, startSlideHandler, finishSlideHandler, changePasswordHandler];

/** 6 to 16 of letters, digits and `~!@&%#_`, with an upper-case and a lower-case letter (SESSION-37…39). */
function isAcceptable(password: string): boolean {
  return /^(?=.*[A-Z])(?=.*[a-z])[A-Za-z0-9~!@&%#_]{6,16}$/.test(password);
}

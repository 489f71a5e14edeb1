import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { changePassword } from '@jwxt/contracts/system/system.command.ts';
import {
  captcha,
  casLogout,
  changePasswordOperation,
  currentUser,
  finishSlide,
  login,
  logout,
  ssoCheck,
  startSlide,
} from '@jwxt/contracts/session/session.operations.ts';
import { SSO_LOGIN_PATH, TEMP_LOGIN, loginWay } from '@jwxt/contracts/session/session.vocabulary.ts';
import { newPasswordProblem } from '@jwxt/contracts/session/password-rule.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { decodePassword } from '@jwxt/contracts/kernel/transport.ts';
import type { z } from 'zod';
import { handler, publicHandler, type Call } from '../kernel/handler.ts';
import { invalidField, Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { readAppearance } from './appearance.read.ts';
import { clearSessionCookies } from '../kernel/cookies.ts';
import { readCurrentUser } from './current-user.read.ts';
import { countGuesses } from './guesses-in-session.ts';
import { placeOf } from './login-guard.ts';
import { isPassword } from './password-check.ts';
import { signIn } from './sign-in.ts';
import { takeTempLogin } from './use-temp-login.ts';

type LoginInput = z.output<(typeof login)['input']>;

const loginHandler = publicHandler(login, async (input, call) => {
  if (input.pattern === TEMP_LOGIN) {
    const { userName, issuedBy } = await takeTempLogin(input.token, call);
    return signIn(userName, { loginWay: loginWay.temporary, issuedBy }, call);
  }
  return call.services.loginTurns.take(`${placeOf(call.clientAddress)} ${input.userName}`, () =>
    loginByPassword(input, call),
  );
});

/** LOGIN-24, LOGIN-29, LOGIN-33: lock, captcha, slider, password, in this order. */
async function loginByPassword(
  { userName, token, uuid, vrifyCode, proof }: LoginInput,
  call: Call,
): Promise<OutputOf<typeof login>> {
  const { db, loginGuard, slideChecks } = call.services;
  await loginGuard.admit({ userName, clientAddress: call.clientAddress, uuid, vrifyCode }, call.now);
  if ((await readAppearance(db, ['LOGIN_VRIFY'])).LOGIN_VRIFY === yesNo.yes)
    await slideChecks.use(proof, userName, placeOf(call.clientAddress), call.now);
  if (!(await isPassword(db, userName, decodePassword(token) ?? ''))) {
    await loginGuard.recordFailure(userName, call.clientAddress, call.now);
    throw new Refused('LOGIN_FAILED');
  }
  const view = await signIn(userName, { loginWay: loginWay.password }, call);
  // Who knows the password alone does not get to guess codes anew for it.
  if (!view.secondStep) await loginGuard.clear(userName, call.clientAddress);
  return view;
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

const ssoCheckHandler = publicHandler(ssoCheck, (_input, { services: { cas } }) =>
  Promise.resolve(cas ? { enabled: yesNo.yes, url: SSO_LOGIN_PATH } : { enabled: yesNo.no, url: '' }),
);

const currentUserHandler = handler(currentUser, (_input, call) =>
  readCurrentUser(call.services.db, call.user, call.session, call.now),
);

const captchaHandler = publicHandler(captcha, async ({ uuid }, call) => {
  const png = await call.services.captchas.draw(uuid, call.now);
  return { image: `data:image/png;base64,${png.toString('base64')}` };
});

const startSlideHandler = publicHandler(startSlide, async ({ userName }, { services, clientAddress, now }) => ({
  challenge: await services.slideChecks.begin(userName, placeOf(clientAddress), now),
}));
const finishSlideHandler = publicHandler(
  finishSlide,
  async ({ challenge, track, points }, { services, clientAddress, now }) => ({
    proof: await services.slideChecks.finish(challenge, placeOf(clientAddress), { track, points }, now),
  }),
);

/**
 * SESSION-33…39, SESSION-41: whoever knew the old password is signed out everywhere, this window included. The old
 * password is checked by the command.
 */
const changePasswordHandler = handler(
  changePasswordOperation,
  async ({ commandId, oldToken, newToken, confirmToken }, call) => {
    if (call.session.loginWay === loginWay.sso) throw new Refused('PASSWORD_ELSEWHERE');
    const oldPassword = decodePassword(oldToken);
    const newPassword = decodePassword(newToken);
    if (oldPassword === null)
      throw new Refused(
        'PASSWORD_WRONG',
        {},
        { fieldErrors: [{ field: 'oldToken', message: '原密码错误，请重新输入' }] },
      );
    const wrong = newPasswordProblem(newPassword ?? '', oldPassword);
    if (newPassword === null || wrong !== null) throw invalidField('newToken', wrong ?? '');
    if (decodePassword(confirmToken) !== newPassword)
      throw invalidField('confirmToken', '新密码输入不一致，请重新输入');
    await countGuesses(call, { wrong: 'PASSWORD_WRONG', guessed: 'PASSWORD_GUESSED' }, () =>
      runCommand(changePassword, { oldPassword, newPassword }, call, { commandId }),
    );
    await call.services.sessions.endAll(call.user.userName, call.now);
    clearSessionCookies(call.reply, call.services.secureCookies);
    return {};
  },
);

export const sessionHandlers = [
  loginHandler,
  logoutHandler,
  casLogoutHandler,
  ssoCheckHandler,
  currentUserHandler,
  captchaHandler,
  startSlideHandler,
  finishSlideHandler,
  changePasswordHandler,
];

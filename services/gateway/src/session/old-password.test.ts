import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { changePasswordOperation, currentUser } from '@jwxt/contracts/session/session.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { PASSWORD } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';
import { LOCK_AFTER } from './login-guard.ts';

let school: School;
beforeAll(async () => {
  school = await startSchool({ services: true });
});
afterAll(() => school.stop());

const change = (browser: Browser, oldPassword: string) =>
  browser.call(changePasswordOperation, {
    commandId: crypto.randomUUID(),
    oldToken: encodePassword(oldPassword),
    newToken: encodePassword('Taken_0ver'),
    confirmToken: encodePassword('Taken_0ver'),
  });

it('whoever has a session and not the password guesses five times, and has no session any more', async () => {
  const [stolen, own] = [await school.browser('teacher1'), await school.browser('teacher1')];
  for (let guess = 1; guess < LOCK_AFTER; guess += 1)
    expect(await change(stolen, `Guess${guess}`)).toMatchObject({ status: 400, code: 'PASSWORD_WRONG' });
  expect(await change(stolen, 'GuessLast')).toMatchObject({
    status: 429,
    code: 'PASSWORD_GUESSED',
    message: '原密码多次输入错误，已退出登录，请重新登录',
  });
  expect(await change(stolen, PASSWORD)).toMatchObject({ status: 401 });
  expect(await own.call(currentUser, {})).toMatchObject({ code: '200' });
  // Signing in asks for a captcha after it, and is not locked: the guesses were made within a session, not at this
  // address.
  expect(await (await school.browser()).login('teacher1')).toMatchObject({ code: 'CAPTCHA_WRONG' });
});

it('guesses sent all at once are judged one after the other, from whatever address', async () => {
  const stolen = await school.browser('teacher2');
  const answers = await Promise.all(Array.from({ length: 12 }, (_, guess) => change(stolen, `Guess${guess}`)));
  const codes = answers.map(({ code }) => code);
  expect(codes.filter((code) => code === 'PASSWORD_WRONG')).toHaveLength(LOCK_AFTER - 1);
  expect(codes.filter((code) => code === 'PASSWORD_GUESSED').length).toBeGreaterThan(0);
  const { rows } = await school.pool.query(`select from gateway.login_failure where user_name = 'teacher2'`);
  expect(rows).toHaveLength(LOCK_AFTER);
});

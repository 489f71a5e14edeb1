import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WEBSOCKET_PATH } from '@jwxt/contracts/kernel/push.ts';
import { querySystemUsers, resetUserSecondFactors } from '@jwxt/contracts/access/account.operations.ts';
import { queryRoles, updateRole } from '@jwxt/contracts/access/role.operations.ts';
import { encodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { queryOperationLog } from '@jwxt/contracts/system/operation-log.operations.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  passSecondStep,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorStatus,
} from '@jwxt/contracts/session/second-factor.operations.ts';
import { queryOnlineUsers } from '@jwxt/contracts/session/open-session.operations.ts';
import { currentUser, login, logout } from '@jwxt/contracts/session/session.operations.ts';
import { Secret, TOTP } from 'otpauth';
import type { Browser } from '../testing/browser.ts';
import { PASSWORD } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';
import { LOCK_AFTER } from './login-guard.ts';

let school: School;
let admin: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  admin = await school.browser('admin');
});
afterAll(() => school.stop());

const commandId = (): string => crypto.randomUUID();
/** The gateway's time in these tests, as {@link later} moves it on: each code is worth something once. */
let ahead = 0;
const later = (seconds: number): void => {
  school.advanceClock(seconds * 1000);
  ahead += seconds * 1000;
};
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead });
const wrongCode = (secret: string): string => String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0');

/** Signs in with the password, from an address of its own. */
async function passwordOnly(userName: string, address = '127.0.0.1'): Promise<Browser> {
  const browser = await school.browser();
  const headers = { 'x-forwarded-for': address };
  const answer = await browser.call(login, { userName, token: encodePassword(PASSWORD) }, { headers });
  expect(answer).toMatchObject({ code: '200' });
  await browser.get(currentUser, {});
  return browser;
}
async function bind(browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { sealed, secret } = await browser.get(beginSecondFactor, {});
  const bound = await browser.get(confirmSecondFactor, { commandId: commandId(), sealed, code: codeOf(secret) });
  await browser.get(currentUser, {});
  return { secret, recoveryCodes: bound.recoveryCodes };
}

describe('a second factor', () => {
  it('is bound by its first code, then asked for after the password: until then nothing is answered', async () => {
    const teacher = await school.browser('teacher1');
    expect(await teacher.get(secondFactorStatus, {})).toEqual({
      bound: '0',
      required: '0',
      boundAt: null,
      codesLeft: 0,
    });
    const begun = await teacher.get(beginSecondFactor, {});
    expect(begun).toMatchObject({
      address: expect.stringMatching(/^otpauth:\/\/totp\/.+:teacher1\?issuer=.*secret=[A-Z2-7]{32}/),
    });
    expect(begun.sealed).not.toContain(begun.secret);
    const asked = { commandId: commandId(), sealed: begun.sealed };
    expect(await teacher.call(confirmSecondFactor, { ...asked, code: '12345' })).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'code', message: '请输入6位数字验证码' }],
    });
    expect(await teacher.call(confirmSecondFactor, { ...asked, code: wrongCode(begun.secret) })).toMatchObject({
      code: 'SECOND_CODE_WRONG',
    });
    const first = codeOf(begun.secret);
    const bound = await teacher.get(confirmSecondFactor, { ...asked, code: first });
    expect(bound.user).toBeNull();
    expect(new Set(bound.recoveryCodes).size).toBe(10);
    // Sent again, it answers the same.
    expect(await teacher.get(confirmSecondFactor, { ...asked, code: first })).toEqual(bound);
    const { rows } = await school.pool.query<{ all: string }>(
      'select to_jsonb(factor)::text || array_agg(code.code_hash)::text as all from gateway.second_factor factor ' +
        'join gateway.recovery_code code using (user_name) group by factor.*',
    );
    for (const secret of [begun.secret, ...bound.recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(rows[0]!.all).not.toContain(secret);
      expect(school.logged).not.toContain(secret);
    }
    expect(await teacher.get(secondFactorStatus, {})).toMatchObject({ bound: '1', codesLeft: 10 });
    expect((await admin.get(querySystemUsers, { userName: 'teacher1', pageNo: 1, pageSize: 9 })).rows).toContainEqual(
      expect.objectContaining({ userName: 'teacher1', mfaEnabled: '1' }),
    );
    await teacher.get(logout, {});

    const online = async () =>
      (await admin.get(queryOnlineUsers, { userName: 'teacher1', pageNum: 1, pageSize: 9 })).total;
    const again = await passwordOnly('teacher1');
    expect(await again.get(currentUser, {})).toMatchObject({ secondStep: 'code' });
    for (const operation of [secondFactorStatus, queryOperationLog, renewRecoveryCodes] as const)
      expect(await again.call(operation, {})).toMatchObject({ status: 403, code: 'SECOND_STEP_DUE' });
    expect(await again.call(beginSecondFactor, {})).toMatchObject({ code: 'SECOND_FACTOR_BOUND' });
    const socket = await school.app.inject({ url: WEBSOCKET_PATH, headers: { cookie: again.cookieHeader } });
    expect(socket.json()).toMatchObject({ code: 'SECOND_STEP_DUE' });

    // The code that bound it is spent.
    expect(await again.call(passSecondStep, { code: first })).toMatchObject({ code: 'SECOND_CODE_WRONG' });
    expect(await online()).toBe(0);
    later(30);
    const second = codeOf(begun.secret);
    const half = again.cookieHeader;
    expect(await again.get(passSecondStep, { code: second })).toMatchObject({ secondStep: null });
    expect(await online()).toBe(1);
    expect(await again.get(currentUser, {})).toMatchObject({ userName: 'teacher1', secondStep: null });
    expect(await again.get(secondFactorStatus, {})).toMatchObject({ bound: '1' });
    // The id from before it is worth nothing.
    const planted = await school.app.inject({ url: WEBSOCKET_PATH, headers: { cookie: half } });
    expect(planted.statusCode).toBe(401);
    const other = await passwordOnly('teacher1');
    expect(await other.call(passSecondStep, { code: second })).toMatchObject({
      code: 'SECOND_CODE_WRONG',
    });
  });

  it('a recovery code works once, and is told of; a code renews them, and removes the factor', async () => {
    const teacher = await school.browser('teacher2');
    const { secret, recoveryCodes } = await bind(teacher);
    const browser = await passwordOnly('teacher2');
    const code = recoveryCodes[3]!.toLowerCase();
    expect(await browser.get(passSecondStep, { code })).toMatchObject({ secondStep: null });
    const second = await passwordOnly('teacher2');
    expect(await second.call(passSecondStep, { code })).toMatchObject({ code: 'SECOND_CODE_WRONG' });
    await browser.get(currentUser, {});
    expect(await browser.get(secondFactorStatus, {})).toMatchObject({ codesLeft: 9 });
    const { rows } = await school.pool.query<{ content: string }>(
      `select content from base.system_message_entity where title = '您的恢复码已使用'`,
    );
    expect(rows).toEqual([{ content: expect.stringContaining('还剩 9 个') }]);

    later(30);
    const asked = { commandId: commandId() };
    const renewed = await browser.get(renewRecoveryCodes, { ...asked, code: codeOf(secret) });
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(await second.call(passSecondStep, { code: recoveryCodes[4]! })).toMatchObject({
      code: 'SECOND_CODE_WRONG',
    });
    expect(await second.get(passSecondStep, { code: renewed.recoveryCodes[0]! })).toMatchObject({ secondStep: null });
    expect(
      await browser.call(removeSecondFactor, { ...asked, commandId: commandId(), code: wrongCode(secret) }),
    ).toMatchObject({ code: 'SECOND_CODE_WRONG' });
    later(30);
    await browser.get(removeSecondFactor, { commandId: commandId(), code: codeOf(secret) });
    expect(await browser.get(secondFactorStatus, {})).toMatchObject({ bound: '0', codesLeft: 0 });
    expect(await (await passwordOnly('teacher2')).get(currentUser, {})).toMatchObject({ secondStep: null });
  });

  it('a role asks for it: bound at the next sign-in, and not removed', async () => {
    const role = (await admin.get(queryRoles, { jsbh: '07', pageNo: 1, pageSize: 9 })).rows[0]!;
    const { jsbh, jsmc, jsms, sfqy, version } = role;
    const change = { commandId: commandId(), jsbh, jsmc, jsms, sfqy, version, mfaRequired: '1' } as const;
    await admin.get(updateRole, change);
    const auditor = await passwordOnly('auditor1');
    expect(await auditor.get(currentUser, {})).toMatchObject({ secondStep: 'bind' });
    expect(await auditor.call(queryOperationLog, {})).toMatchObject({ code: 'SECOND_STEP_DUE' });
    expect(await auditor.call(passSecondStep, { code: '123456' })).toMatchObject({ code: 'SECOND_FACTOR_NONE' });
    const { secret } = await bind(auditor);
    expect(await auditor.get(currentUser, {})).toMatchObject({ secondStep: null });
    later(30);
    expect(await auditor.call(removeSecondFactor, { commandId: commandId(), code: codeOf(secret) })).toMatchObject({
      code: 'SECOND_FACTOR_NEEDED',
    });

    // Who has lost the telephone asks an administrator; nobody resets his own.
    const reset = (userNames: string[]) => admin.call(resetUserSecondFactors, { commandId: commandId(), userNames });
    expect(await reset(['admin'])).toMatchObject({ code: 'ACCOUNT_OWN' });
    expect(await reset(['auditor1'])).toMatchObject({ code: '200', data: { reset: 1 } });
    // Told to the gateway by the database, some milliseconds after the answer.
    await expect.poll(async () => (await auditor.call(currentUser, {})).status).toBe(401);
    expect(await (await passwordOnly('auditor1')).get(currentUser, {})).toMatchObject({ secondStep: 'bind' });
    expect(await reset(['auditor1'])).toMatchObject({ data: { reset: 0 } });
    const dean = await school.browser('dean1');
    expect(await dean.call(resetUserSecondFactors, { commandId: commandId(), userNames: ['auditor1'] })).toMatchObject({
      status: 403,
    });
    const { rows } = await school.pool.query(
      `select operation from base.operation_log where resource = 'secondFactor' and key = 'auditor1' order by at`,
    );
    expect(rows).toEqual([{ operation: 'bindSecondFactor' }, { operation: 'resetSecondFactor' }]);
  });

  it(`wrong codes count as wrong passwords do: after ${String(LOCK_AFTER)} the account is locked here`, async () => {
    const { secret } = await bind(await school.browser('dean1'));
    later(30);
    const half = await passwordOnly('dean1');
    for (let wrong = 1; wrong <= LOCK_AFTER; wrong += 1)
      expect(await half.call(passSecondStep, { code: wrongCode(secret) })).toMatchObject({
        code: 'SECOND_CODE_WRONG',
      });
    const locked = { status: 429, code: 'LOGIN_LOCKED' };
    expect(await half.call(passSecondStep, { code: codeOf(secret) })).toMatchObject(locked);
    // The password, which is right, gives no new attempts.
    const anew = await (await school.browser()).call(login, { userName: 'dean1', token: encodePassword(PASSWORD) });
    expect(anew).toMatchObject(locked);
    later(15 * 60);
    // It waits no longer for its second step.
    expect(await half.call(passSecondStep, { code: codeOf(secret) })).toMatchObject({ status: 401 });
  });

  it('whoever has only the session does not guess the factor away: the session ends', async () => {
    const teacher = await school.browser('teacher1b');
    const { secret } = await bind(teacher);
    const remove = () => teacher.call(removeSecondFactor, { commandId: commandId(), code: wrongCode(secret) });
    for (let wrong = 1; wrong < LOCK_AFTER; wrong += 1)
      expect(await remove()).toMatchObject({ code: 'SECOND_CODE_WRONG' });
    expect(await remove()).toMatchObject({ status: 429, code: 'SECOND_CODE_GUESSED' });
    expect(await remove()).toMatchObject({ status: 401 });
  });
});

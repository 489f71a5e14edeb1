import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentUser, login } from '@jwxt/contracts/session/session.operations.ts';
import { encodePassword, SESSION_COOKIE } from '@jwxt/contracts/kernel/transport.ts';
import { startSchool, type School } from '../testing/school.ts';
import { PASSWORD } from '../testing/school.data.ts';
import { CAPTCHA_AFTER_FROM_ADDRESS, LOCK_AFTER, LOCK_EVERYWHERE_AFTER } from './login-guard.ts';
import { createLoginTurns } from './login-turns.ts';
import { isPassword, nobodysHash } from './password-check.ts';

let school: School;
beforeAll(async () => {
  school = await startSchool();
});
afterAll(() => school.stop());

const attempt = async (userName: string, password: string, headers: Record<string, string> = {}) =>
  (await school.browser()).call(login, { userName, token: encodePassword(password) }, { headers });

describe('attacks on signing in', () => {
  it('session fixation: a planted id is never the one of the session, and is worth nothing afterwards', async () => {
    const browser = await school.browser();
    const made = await browser.call(
      login,
      { userName: 'dean1', token: encodePassword(PASSWORD) },
      { headers: { cookie: `${SESSION_COOKIE}=planted-by-somebody` } },
    );
    expect(made.code).toBe('200');
    expect(browser.cookies.get(SESSION_COOKIE)).not.toBe('planted-by-somebody');
    expect(
      await browser.call(currentUser, {}, { headers: { cookie: `${SESSION_COOKIE}=planted-by-somebody` } }),
    ).toMatchObject({ status: 401, code: '53000010' });
    // The attacker's own session, planted into the victim's browser, ends when the victim signs in.
    const attacker = await school.browser('teacher1');
    const victim = await school.browser();
    expect(
      await victim.call(
        login,
        { userName: 'dean1', token: encodePassword(PASSWORD) },
        { headers: { cookie: attacker.cookieHeader } },
      ),
    ).toMatchObject({ code: '200' });
    expect(await attacker.call(currentUser, {})).toMatchObject({ status: 401 });
  });

  it('guessing one password many times at once is stopped as guessing one after the other is', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, guess) => attempt('teacher1b', `Guess${guess}`)));
    const codes = answers.map(({ code }) => code);
    // After the first wrong guess a captcha is due, which no guess has read.
    expect(codes.filter((code) => code === 'LOGIN_FAILED')).toHaveLength(1);
    expect(codes.filter((code) => code === 'CAPTCHA_WRONG')).toHaveLength(19);
    const { rows } = await school.pool.query(`select from gateway.login_failure where user_name = 'teacher1b'`);
    expect(rows).toHaveLength(1);
  });

  const failures = (userName: string, count: number, address: string) =>
    school.pool.query(
      `insert into gateway.login_failure (user_name, at, client_address) select $1, now(), $3
        from generate_series(1, $2::int) as step (n)`,
      [userName, count, address],
    );
  const locked = { status: 429, code: 'LOGIN_LOCKED' };

  it(
    `SYSADMIN-22: ${LOCK_AFTER} failures lock an account for the address that they come from, also for the right ` +
      'password, for 15 minutes; nobody else',
    async () => {
      expect(LOCK_AFTER).toBe(5);
      await failures('dean1b', LOCK_AFTER, '127.0.0.1');
      const refused = await attempt('dean1b', PASSWORD);
      expect(refused).toMatchObject({ ...locked, message: '登录失败次数过多，账号已锁定，请在 15 分钟后再试' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
      // Whoever made the failures elsewhere does not shut the owner out: a captcha is due, and that is all.
      await school.pool.query(`update gateway.login_failure set client_address = '10.0.0.9'`);
      expect(await attempt('dean1b', PASSWORD)).toMatchObject({ code: 'CAPTCHA_WRONG' });
      school.advanceClock(16 * 60_000);
      expect(await attempt('dean1b', PASSWORD)).toMatchObject({ code: '200' });
      await school.pool.query('delete from gateway.login_failure');
    },
  );

  it(
    `${LOCK_EVERYWHERE_AFTER} failures from many addresses lock an account everywhere but where its owner has ` +
      'signed in',
    async () => {
      for (let n = 0; n < LOCK_EVERYWHERE_AFTER; n += 1) await failures('dean2', 1, `2001:db8:${n}::1`);
      await school.pool.query(`update gateway.login_failure set at = now() + interval '16 minutes'`);
      expect(await attempt('dean2', PASSWORD)).toMatchObject(locked);
      await school.pool.query(
        `insert into gateway.session (id_hash, user_name, csrf_secret, created_at, last_seen_at, expires_at,
          client_address)
        values ('x', 'dean2', '', now(), now(), now(), '127.0.0.1')`,
      );
      expect(await attempt('dean2', PASSWORD)).toMatchObject({ code: 'CAPTCHA_WRONG' });
      await school.pool.query('delete from gateway.login_failure');
    },
  );

  it('one who has signed in is forgiven the failures made there, not those made elsewhere', async () => {
    await school.pool.query(
      `insert into gateway.login_failure (user_name, at, client_address)
        values ('auditor1', now() - interval '1 hour', '127.0.0.1'),
          ('auditor1', now() - interval '1 hour', '10.0.0.9')`,
    );
    expect(await attempt('auditor1', PASSWORD)).toMatchObject({ code: '200' });
    const { rows } = await school.pool.query('select client_address from gateway.login_failure');
    expect(rows).toEqual([{ client_address: '10.0.0.9' }]);
    await school.pool.query('delete from gateway.login_failure');
  });

  it('trying one password on many accounts: then the address is asked for captchas, nobody is locked out', async () => {
    await school.pool.query('delete from gateway.login_failure');
    await school.pool.query(
      `insert into gateway.login_failure (user_name, at, client_address)
        select 'nobody' || n, now() + interval '16 minutes', '127.0.0.1' from generate_series(1, $1::int) as step (n)`,
      [CAPTCHA_AFTER_FROM_ADDRESS],
    );
    expect(await attempt('auditor1', PASSWORD)).toMatchObject({ code: 'CAPTCHA_WRONG' });
    await school.pool.query(`update gateway.login_failure set client_address = '10.9.9.9'`);
    expect(await attempt('auditor1', PASSWORD)).toMatchObject({ code: '200' });
    await school.pool.query('delete from gateway.login_failure');
  });

  it('asking if an account exists: a wrong password and no account cost the same and are answered alike', async () => {
    const checked: string[] = [];
    const check = ((hash: string) => {
      checked.push(hash);
      return Promise.resolve(false);
    }) as never;
    expect(await isPassword(school.pool, 'dean1', 'wrong', check)).toBe(false);
    expect(await isPassword(school.pool, 'nobody-at-all', 'wrong', check)).toBe(false);
    expect(checked).toEqual([expect.stringContaining('$argon2id$'), nobodysHash]);
    // An initial password's own hash is quick: it costs that of nobody besides.
    await school.pool.query(
      `update base.user_account set password_hash = '$argon2id$v=19$m=7168,t=1,p=1$' where user_name = 'dean1b'`,
    );
    expect(await isPassword(school.pool, 'dean1b', 'wrong', check)).toBe(false);
    expect(checked.slice(2)).toEqual([nobodysHash, expect.stringContaining('m=7168,t=1')]);
    // Nobody's hash is made as those of real accounts are: 19 MiB, two passes.
    expect(nobodysHash).toContain('m=19456,t=2,p=1');
    expect(await isPassword(school.pool, 'nobody-at-all', 'x', () => Promise.resolve(true))).toBe(false);
    const [wrong, none] = [await attempt('dean2', 'wrong'), await attempt('nobody-at-all', 'wrong')];
    expect({ ...none, traceId: '', headers: {}, bytes: null }).toEqual({
      ...wrong,
      traceId: '',
      headers: {},
      bytes: null,
    });
  });

  it('a password that is sent unencoded, or encoded by another key, is just wrong', async () => {
    const browser = await school.browser();
    for (const token of [PASSWORD, 'A'.repeat(64), encodePassword(PASSWORD).toLowerCase()]) {
      expect(await browser.call(login, { userName: 'registrar1', token })).toMatchObject({ code: 'LOGIN_FAILED' });
      await school.pool.query('delete from gateway.login_failure');
    }
  });

  it('a crowd of attempts for one account waits in line, and no longer line than that', async () => {
    const turns = createLoginTurns(2);
    const order: number[] = [];
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const run = (turn: number) =>
      turns.take('a', () => {
        order.push(turn);
        return gates[turn]?.promise ?? Promise.resolve();
      });
    const [first, second] = [run(0), run(1)];
    await expect(run(2)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await turns.take('b', () => Promise.resolve('other'))).toBe('other');
    expect(order).toEqual([0]);
    gates[0]?.reject(new Error('wrong'));
    await expect(first).rejects.toThrow('wrong');
    gates[1]?.resolve();
    await second;
    expect(order).toEqual([0, 1]);
  });
});

describe('cookies of a session', () => {
  it('are out of reach for scripts and other sites, and over TLS only where that is configured', async () => {
    const browser = await school.browser();
    const answer = await browser.login('dean1');
    const cookies = answer.headers['set-cookie'] as string[];
    expect(cookies.find((cookie) => cookie.startsWith(SESSION_COOKIE))).toMatch(
      /^jwxt_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    for (const cookie of cookies) expect(cookie).not.toMatch(/Domain=|Secure/);
    const tls = await startSchool({ secureCookies: true });
    const secure = (await (await tls.browser()).login('dean1')).headers['set-cookie'] as string[];
    for (const cookie of secure) expect(cookie).toMatch(/; Secure/);
    await tls.stop();
  });
});

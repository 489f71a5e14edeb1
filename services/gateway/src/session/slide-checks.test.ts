import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { finishSlide, login, startSlide } from '@jwxt/contracts/session/session.operations.ts';
import { startSchool, type School } from '../testing/school.ts';
import { PASSWORD } from '../testing/school.data.ts';
import { handSlide, slide } from '../testing/slide.ts';
import { PROOF_MS } from './slide-checks.ts';

let school: School;
beforeAll(async () => {
  school = await startSchool({ settings: { trustProxy: 1 } });
  await school.pool.query(`update base.parameter set para_value = '1' where param_code = 'LOGIN_VRIFY'`);
});
afterAll(() => school.stop());

const wait = (ms: number): void => school.advanceClock(ms);
const required = { status: 400, code: 'SLIDER_REQUIRED', message: '请向右滑动滑块，完成验证！' };

describe("the slider, where LOGIN_VRIFY is '1'", () => {
  it('LOGIN-24, LOGIN-29: without it nobody signs in, with it one login goes through', async () => {
    const browser = await school.browser();
    const input = { userName: 'dean1', token: encodePassword(PASSWORD) };
    expect(await browser.call(login, input)).toMatchObject(required);
    const proof = await slide(browser, 'dean1', wait);
    expect(await browser.call(login, { ...input, proof })).toMatchObject({ code: '200', data: { userName: 'dean1' } });
    expect(await browser.call(login, { ...input, proof })).toMatchObject(required);
  });

  it('LOGIN-24: any other value asks for none', async () => {
    const browser = await school.browser();
    for (const value of ['0', '', '2']) {
      await school.pool.query(`update base.parameter set para_value = $1 where param_code = 'LOGIN_VRIFY'`, [value]);
      expect(await browser.login('dean1')).toMatchObject({ code: '200' });
    }
    await school.pool.query(`update base.parameter set para_value = '1' where param_code = 'LOGIN_VRIFY'`);
  });

  it('LOGIN-28: the server judges the drag, whatever the page draws', async () => {
    const browser = await school.browser();
    const refused = { status: 400, code: 'SLIDER_FAILED', message: '滑动验证未通过，请重新滑动' };
    const attempt = async (points: [number, number][], tookMs: number) => {
      const { challenge } = await browser.get(startSlide, { userName: 'dean1' });
      wait(tookMs);
      return { challenge, answer: await browser.call(finishSlide, { challenge, track: 290, points }) };
    };
    expect(
      (
        await attempt(
          [
            [0, 0],
            [300, 290],
          ],
          400,
        )
      ).answer,
    ).toMatchObject(refused);
    expect((await attempt(handSlide, 0)).answer).toMatchObject(refused);
    expect((await attempt(handSlide, 600_000)).answer).toMatchObject(refused);
    // What was judged once, well or badly, is used up.
    const { challenge, answer } = await attempt(handSlide, 400);
    expect(answer).toMatchObject({ code: '200' });
    expect(await browser.call(finishSlide, { challenge, track: 290, points: handSlide })).toMatchObject(refused);
    expect(await browser.call(finishSlide, { challenge: 'x'.repeat(32), track: 290, points: handSlide })).toMatchObject(
      refused,
    );
  });

  it('a challenge and a proof serve where they were given, and nowhere else', async () => {
    const browser = await school.browser();
    const elsewhere = { headers: { 'x-forwarded-for': '10.9.8.7' } };
    const { challenge } = await browser.get(startSlide, { userName: 'dean1' });
    wait(400);
    expect(await browser.call(finishSlide, { challenge, track: 290, points: handSlide }, elsewhere)).toMatchObject({
      code: 'SLIDER_FAILED',
    });
    const proof = await slide(browser, 'dean1', wait);
    expect(
      await browser.call(login, { userName: 'dean1', token: encodePassword(PASSWORD), proof }, elsewhere),
    ).toMatchObject(required);
    expect(await browser.call(login, { userName: 'dean1', token: encodePassword(PASSWORD), proof })).toMatchObject({
      code: '200',
    });
  });

  it('a proof is for the name it was earned with, and not for long', async () => {
    const browser = await school.browser();
    const of = async (userName: string, proof: string) =>
      browser.call(login, { userName, token: encodePassword(PASSWORD), proof });
    expect(await of('dean2', await slide(browser, 'dean1', wait))).toMatchObject(required);
    const old = await slide(browser, 'dean1', wait);
    wait(PROOF_MS);
    expect(await of('dean1', old)).toMatchObject(required);
    expect(await of('dean1', 'made-up')).toMatchObject(required);
  });

  it('keeps neither challenges nor proofs where they could be read and used', async () => {
    const browser = await school.browser();
    const { challenge } = await browser.get(startSlide, { userName: 'teacher1' });
    const proof = await slide(browser, 'teacher1', wait);
    const { rows } = await school.pool.query<{ text: string }>(
      `select challenge::text as text from gateway.slide_challenge challenge
        union all select slide_proof::text from gateway.slide_proof`,
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { text } of rows) expect(text).not.toMatch(new RegExp(`${challenge}|${proof}`));
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  loginBackground,
  mainBackground,
  menuLogo,
  mottos,
  parameterByCode,
  parameterByName,
  qrCheck,
  schoolLogo,
  systemSet,
  systemTitle,
} from '@jwxt/contracts/session/appearance.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let stranger: Browser;
beforeAll(async () => {
  school = await startSchool();
  stranger = await school.browser();
});
afterAll(() => school.stop());

const set = async (values: Record<string, string>): Promise<void> => {
  for (const [code, value] of Object.entries(values))
    await school.pool.query(
      `insert into base.parameter (param_code, para_name, para_value) values ($1, $1, $2) on conflict (param_code)
        do update set para_value = $2`,
      [code, value],
    );
};
const png = 'data:image/png;base64,iVBORw0KGgo=';

// LOGIN-09, LOGIN-11, LOGIN-12, LOGIN-22
it('the login page has its settings before anybody signs in, defaults where none are set', async () => {
  await school.pool.query(`delete from base.parameter where param_code in ('COPYRIGHT', 'dlybj', 'zxx')`);
  expect(await stranger.get(systemSet, {})).toMatchObject({
    dlbt: '教务系统',
    zxx: '厚德博学',
    COPYRIGHT: '版权所有 © 教务处',
    dlybj: '',
    sybj: '',
  });
  await set({
    COPYRIGHT: '© 明湖大学',
    dlybj: png,
    dlnybj: png,
    sybj: png,
    zxx: '求实',
    yxx: '创新',
    dlbt: '明湖大学教务系统',
  });
  expect(await stranger.get(systemSet, {})).toMatchObject({
    COPYRIGHT: '© 明湖大学',
    dlybj: png,
    dlnybj: png,
    sybj: png,
    zxx: '求实',
    yxx: '创新',
    dlbt: '明湖大学教务系统',
  });
});

// LOGIN-14, LOGIN-15, LOGIN-16, LOGIN-17, LOGIN-18, LOGIN-19, LOGIN-20
it('each part can be asked for by itself', async () => {
  await set({
    schoolName: '明湖大学',
    xxlogo: png,
    cdlogo: png,
    dlybj: png,
    dlnybj: '',
    dlbt: '教务',
    zxx: '左',
    yxx: '右',
    sybj: png,
  });
  expect(await stranger.get(schoolLogo, {})).toEqual({ schoolName: '明湖大学', xxlogo: png });
  expect(await stranger.get(menuLogo, {})).toEqual({ schoolName: '明湖大学', cdlogo: png });
  expect(await stranger.get(loginBackground, {})).toEqual({ dlybj: png, dlnybj: '' });
  expect(await stranger.get(systemTitle, {})).toEqual({ dlbt: '教务' });
  expect(await stranger.get(mottos, {})).toEqual({ zxx: '左', yxx: '右' });
  expect(await stranger.get(mainBackground, {})).toEqual({ sybj: png });
  expect(await stranger.get(systemSet, {})).toMatchObject({ schoolName: '明湖大学', xxlogo: png, LOGIN_VRIFY: '0' });
});

it.each([
  'https://evil.example/track.png',
  'javascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/png;base64,not base64!',
  `data:image/png;base64,${'A'.repeat(1_500_000)}`,
])('an image that is none, or not stored here, counts as missing: %.50s', async (value) => {
  await set({ dlybj: value });
  expect(await stranger.get(loginBackground, {})).toMatchObject({ dlybj: '' });
});

it('CLIENT-19: a parameter by its code: three of them for everybody, the others after signing in', async () => {
  await set({ SECRET_ONE: 'x' });
  for (const paramCode of ['LOGIN_VRIFY', 'COPYRIGHT', 'XSFWDZ'])
    expect(await stranger.get(parameterByCode, { paramCode })).toMatchObject({
      paramCode,
      paraValue: expect.any(String),
    });
  expect(await stranger.call(parameterByCode, { paramCode: 'CJ_JGX' })).toMatchObject({
    status: 401,
    code: '53000010',
  });
  expect(await stranger.call(parameterByCode, { paramCode: 'NO_SUCH' })).toMatchObject({
    status: 401,
    code: '53000010',
  });
  const dean = await school.browser('dean1');
  expect(await dean.get(parameterByCode, { paramCode: 'CJ_JGX' })).toEqual({
    paramCode: 'CJ_JGX',
    paraName: '及格线',
    paraValue: '60',
  });
  expect(await dean.call(parameterByCode, { paramCode: 'NO_SUCH' })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
});

it("CLIENT-20: the maximum weeks of a semester by the parameter's name", async () => {
  const dean = await school.browser('dean1');
  expect(await dean.get(parameterByName, { paraName: '学期最大周数' })).toMatchObject({ paraValue: '25' });
  expect(await stranger.call(parameterByName, { paraName: '学期最大周数' })).toMatchObject({ status: 401 });
});

it('LOGIN-21: signing in by a scanned code is off until the school sets an address', async () => {
  expect(await stranger.get(qrCheck, {})).toEqual({ enabled: '0', url: '' });
  await set({ SMDLDZ: 'javascript:alert(1)' });
  expect(await stranger.get(qrCheck, {})).toEqual({ enabled: '0', url: '' });
  await set({ SMDLDZ: 'https://sso.example.edu.cn/qr' });
  expect(await stranger.get(qrCheck, {})).toEqual({ enabled: '1', url: 'https://sso.example.edu.cn/qr' });
});

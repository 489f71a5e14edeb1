import { afterAll, beforeAll, expect, it } from 'vitest';
import { schoolSetup } from '@jwxt/contracts/school-setup/school-setup.operations.ts';
import { setupState, type SetupStep } from '@jwxt/contracts/school-setup/school-setup.vocabulary.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
beforeAll(async () => {
  school = await startSchool({ services: true });
});
afterAll(() => school.stop());

async function look(step: SetupStep) {
  const { steps } = await (await school.browser('admin')).get(schoolSetup, {});
  return steps.find((each) => each.step === step)!;
}

it('counts what there is, and says what is missing and what that keeps people from', async () => {
  expect(await look('unit')).toEqual({
    step: 'unit',
    state: setupState.done,
    counts: [
      { name: '校区', count: 1 },
      { name: '单位', count: 4 },
    ],
    findings: [],
  });
  expect(await look('semester')).toMatchObject({ state: setupState.done, counts: [{ name: '学期', count: 1 }] });

  await school.pool.query(`update base.semester set sfdqxq = '0'`);
  expect(await look('semester')).toMatchObject({
    state: setupState.blocked,
    findings: [{ blocking: true, text: '没有当前学期', consequence: '教师看不到要录入的教学班' }],
  });
  expect(await look('teachingClass')).toMatchObject({ state: setupState.blocked });
  await school.pool.query(`update base.semester set sfdqxq = '1'`);
});

it('a teacher of this semester whose account is closed is missed', async () => {
  const before = await look('account');
  expect(before.findings.filter(({ blocking }) => blocking)).toEqual([]);
  await school.pool.query(`update base.user_account set sfqy = '0' where user_name = 'teacher1'`);
  expect((await look('account')).findings).toContainEqual({
    blocking: true,
    text: '1 位本学期任课的教师没有可用的账号',
    consequence: '他们不能登录，也不能录入成绩',
  });
  await school.pool.query(`update base.user_account set sfqy = '1' where user_name = 'teacher1'`);
});

it('permissions that came with a newer version and that nobody was given are told', async () => {
  expect((await look('role')).findings).toEqual([]);
  await school.pool.query(`delete from base.role_permission where qxbh = 'changeFeed:query'`);
  expect(await look('role')).toMatchObject({
    state: setupState.advised,
    findings: [{ blocking: false, text: '1 项权限没有任何角色持有，升级后新增的权限需要授予' }],
  });
});

it('is for those who prepare the school', async () => {
  expect(await (await school.browser('teacher1')).call(schoolSetup, {})).toMatchObject({ status: 403 });
  expect((await (await school.browser('office1')).get(schoolSetup, {})).untouched).toBe(false);
});

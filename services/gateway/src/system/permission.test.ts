import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectCurrentXnXq } from '@jwxt/contracts/base-info/semester.operations.ts';
import { courseChooseInit } from '@jwxt/contracts/choose/choose.operations.ts';
import { checkPermission, findAllModule, findByFwbh } from '@jwxt/contracts/system/permission.operations.ts';
import { permissions } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { roundAt } from '../choose/choose.handlers.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
beforeAll(async () => {
  school = await startSchool();
});
afterAll(() => school.stop());

describe('own permissions', () => {
  // PERM-06
  it('GET with fwbh lists the codes held in that module, the shared ones included, and no others', async () => {
    const teacher = await school.browser('teacher1');
    const { list } = await teacher.get(findByFwbh, { fwbh: '09' });
    const codes = list.map(({ qxbh }) => qxbh);
    expect(codes).toEqual(expect.arrayContaining(['scoreEntry:save', 'systemApprove:query']));
    expect(codes).not.toContain('scoreStatistics:query');
    expect(codes).not.toContain('readModel:query');
    expect(await teacher.get(findByFwbh, { fwbh: '77' })).toEqual({ list: [] });
  });

  it('PERM-07: findAllModule lists the own modules', async () => {
    const modulesOf = async (name: string) =>
      (await (await school.browser(name)).get(findAllModule, {})).list.map(({ QXBH }) => QXBH);
    expect(await modulesOf('teacher1')).toContain('09');
    expect(await modulesOf('teacher1')).not.toContain('01');
    expect(await modulesOf('admin')).toContain('01');
    expect(await (await school.browser('admin')).get(findAllModule, {})).toMatchObject({ checked: '1' });
  });

  it('HOME-53, PERM-03: a code answers true or false; one that does not exist is false', async () => {
    const teacher = await school.browser('teacher1');
    const ask = (qxbh: string) => teacher.get(checkPermission, { qxbh });
    expect([await ask('scoreEntry:save'), await ask('readModel:rebuild'), await ask('no:such')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await teacher.call(checkPermission, { qxbh: '' })).toMatchObject({ status: 400 });
  });

  it('PERM-09: the shared codes exist', () => {
    const codes = permissions.map(({ code }) => code);
    expect(codes).toEqual(
      expect.arrayContaining([
        'MonitorBall:view',
        'homeMemuIconManage:show',
        'systemApprove:query',
        'system:approve',
        'systemMessageStudent:query',
        'userMessage:query',
        'functionAuthority:permission:query',
        'courseChoose:init',
        'teacherServer:notice',
        'publicCourseManage:query',
        'indexQuery:show',
      ]),
    );
  });

  it('SHELL-87: the current semester', async () => {
    expect(await (await school.browser('teacher1')).get(selectCurrentXnXq, {})).toEqual({
      semester: SEMESTER,
      semesterName: '2026-2027学年第一学期',
    });
  });
});

describe('entering course selection', () => {
  it('SHELL-43, SHELL-44: without a round the type is not 6 and the message says so; in one it is 6', async () => {
    const teacher = await school.browser('teacher1');
    expect(await teacher.get(courseChooseInit, {})).toEqual({ type: '1', message: '当前没有开放的选课轮次' });
    await school.pool.query(
      `insert into base.parameter (param_code, para_name, para_value)
        values ('XKKSSJ', '选课开始时间', '2020-01-01 00:00:00'), ('XKJSSJ', '选课结束时间', '2099-01-01 00:00:00')
        on conflict (param_code) do update set para_value = excluded.para_value`,
    );
    expect(await teacher.get(courseChooseInit, {})).toEqual({ type: '6', message: '' });
    expect(await (await school.browser('auditor1')).call(courseChooseInit, {})).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
  });

  it('before its begin and after its end the message says when', () => {
    const [begin, end] = ['2026-12-01 08:00:00', '2026-12-05 22:00:00'];
    expect(roundAt('2026-11-30 23:59:59', begin, end)).toEqual({
      type: '2',
      message: '选课尚未开始，开始时间为2026-12-01 08:00:00',
    });
    expect(roundAt(begin, begin, end).type).toBe('6');
    expect(roundAt(end, begin, end)).toEqual({ type: '3', message: '选课已于2026-12-05 22:00:00结束' });
  });
});

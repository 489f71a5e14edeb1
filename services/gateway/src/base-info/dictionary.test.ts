import { findDictionary } from '@jwxt/contracts/base-info/dictionary.operations.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
beforeAll(async () => {
  school = await startSchool();
  await school.pool.query(
    `insert into base.data_dict (dmlb, dm, mc, pxh, sfqy)
      values ('T_FIRST', '2', '乙', 2, '1'), ('T_FIRST', '1', '甲', 1, '1'), ('T_FIRST', '3', '丙', 3, '0')`,
  );
});
afterAll(() => school.stop());

// BASE-DATA-11, CLIENT-03
it('the values in use of one category, in order, as `meta.statusCode`; refusals have both forms', async () => {
  const browser = await school.browser('teacher1');
  const answer = await browser.call(findDictionary, { category: 'T_FIRST' });
  expect(answer).toMatchObject({
    status: 200,
    meta: { statusCode: '200', message: '查询成功' },
    data: [
      { dm: '1', mc: '甲' },
      { dm: '2', mc: '乙' },
    ],
  });
  const nobody = await (await school.browser()).call(findDictionary, { category: 'T_FIRST' });
  expect(nobody).toMatchObject({
    status: 401,
    code: '53000010',
    meta: { statusCode: '53000010', message: '会话已过期！' },
  });
});

import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import { queryRegions, type RegionNode } from '@jwxt/contracts/base-info/region.operations.ts';
import { regionRows } from '@jwxt/infra/base-data/region.data.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
beforeAll(async () => {
  school = await startSchool();
  await insertReferenceRows(school.pool, 'dataDict', regionRows);
});
afterAll(() => school.stop());

test('PICKERS-092, PICKERS-094: the divisions that are in use come as a tree of all provinces', async () => {
  const teacher = await school.browser('teacher1');
  const find = (nodes: readonly RegionNode[], value: string) => nodes.find((node) => node.value === value);
  const provinces = await teacher.get(queryRegions, {});
  expect(provinces).toHaveLength(34);
  const cities = find(provinces, '65')!.children!;
  expect(find(cities, '650100000000')).toMatchObject({ label: '乌鲁木齐市', pid: '65' });
  await school.pool.query(`update base.data_dict set sfqy = '0' where dm = '650100000000'`);
  expect(find(find(await teacher.get(queryRegions, {}), '65')!.children!, '650100000000')).toBeUndefined();
});

test('PICKERS-092: a student has 籍贯 and 生源地 of these, told by their whole names', async () => {
  await school.pool.query(
    `update base.student set native_place = '410102000000', source_place = '41' where student_code = 'S2026001'`,
  );
  const office = await school.browser('office1');
  expect(await office.get(student.operations.detail, { key: 'S2026001' })).toMatchObject({
    nativePlace: '410102000000',
    nativePlaceName: '河南省郑州市中原区',
    sourcePlace: '41',
    sourcePlaceName: '河南省',
  });
});

import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import { usedBy } from './shared/use-count.ts';

/** Units are a tree without circles, and one that is in use below or by others is not stopped (BASE-DATA-17). */
export const departmentRules: ResourceRules = {
  uses: [
    usedBy('下级单位', '个', 'department', 'lsdwh'),
    usedBy('专业', '个', 'major', 'dwh'),
    usedBy('年级专业', '个', 'grade_major', 'dwh'),
    usedBy('课程', '门', 'course', 'kkxy'),
    usedBy('教职工', '名', 'teacher', 'dwh'),
    usedBy('学生', '名', 'student', 'dwh'),
    usedBy('教学班', '个', 'teaching_class', 'open_department_id'),
    usedBy('账号', '个', 'user_account', 'department_id'),
  ],
  // A unit may name the one above it in the same workbook.
  inTurn: true,
  check: async (client, values, before) => [
    ...(await circle(client, values)),
    ...(before !== null && before['sfqy'] === yesNo.yes && values['sfqy'] === yesNo.no
      ? await stillUsed(client, values['dwh'])
      : []),
  ],
};

async function circle(client: PoolClient, { dwh, lsdwh }: WireRow): Promise<FieldError[]> {
  const { rowCount } = await client.query(
    `with recursive above as (
       select dwh, lsdwh from base.department where dwh = $1
       union select department.dwh, department.lsdwh from base.department join above on department.dwh = above.lsdwh)
     select from above where dwh = $2`,
    [lsdwh, dwh],
  );
  return rowCount === 0 || lsdwh === dwh ? [] : [{ field: 'lsdwh', message: '上级单位不能是本单位的下级' }];
}

async function stillUsed(client: PoolClient, dwh: unknown): Promise<FieldError[]> {
  const { rows } = await client.query<{ what: string; n: number }>(
    `select what, n from (values
       ('启用的下级单位', (select count(*)::int from base.department where lsdwh = $1 and sfqy = '1')),
       ('启用的课程', (select count(*)::int from base.course where kkxy = $1 and sfqy = '1')),
       ('启用的专业', (select count(*)::int from base.major where dwh = $1 and sfqy = '1')),
       ('在岗的教职工', (select count(*)::int from base.teacher where dwh = $1 and dqztm like '1%'))) used (what, n)
      where n > 0`,
    [dwh],
  );
  const used = rows.map(({ what, n }) => `${what} ${String(n)} 个`).join('、');
  return used === '' ? [] : [{ field: 'sfqy', message: `还有${used}，不能停用` }];
}

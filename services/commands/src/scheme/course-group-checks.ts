import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { creditText } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import { tenthsOf } from './scheme-system-checks.ts';

const usedIn = (what: string, unit: string, table: string) => ({
  what,
  unit,
  count: `select count(*) as n from base.${table} where course_group_id = $1`,
});

/** SCHEME-40: a group with courses goes with them only. */
export const courseGroupRules: ResourceRules = {
  uses: [usedIn('课程', '门', 'course_group_detail'), usedIn('学时', '条', 'course_group_hours')],
};

/** SCHEME-41: a course in use is added. */
export const courseGroupDetailRules: ResourceRules = {
  async check(client, { courseId }, before) {
    if (before !== null) return [];
    const { rowCount } = await client.query(`select from base.course where kch = $1 and sfqy <> '1'`, [courseId]);
    return rowCount === 0 ? [] : [{ field: 'courseId', message: '课程已停用' }];
  },
};

/** SCHEME-42: the hours of a group are no more than its courses have. */
export const courseGroupHoursRules: ResourceRules = {
  inTurn: true,
  async check(client, { courseGroupId, xs }, before): Promise<FieldError[]> {
    const { rows } = await client.query<{ others: number; total: number }>(
      `select coalesce((select sum(xs) from base.course_group_hours
            where course_group_id = $1 and group_hours_id is distinct from $2), 0)::int as others,
          coalesce((select sum(zxs) from base.course_group_detail join base.course on kch = course_id
            where course_group_id = $1), 0)::int as total`,
      [courseGroupId, before?.['group_hours_id'] ?? null],
    );
    const { others = 0, total = 0 } = rows[0] ?? {};
    const sum = others + (tenthsOf(xs) ?? 0);
    return sum > total
      ? [{ field: 'xs', message: `学时之和 ${creditText(sum)} 超过课组课程的总学时 ${creditText(total)}` }]
      : [];
  },
};

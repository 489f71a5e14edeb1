import type { z } from 'zod';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { mergeCourseHours } from '@jwxt/contracts/scheme/course-hour.operations.ts';
import { hourOwner } from '@jwxt/contracts/scheme/course-hour.resource.ts';
import { creditText } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import { tenthsOf } from './scheme-system-checks.ts';

/** The unit and the hours (tenths) of the course that a requirement is about; undefined: there is none. */
async function loadOwner(
  client: PoolClient,
  ownerType: unknown,
  ownerKey: unknown,
): Promise<{ department: string; total: number } | undefined> {
  const { rows } = await client.query<{ department: string; total: number }>(
    ownerType === hourOwner.planCourse
      ? `select major.dwh as department, course.zxs as total from base.execution_plan plan
           join base.grade_major major using (njzydm) join base.course using (kch)
          where plan.njzydm || '/' || plan.kch = $1`
      : `select course_group.department_id as department, course.zxs as total from base.course_group_detail detail
           join base.course_group using (course_group_id) join base.course on kch = detail.course_id
          where detail.detail_id = $1`,
    [ownerKey],
  );
  return rows[0];
}

/** SCHEME-29: the hours of a course by type are no more than it has, and its unit keeps them. */
export const courseHourRules: ResourceRules = {
  inTurn: true,
  async check(client, { ownerType, ownerKey, departmentId, xs }, before): Promise<FieldError[]> {
    if (ownerType === hourOwner.schemaCourse)
      return [{ field: 'ownerType', message: '方案课程的学时在专业方案中填写' }];
    const owner = await loadOwner(client, ownerType, ownerKey);
    if (!owner) return [{ field: 'ownerKey', message: '没有这个编号的课程' }];
    if (owner.department !== departmentId)
      return [{ field: 'departmentId', message: '应为该年级专业或课组所属的院系' }];
    const { rows } = await client.query<{ others: number }>(
      `select coalesce(sum(xs), 0)::int as others from base.course_hour_require
        where owner_type = $1 and owner_key = $2 and hour_require_id is distinct from $3`,
      [ownerType, ownerKey, before?.['hour_require_id'] ?? null],
    );
    const sum = (rows[0]?.others ?? 0) + (tenthsOf(xs) ?? 0);
    return sum > owner.total
      ? [{ field: 'xs', message: `学时之和 ${creditText(sum)} 超过课程的总学时 ${creditText(owner.total)}` }]
      : [];
  },
};

/** Makes two types of hours of a course one; what is typed of the first stays (SCHEME-29). */
export async function mergeHourTypes(
  client: PoolClient,
  context: CommandContext,
  { into, from }: z.output<typeof mergeCourseHours.payload>,
): Promise<{ key: string } | Refused> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', ['resource:courseHourRequire']);
  const { rows } = await client.query<{ key: string; row: Record<string, unknown> }>(
    `select hour_require_id as key, to_jsonb(stored) as row from base.course_hour_require stored
      where hour_require_id = any($1) for update`,
    [[into, from]],
  );
  const rowOf = (key: string) => rows.find((each) => each.key === key)?.row;
  const [first, second] = [rowOf(into), rowOf(from)];
  if (!first || !second) return refuse('NOT_FOUND');
  if (into === from || ['owner_type', 'owner_key'].some((column) => first[column] !== second[column]))
    return refuse('SCHEME_HOURS_APART');
  await client.query('delete from base.course_hour_require where hour_require_id = $1', [from]);
  const { rows: changed } = await client.query<LoggedChange>(
    `update base.course_hour_require stored set xs = xs + $2::int where hour_require_id = $1
     returning hour_require_id as key, $3::jsonb as before, to_jsonb(stored) as after`,
    [into, second['xs'], JSON.stringify(first)],
  );
  await logOperations(client, context, 'delete', 'courseHourRequire', [{ key: from, before: second, after: null }]);
  await logOperations(client, context, 'update', 'courseHourRequire', changed);
  return { key: into };
}

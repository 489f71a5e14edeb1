import type { Audience } from '@jwxt/contracts/notice/publishing.command.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition, seesEverything, type ScopedRow } from '../kernel/scope.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';

type Choice = { code: string; name: string };
/** People (`p` of `base.audience_person`) whom somebody may write to. */
const within: ScopedRow = { target: 'notice', DW: 'person.department_id' };

/** How many accounts an audience reaches. */
export async function countAudience(db: Queryable, audience: Audience): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from base.audience_person person
      where base.audience_holds($1::jsonb, person.user_name, person.roles, person.units, person.grade)`,
    [JSON.stringify(audience)],
  );
  return rows[0]?.count ?? 0;
}

/**
 * How many students and teachers at school the units and grades of an audience hold who have no account in use: they
 * are meant, and see nothing. None where it is narrowed to roles or single persons, which only accounts have.
 */
export async function countWithoutAccount(
  db: Queryable,
  { roles, departments, grades, users }: Audience,
): Promise<number> {
  if (roles.length > 0 || (users.length > 0 && departments.length + grades.length === 0)) return 0;
  const hasNone = (key: string) =>
    `not exists (select from base.user_account account where account.${key} = person.${key} and account.sfqy = '1')`;
  const inUnits = `($1::text[] = '{}' or person.dwh in (select dwh from below))`;
  const { rows } = await db.query<{ count: number }>(
    `with recursive below as (
       select dwh from base.department where dwh = any($1)
       union select part.dwh from base.department part join below on part.lsdwh = below.dwh)
     select ((select count(*) from base.student person
         where ${allowsSql('person.dqztm', 'inSchool')} and ${inUnits}
           and ($2::text[] = '{}' or person.njdm = any($2)) and ${hasNone('student_code')})
       + (select count(*) from base.teacher person
         where person.dqztm like '1%' and person.sfrk = '1' and ${inUnits}
           and $2::text[] = '{}' and ${hasNone('gh')}))::int as count`,
    [departments, grades],
  );
  return rows[0]?.count ?? 0;
}

/** Whether everybody that an audience reaches is within the person's scope under the permission. */
export async function mayWriteTo(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  audience: Audience,
): Promise<boolean> {
  if (seesEverything(user, permission, 'notice')) return true;
  const params = sqlParams();
  const scope = scopeCondition(user, permission, within, params);
  // An audience that names no unit grows with the school: it would reach others tomorrow, even if it does not today.
  const narrowed =
    audience.departments.length > 0 ||
    (audience.users.length > 0 && audience.roles.length === 0 && audience.grades.length === 0);
  if (!narrowed) return false;
  const { rowCount } = await db.query(
    `select 1 from base.audience_person person
      where base.audience_holds(${params.add(JSON.stringify(audience))}::jsonb, person.user_name, person.roles,
        person.units, person.grade)
        and not coalesce(${scope}, false)
      limit 1`,
    [...params.values],
  );
  return rowCount === 0;
}

/** Roles, units and grades to choose from; units only within the person's scope. */
export async function audienceChoices(
  db: Queryable,
  user: Principal,
): Promise<{ roles: Choice[]; departments: Choice[]; grades: Choice[]; wholeSchool: boolean }> {
  const params = sqlParams();
  const scope = scopeCondition(user, 'noticeInfo:query', { target: 'notice', DW: 'department.dwh' }, params);
  const [roles, departments, grades] = await Promise.all([
    db.query<Choice>('select jsbh as code, jsmc as name from base.role order by jsbh'),
    db.query<Choice>(
      `select department.dwh as code, department.dwmc as name from base.department
        where department.sfqy = '1' and ${scope}
        order by department.pxh, department.dwh`,
      [...params.values],
    ),
    db.query<Choice>(`select njdm as code, njmc as name from base.grade where sfqy = '1' order by njdm desc`),
  ]);
  return {
    roles: roles.rows,
    departments: departments.rows,
    grades: grades.rows,
    wholeSchool: seesEverything(user, 'noticeInfo:query'),
  };
}

/** Up to twenty people within the person's scope, by name or account; those that begin so come first. */
export async function findPeople(
  db: Queryable,
  user: Principal,
  keyword: string,
): Promise<{ userName: string; name: string; departmentName: string }[]> {
  const params = sqlParams();
  const scope = scopeCondition(user, 'noticeInfo:query', within, params);
  const text = params.add(containing(keyword));
  const start = params.add(containing(keyword).slice(1));
  const { rows } = await db.query<{ userName: string; name: string; departmentName: string }>(
    `select person.user_name as "userName", person.name, coalesce(department.dwmc, '') as "departmentName"
      from base.audience_person person
      left join base.department on department.dwh = person.department_id
      where ${scope} and (person.name ilike ${text} or person.user_name ilike ${text})
      order by (person.name ilike ${start} or person.user_name ilike ${start}) desc, person.user_name limit 20`,
    [...params.values],
  );
  return rows;
}

import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { NodeScopes } from '@jwxt/contracts/kernel/node-scopes.ts';
import type { Dimension } from '@jwxt/contracts/kernel/scope.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { GatewayCache } from '../kernel/caches.ts';
import { createKeptValues } from '../kernel/expiring-values.ts';
import { prepared } from '../kernel/prepared-query.ts';
import { isProgram } from '@jwxt/contracts/session/program.vocabulary.ts';
import type { Principal, RoleGrant } from '../kernel/principal.ts';
import { lentRoles, type Lent } from './lent-roles.ts';
import { programPrincipal } from './programs/program-principal.ts';
import type { RightsNews } from './rights-news.ts';

declare module '../kernel/services.ts' {
  interface Services {
    readonly principals: Principals;
  }
}

/** People with what they may do and see, read from the base data and kept until it changes. */
export interface Principals {
  /** Null when the account does not exist or is switched off. */
  get(userName: string): Promise<Principal | null>;
  /** Forgets what is kept about a person, or about all. */
  forget(userName?: string): void;
  readonly cache: GatewayCache;
}

/** How long a person is kept at most while changes are heard, should a notice be lost with its connection. */
const keptMs = 30_000;
/** The same while they are not heard. */
const keptUnheardMs = 5_000;

/**
 * Creates the reader. Changes of rights, scopes and accounts take effect as soon as the news tell of them; without news
 * within {@link keptUnheardMs}.
 */
export function createPrincipals(db: Queryable, clock: () => Date, news?: RightsNews): Principals {
  const kept = createKeptValues<Promise<Principal | null>>(keptMs);
  news?.subscribe(() => kept.clear());
  const load = (userName: string, now: Date): Promise<Principal | null> => {
    const principal = isProgram(userName) ? readProgram(db, userName, now) : readPerson(db, userName);
    // Put there before it is read, so that a change that is told meanwhile takes it away.
    kept.set(userName, principal, now);
    principal.catch(() => kept.delete(userName));
    return principal;
  };
  return {
    get(userName) {
      const now = clock();
      return kept.get(userName, now, news?.connected ? keptMs : keptUnheardMs) ?? load(userName, now);
    },
    cache: {
      ...kept,
      /** One after the other: nobody waits for it. */
      async warm() {
        for (const userName of await readAtWork(db, clock())) await load(userName, clock());
      },
    },
    forget(userName) {
      if (userName === undefined) kept.clear();
      else kept.delete(userName);
    },
  };
}

/** So many people's rights are read before they are asked. */
const WARMED = 200;

/** Who is signed in, those first who called last. */
async function readAtWork(db: Queryable, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ userName: string }>(
    `select user_name as "userName" from gateway.session where revoked_at is null and expires_at > $1
      group by user_name order by max(last_seen_at) desc limit ${WARMED}`,
    [now],
  );
  return rows.map(({ userName }) => userName);
}

interface AccountRow {
  name: string;
  kind: string;
  gh: string | null;
  student_code: string | null;
  department_id: string | null;
  department_name: string | null;
  own_units: string[];
  led_classes: string[];
  pwd_must_change: string;
  own_majors: string[];
  own_grades: string[];
}

/** `fwz` by dimension, by node. */
type StoredScopes = Record<string, Partial<Record<Dimension, string>>>;

function scopesOf(stored: StoredScopes): NodeScopes {
  return new Map(
    Object.entries(stored).map(([node, values]) => [node, new Map(Object.entries(values) as [Dimension, string][])]),
  );
}

/** A program, by its token: null when that is over, or whoever made it may not do anything any more. */
async function readProgram(db: Queryable, userName: string, now: Date): Promise<Principal | null> {
  const {
    rows: [token],
  } = await db.query<{ name: string; createdBy: string; permissions: string[]; units: string[] | null }>(
    prepared(
      `with recursive within as (
         select unit.dwh from base.department unit join base.api_token token on unit.dwh = any(token.units)
          where token.user_name = $1
         union select unit.dwh from base.department unit join within on unit.lsdwh = within.dwh
       )
       select token.name, token.created_by as "createdBy", token.permissions,
              case when token.units = '{}' then null else array(select dwh from within order by dwh) end as units
         from base.api_token token
        where token.user_name = $1 and token.revoked_at is null and token.expires_at > $2`,
      [userName, now],
    ),
  );
  const creator = token && (await readPrincipal(db, token.createdBy));
  return creator ? programPrincipal(creator, { userName, ...token }) : null;
}

/** Somebody with what others have handed on to him. */
async function readPerson(db: Queryable, userName: string): Promise<Principal | null> {
  const [person, { rows }] = await Promise.all([
    readPrincipal(db, userName),
    db.query<Lent & { giver: string }>(
      prepared(
        `select lent.from_user as giver, lent.jsbh as "roleCode", array_agg(distinct lent.qxbh) as permissions,
              case when lent.units = '{}' then null else array(
                with recursive within as (
                  select unit.dwh from base.department unit where unit.dwh = any(lent.units)
                  union select unit.dwh from base.department unit join within on unit.lsdwh = within.dwh
                ) select dwh from within order by dwh) end as units
           from base.lent_permission lent where lent.to_user = $1
          group by lent.auth_id, lent.from_user, lent.jsbh, lent.units
          order by lent.from_user, lent.auth_id, lent.jsbh`,
        [userName],
      ),
    ),
  ]);
  if (person === null || rows.length === 0) return person;
  const lent: RoleGrant[] = [];
  for (const [giverName, given] of Map.groupBy(rows, ({ giver }) => giver)) {
    const giver = await readPrincipal(db, giverName);
    if (giver) lent.push(...lentRoles(giver, given));
  }
  return { ...person, lent };
}

async function readPrincipal(db: Queryable, userName: string): Promise<Principal | null> {
  const [account, roles] = await Promise.all([
    db.query<AccountRow>(
      prepared(
        `with recursive account as (
         select account.*, coalesce(teacher.dwh, student.dwh, account.department_id) as unit
           from base.user_account account left join base.teacher on teacher.gh = account.gh
           left join base.student on student.student_code = account.student_code
          where account.user_name = $1 and account.sfqy = '1'
            and (account.valid_to is null or account.valid_to >= base.school_day())
       ), units as (
         select department.dwh from base.department join account other_account on other_account.unit = department.dwh
         union select department.dwh from base.department join units on department.lsdwh = units.dwh
       )
       select other_account.name, other_account.kind, other_account.pwd_must_change,
         other_account.gh, other_account.student_code,
         other_account.unit as department_id, department.dwmc as department_name,
              array(select dwh from units order by dwh) as own_units,
              array(select class_info.bjdm from base.class_info
                where other_account.gh in (class_info.bzrgh, class_info.fdygh) order by class_info.bjdm) as led_classes,
              array(select major.zydm from base.major where major.zyfzrh = other_account.gh
                union select student.zydm from base.student
                where student.student_code = other_account.student_code) as own_majors,
              array(select student.njdm from base.student
                where student.student_code = other_account.student_code) as own_grades
         from account other_account left join base.department on department.dwh = other_account.unit`,
        [userName],
      ),
    ),
    db.query<{ code: string; name: string; permissions: string[]; scopes: StoredScopes }>(
      prepared(
        `select role.jsbh as code, role.jsmc as name,
              array(select granted.qxbh from base.role_permission granted
                where granted.jsbh = role.jsbh) as permissions,
              (select coalesce(jsonb_object_agg(saved.qxbh, saved.scope), '{}')
                from (select reach.qxbh, jsonb_object_agg(reach.sjqxbh, reach.fwz) as scope from base.role_scope reach
                  where reach.jsbh = role.jsbh group by reach.qxbh) saved) as scopes
         from base.user_role held join base.role on role.jsbh = held.jsbh where held.user_name = $1 order by role.jsbh`,
        [userName],
      ),
    ),
  ]);
  const row = account.rows[0];
  if (!row) return null;
  return {
    userName,
    name: row.name,
    kind: row.kind,
    gh: row.gh,
    studentCode: row.student_code,
    departmentId: row.department_id,
    departmentName: row.department_name,
    mustChangePassword: row.pwd_must_change === yesNo.yes,
    ownUnits: row.own_units,
    ledClasses: row.led_classes,
    ownMajors: row.own_majors,
    ownGrades: row.own_grades,
    roles: roles.rows.map(({ code, name, permissions, scopes }): RoleGrant => ({
      code,
      name,
      permissions: new Set(permissions),
      scopes: scopesOf(scopes),
    })),
    lent: [],
  };
}

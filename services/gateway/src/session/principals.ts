import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { createKeptValues } from '../kernel/expiring-values.ts';
import { prepared } from '../kernel/prepared-query.ts';
import type { Dimension, Principal, RoleGrant } from '../kernel/principal.ts';
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
  return {
    get(userName) {
      const now = clock();
      const hit = kept.get(userName, now, news?.connected ? keptMs : keptUnheardMs);
      if (hit) return hit;
      const principal = readPrincipal(db, userName);
      // Put there before it is read, so that a change that is told meanwhile takes it away.
      kept.set(userName, principal, now);
      principal.catch(() => kept.delete(userName));
      return principal;
    },
    forget(userName) {
      if (userName === undefined) kept.clear();
      else kept.delete(userName);
    },
  };
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
}

async function readPrincipal(db: Queryable, userName: string): Promise<Principal | null> {
  const [account, roles] = await Promise.all([
    db.query<AccountRow>(
      prepared(
        `with recursive account as (
         select u.*, coalesce(t.dwh, s.dwh, u.department_id) as unit
           from base.user_account u left join base.teacher t on t.gh = u.gh
           left join base.student s on s.student_code = u.student_code
          where u.user_name = $1 and u.sfqy = '1'
       ), units as (
         select d.dwh from base.department d join account a on a.unit = d.dwh
         union select d.dwh from base.department d join units on d.lsdwh = units.dwh
       )
       select a.name, a.kind, a.gh, a.student_code, a.unit as department_id, d.dwmc as department_name,
              array(select dwh from units order by dwh) as own_units,
              array(select c.bjdm from base.class_info c where c.bzrgh = a.gh order by c.bjdm) as led_classes
         from account a left join base.department d on d.dwh = a.unit`,
        [userName],
      ),
    ),
    db.query<{ code: string; name: string; permissions: string[]; scope: Partial<Record<Dimension, string>> }>(
      prepared(
        `select r.jsbh as code, r.jsmc as name,
              array(select p.qxbh from base.role_permission p where p.jsbh = r.jsbh) as permissions,
              (select coalesce(jsonb_object_agg(s.sjqxbh, s.fwz), '{}') from base.role_scope s where s.jsbh = r.jsbh) as
                scope
         from base.user_role u join base.role r on r.jsbh = u.jsbh where u.user_name = $1 order by r.jsbh`,
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
    ownUnits: row.own_units,
    ledClasses: row.led_classes,
    roles: roles.rows.map(({ code, name, permissions, scope }): RoleGrant => ({
      code,
      name,
      permissions: new Set(permissions),
      scope: new Map(Object.entries(scope) as [Dimension, string][]),
    })),
  };
}

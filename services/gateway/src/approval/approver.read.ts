import { WHOLE_SCHOOL } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** Somebody who approves. */
export interface Approver {
  readonly userName: string;
  readonly name: string;
  readonly departmentName: string | null;
}

const approver = `u.user_name as "userName", u.name, d.dwmc as "departmentName"`;
const account = `base.user_account u left join base.teacher t on t.gh = u.gh
  left join base.department d on d.dwh = coalesce(t.dwh, u.department_id)`;

/** Enabled holders of a node's role whose scope reaches its unit, by name; the rule is that of the decision itself. */
export async function readApproversOf(
  db: Queryable,
  { roleCode, scopeUnit }: { roleCode: string; scopeUnit: string },
): Promise<Approver[]> {
  const { rows } = await db.query<Approver>(
    `with recursive above as (
       select dwh, lsdwh from base.department where dwh = $2 union select p.dwh, p.lsdwh from base.department p
       join above a on p.dwh = a.lsdwh
     )
     select ${approver} from base.user_role r join ${account} on true
       left join base.role_scope s on s.jsbh = r.jsbh and s.sjqxbh = 'DW'
      where u.user_name = r.user_name and u.sfqy = '1' and r.jsbh = $1
        and (s.fwz is null or s.fwz = '*' or ($2 <> '${WHOLE_SCHOOL}' and case s.fwz
               when '$DW' then coalesce(t.dwh, u.department_id) in (select dwh from above) when '$DWB'
                 then coalesce(t.dwh, u.department_id) = $2
               when '$SELF' then false else $2 = any(string_to_array(s.fwz, ',')) end))
      order by u.name, u.user_name limit 200`,
    [roleCode, scopeUnit],
  );
  return rows;
}

/** Enabled people who approve anything, but for one; found by part of the name or the account. */
export async function readPossibleDelegates(db: Queryable, but: string, keyword: string): Promise<Approver[]> {
  const { rows } = await db.query<Approver>(
    `select ${approver} from ${account}
      where u.sfqy = '1' and u.user_name <> $1 and (position($2 in u.name) > 0 or position($2 in u.user_name) > 0)
        and exists (select 1 from base.user_role r join base.role_permission p on p.jsbh = r.jsbh
          and p.qxbh = 'system:approve' where r.user_name = u.user_name)
      order by u.name, u.user_name limit 50`,
    [but, keyword],
  );
  return rows;
}

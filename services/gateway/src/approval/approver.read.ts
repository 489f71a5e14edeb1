import { classOfUnit, WHOLE_SCHOOL } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { nodesAbove } from '@jwxt/contracts/kernel/function-tree.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** Somebody who approves. */
export interface Approver {
  readonly userName: string;
  readonly name: string;
  readonly departmentName: string | null;
}

const approver = `account.user_name as "userName", account.name, department.dwmc as "departmentName"`;
const account = `base.user_account account left join base.teacher on teacher.gh = account.gh
  left join base.department on department.dwh = coalesce(teacher.dwh, account.department_id)`;

/** Enabled holders of a node's role whose scope reaches its unit, by name; the rule is that of the decision itself. */
export async function readApproversOf(
  db: Queryable,
  { roleCode, scopeUnit }: { roleCode: string; scopeUnit: string },
): Promise<Approver[]> {
  const { rows } = await db.query<Approver>(
    `with recursive above as (
       select dwh, lsdwh from base.department where dwh = $2 union select department.dwh, department.lsdwh
         from base.department
       join above on department.dwh = above.lsdwh
     )
     select ${approver} from base.user_role held join ${account} on true
       cross join lateral (select base.scope_value(held.jsbh, $3, 'DW') as fwz) reach
      where account.user_name = held.user_name and account.sfqy = '1' and held.jsbh = $1
        and case when $4::text is not null then exists (select from base.class_info own
          where own.bjdm = $4 and teacher.gh in (own.bzrgh, own.fdygh)) else (reach.fwz is null or reach.fwz = '*' or ($2 <> '${WHOLE_SCHOOL}' and case reach.fwz
               when '$DW' then coalesce(teacher.dwh, account.department_id) in (select dwh from above) when '$DWB'
                 then coalesce(teacher.dwh, account.department_id) = $2
               when '$SELF' then false else $2 = any(string_to_array(reach.fwz, ',')) end)) end
      order by account.name, account.user_name limit 200`,
    [roleCode, scopeUnit, nodesAbove('system:approve'), classOfUnit(scopeUnit)],
  );
  return rows;
}

/** To whom an application may be handed: approvers of its node, but for `has`, and whoever had a hand in it. */
export async function readTargetsOf(
  db: Queryable,
  node: { roleCode: string; scopeUnit: string } | undefined,
  { applicant_user, entered_by }: { applicant_user: string; entered_by: readonly string[] },
  has: string | null,
): Promise<{ list: Approver[] }> {
  if (!node) return { list: [] };
  const notThese = new Set([applicant_user, ...entered_by, has]);
  return { list: (await readApproversOf(db, node)).filter(({ userName }) => !notThese.has(userName)) };
}

/** Enabled people who approve anything, but for one; found by part of the name or the account. */
export async function readPossibleDelegates(db: Queryable, but: string, keyword: string): Promise<Approver[]> {
  const { rows } = await db.query<Approver>(
    `select ${approver} from ${account}
      where account.sfqy = '1' and account.user_name <> $1 and (position($2 in account.name) > 0
        or position($2 in account.user_name) > 0)
        and exists (select 1 from base.user_role held join base.role_permission granted on granted.jsbh = held.jsbh
          and granted.qxbh = 'system:approve' where held.user_name = account.user_name)
      order by account.name, account.user_name limit 50`,
    [but, keyword],
  );
  return rows;
}

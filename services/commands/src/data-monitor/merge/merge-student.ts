import { approvableStatuses, businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { implementStatus } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { DECIDED_FACT, type Merging } from './merge-rows.ts';

/**
 * Why two students cannot be made one, besides scores: what is under way is about the row that goes and would come to
 * it; dated facts of both must leave the one that stays as he is today, or rosters, sheets and accounts would have to
 * change with the merge, and back.
 */
export async function checkPersons(
  db: Queryable,
  { stayKey, goneKeys }: Pick<Merging, 'stayKey' | 'goneKeys'>,
  nameOf: (key: string) => string,
): Promise<Refused | null> {
  const open = await underWay(db, goneKeys);
  if (open) return refuse('MERGE_OPEN', { name: nameOf(open.code), what: open.what });
  const { rows: schemes } = await db.query<{ code: string }>(
    `select student_code as code from base.personal_scheme where student_code = any($1)
      order by array_position($1::text[], student_code) limit 2`,
    [[stayKey, ...goneKeys]],
  );
  if (schemes[1])
    return refuse('MERGE_SCHEMES', { name: nameOf(schemes[1].code), stay: nameOf(schemes[0]?.code ?? '') });
  const { rows: changed } = await db.query<{ code: string }>(
    `with decided as (
       select * from base.student_status_fact fact
        where fact.cancelled_at is null and fact.effective_date <= base.school_day()
          and (fact.student_code = $1 or fact.student_code = any($2) and ${DECIDED_FACT}))
     select (select fact.student_code from decided fact where fact.student_code <> $1 limit 1) as code
       from base.student stay,
         (select (array_agg(status order by effective_date desc, seq desc)
              filter (where status is not null))[1] as status,
            (array_agg(bjdm order by effective_date desc, seq desc) filter (where bjdm is not null))[1] as bjdm,
            (array_agg(student_type order by effective_date desc, seq desc)
              filter (where student_type is not null))[1] as student_type
           from decided) both_of
      where stay.student_code = $1 and exists (select from decided fact where fact.student_code <> $1)
        and (stay.dqztm, stay.bjdm, stay.xslbdm)
          is distinct from (both_of.status, both_of.bjdm, both_of.student_type)`,
    [stayKey, goneKeys],
  );
  return changed[0] ? refuse('MERGE_STATUS', { name: nameOf(changed[0].code), stay: nameOf(stayKey) }) : null;
}

/**
 * What of those who go is asked for, or passed and not carried out, as far as a row says so; the gateway looks for what
 * applications alone say.
 */
async function underWay(
  db: Queryable,
  goneKeys: readonly string[],
): Promise<{ code: string; what: string } | undefined> {
  const { rows } = await db.query<{ code: string; what: string }>(
    `select student_code as code, '学籍异动' as what from base.status_change
        where student_code = any($1) and (approval_status = any($2)
          or approval_status = $3 and implement_status in ('${implementStatus.waiting}', '${implementStatus.coming}'))
      union all select student_code, '学籍异动' from base.student_status_fact
        where student_code = any($1) and effected_at is null and cancelled_at is null
      union all select student_code, '学籍异动' from base.status_transition
        where student_code = any($1) and done_at is null
      union all select student_code, '转专业' from base.major_transfer
        where student_code = any($1) and transfer_status in ('1', '2')
      limit 1`,
    [goneKeys, approvableStatuses, businessStatus.passed],
  );
  return rows[0];
}

import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { warningHandling } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';
import type { StoredRow } from '../../kernel/resource-rows.ts';

const MESSAGE = '是该生唯一的监护人，该生有应通知监护人的学籍预警，请先登记另一位监护人';

/** Why a guardian stays one: a student with an open warning of which guardians are told has at least one. */
async function isNeeded(client: PoolClient, row: StoredRow): Promise<string | null> {
  if (row['is_guardian'] !== yesNo.yes) return null;
  const { rowCount } = await client.query(
    `select from base.status_warning_result result join base.warning_level level using (warning_level_code)
      where result.student_code = $1 and level.notify_guardian = '1' and result.revoked_at is null
        and not exists (select from base.warning_record record where record.handle_type = '${warningHandling.lifted}'
          and record.warning_result_id = result.warning_result_id)
        and not exists (select from base.student_family other where other.student_code = $1
          and other.is_guardian = '1' and other.family_id <> $2) limit 1`,
    [row['student_code'], row['family_id']],
  );
  return rowCount === 0 ? null : MESSAGE;
}

/** Guardians of students who are warned at levels that tell guardians (STUDENT-STATUS-34). */
export const guardianRules: ResourceRules = { stays: isNeeded };

/** Relatives who are guardians (STUDENT-STATUS-06): the last one of a warned student stays one. */
export const studentFamilyRules: ResourceRules = {
  stays: isNeeded,
  async check(client, { isGuardian }, before) {
    if (before === null || isGuardian === yesNo.yes) return [];
    const message = await isNeeded(client, before);
    return message === null ? [] : [{ field: 'isGuardian', message }];
  },
};

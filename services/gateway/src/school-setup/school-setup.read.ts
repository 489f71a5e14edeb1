import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { schoolSetup } from '@jwxt/contracts/school-setup/school-setup.operations.ts';
import { setupState, setupStepNames } from '@jwxt/contracts/school-setup/school-setup.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { setupChecks, setupCounts } from './setup-checks.ts';

type SchoolSetupView = z.output<typeof schoolSetup.output>;

/** How far the school is, by one statement that sees one state of all its rows. */
export async function readSchoolSetup(db: Queryable, now: Date): Promise<SchoolSetupView> {
  const numbers = (queries: readonly { sql: string }[]) => queries.map(({ sql }) => `(${sql})`).join(',\n');
  const { rows } = await db.query<{ semester: string | null; untouched: boolean; counts: string[]; missing: string[] }>(
    `select (select xnxqmc from base.semester where sfdqxq = '${yesNo.yes}') as semester,
       not exists (select from base.department) and not exists (select from base.teacher) as untouched,
       array[${numbers(setupCounts)}]::bigint[] as counts,
       array[${numbers(setupChecks)}]::bigint[] as missing`,
  );
  const found = rows[0]!;
  const counts = setupCounts.map((each, index) => ({ ...each, count: Number(found.counts[index]) }));
  const missing = setupChecks
    .map((each, index) => ({ ...each, n: Number(found.missing[index]) }))
    .filter(({ n }) => n > 0);
  return {
    semesterName: found.semester,
    untouched: found.untouched,
    serverTime: toDateTimeText(now),
    steps: setupStepNames.map((step) => {
      const findings = missing.filter((each) => each.step === step);
      return {
        step,
        state: findings.some(({ blocking }) => blocking)
          ? setupState.blocked
          : findings.length > 0
            ? setupState.advised
            : setupState.done,
        counts: counts.filter((each) => each.step === step).map(({ name, count }) => ({ name, count })),
        findings: findings.map(({ blocking, text, n, consequence }) => ({ blocking, text: text(n), consequence })),
      };
    }),
  };
}

import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import type { PlanDifferences } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { planFields, type PlanChange } from '@jwxt/contracts/scheme/plan/plan-difference.ts';
import { generationDigest, type PlanGeneration } from '@jwxt/infra/runtime/execution-plan.ts';
import { planValueText, readPlanNames } from '@jwxt/infra/runtime/plan-words.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** What generations would do, in words; rows that stay as they are only by their number. */
export async function toldDifferences(db: Queryable, generations: readonly PlanGeneration[]): Promise<PlanDifferences> {
  const ids = new Set(generations.flatMap(({ changes }) => changes.map(({ courseId }) => courseId)));
  const [names, { rows: courses }] = await Promise.all([
    readPlanNames(db),
    db.query<{ kch: string; code: string; name: string }>(
      'select kch, ywbm as code, kcmc as name from base.course where kch = any($1)',
      [[...ids]],
    ),
  ]);
  const courseOf = new Map(courses.map((course) => [course.kch, course]));
  const told = (gradeMajorId: string, change: PlanChange) => {
    const { kind, courseId, before, after, fields, reason } = change;
    const content = after ?? before;
    return {
      executionPlanId: `${gradeMajorId}/${courseId}`,
      kind,
      courseBusinessCode: courseOf.get(courseId)?.code ?? courseId,
      courseName: courseOf.get(courseId)?.name ?? courseId,
      term: content?.term ?? 0,
      credit: content ? hoursText(content.credit) : '',
      reason: reason ?? '',
      fields:
        before && after
          ? fields.map((field) => ({
              label: planFields[field],
              before: planValueText(field, before, names),
              after: planValueText(field, after, names),
            }))
          : [],
    };
  };
  return {
    list: generations.map(({ gradeMajorId, gradeMajorName, majorSchemaKey, schemaName, problem, changes }) => ({
      gradeMajorId,
      gradeMajorName,
      majorSchemaKey,
      schemaName,
      problem,
      same: changes.filter(({ kind }) => kind === 'same').length,
      changes: changes.filter(({ kind }) => kind !== 'same').map((change) => told(gradeMajorId, change)),
    })),
    digest: generationDigest(generations),
  };
}

import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import type { PlanDifferences } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import {
  planFields,
  type PlanChange,
  type PlanContent,
  type PlanField,
} from '@jwxt/contracts/scheme/plan/plan-difference.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { generationDigest, type PlanGeneration } from '@jwxt/infra/runtime/execution-plan.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** Names of what contents have as codes, by `<kind>/<code>`. */
type Names = ReadonlyMap<string, string>;

async function readNames(db: Queryable): Promise<Names> {
  const { rows } = await db.query<{ key: string; name: string }>(
    `select dmlb || '/' || dm as key, mc as name from base.data_dict
        where dmlb in ('XTGL_KCSXDMJ', 'XTGL_KCXZDMJ', 'XTGL_KSXS', 'XTGL_KSFS', 'XTGL_XSLX')
     union all select 'unit/' || dwh, dwmc from base.department
     union all select 'classify/' || classify_id, module_name || '／' || classify_name from base.scheme_classify
     union all select 'group/' || course_group_id, course_group_name from base.course_group`,
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}

const kinds: Partial<Record<PlanField, string>> = {
  courseSystemId: 'classify',
  courseAttribute: 'XTGL_KCSXDMJ',
  courseNature: 'XTGL_KCXZDMJ',
  examMethod: 'XTGL_KSXS',
  examWay: 'XTGL_KSFS',
  courseGroupId: 'group',
  openDepartmentId: 'unit',
};

function valueText(field: PlanField, content: PlanContent, names: Names): string {
  const value = content[field];
  if (value === null) return '（无）';
  switch (field) {
    case 'term':
      return `第${String(content.term)}学期`;
    case 'credit':
    case 'totalHour':
    case 'weekHours':
      return hoursText(Number(value));
    case 'hours':
      return (
        content.hours.map(({ xsbh, xs }) => `${names.get(`XTGL_XSLX/${xsbh}`) ?? xsbh}${hoursText(xs)}`).join('、') ||
        '（无）'
      );
    case 'specialItemSign':
      return value === yesNo.yes ? '是' : '否';
    case 'directionId':
      return content.directionName ?? '（无）';
    default: {
      const code = typeof value === 'string' ? value : '';
      return names.get(`${kinds[field] ?? ''}/${code}`) ?? code;
    }
  }
}

/** What generations would do, in words; rows that stay as they are only by their number. */
export async function toldDifferences(db: Queryable, generations: readonly PlanGeneration[]): Promise<PlanDifferences> {
  const ids = new Set(generations.flatMap(({ changes }) => changes.map(({ courseId }) => courseId)));
  const [names, { rows: courses }] = await Promise.all([
    readNames(db),
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
              before: valueText(field, before, names),
              after: valueText(field, after, names),
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

import { createHash } from 'node:crypto';
import {
  planChanges,
  type PlanChange,
  type PlanContent,
  type PresentRow,
  type WantedRow,
} from '@jwxt/contracts/scheme/plan/plan-difference.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { coursesOf, type SchemaState } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { specialType, projectType } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from './postgres.ts';

/** A plan with what generating would make of it; `problem`: why nothing can be generated, empty where it can. */
export interface PlanGeneration {
  readonly gradeMajorId: string;
  readonly gradeMajorName: string;
  readonly grade: string;
  readonly majorSchemaKey: string;
  readonly schemaName: string;
  readonly problem: string;
  readonly changes: readonly PlanChange[];
}

/** A training scheme by its key, as its stream says. */
export type FindSchema = (majorSchemaKey: string) => Promise<SchemaState>;

interface GradeMajor {
  readonly gradeMajorId: string;
  readonly gradeMajorName: string;
  readonly grade: string;
  readonly majorSchemaKey: string | null;
}

/**
 * What generating the plans of grade-majors from their schemes in use would do (SCHEME-13); the one place that says so,
 * for whoever looks and for what is then carried out. `majorSchemaKey`: that scheme alone, else the main one of each.
 */
export async function planGenerations(
  db: Queryable,
  { gradeMajorIds, majorSchemaKey }: { gradeMajorIds: readonly string[]; majorSchemaKey?: string | undefined },
  findSchema: FindSchema,
): Promise<PlanGeneration[]> {
  const { rows: gradeMajors } = await db.query<GradeMajor>(
    `select njzydm as "gradeMajorId", njzymc as "gradeMajorName", njdm as grade,
        (select major_schema_key from base.major_schema_place place where place.njzydm = grade_major.njzydm
            and case when $2::text is null then slot = 'current' and project_type = $3 else major_schema_key = $2 end
          limit 1) as "majorSchemaKey"
       from base.grade_major where njzydm = any($1) order by njdm desc, njzydm`,
    [gradeMajorIds, majorSchemaKey ?? null, projectType.major],
  );
  const keys = [...new Set(gradeMajors.flatMap(({ majorSchemaKey: key }) => key ?? []))];
  const schemas = new Map<string, SchemaState>();
  for (const key of keys) schemas.set(key, await findSchema(key));
  const courses = [...schemas.values()].flatMap((schema) => ('rows' in schema ? coursesOf(schema) : []));
  const units = await openingUnits(db, courses);
  const present = await presentPlans(db, gradeMajorIds);
  return gradeMajors.map(({ majorSchemaKey: key, ...gradeMajor }): PlanGeneration => {
    const schema = key === null ? undefined : schemas.get(key);
    const nothing = { ...gradeMajor, majorSchemaKey: key ?? '', schemaName: '', changes: [] };
    if (!schema || !('rows' in schema)) return { ...nothing, problem: '没有培养方案' };
    const { schemaName } = schema.texts;
    if (schema.status !== 'enabled') return { ...nothing, schemaName, problem: '培养方案还没有审批通过' };
    const wanted = wantedRows(coursesOf(schema), units);
    return {
      ...gradeMajor,
      majorSchemaKey: schema.majorSchemaKey,
      schemaName,
      problem: '',
      changes: planChanges(wanted, present.get(gradeMajor.gradeMajorId) ?? []),
    };
  });
}

/** Of everything that some generations would do: the same text, the same changes. */
export function generationDigest(generations: readonly PlanGeneration[]): string {
  const told = generations.map(({ gradeMajorId, majorSchemaKey, problem, changes }) => [
    gradeMajorId,
    majorSchemaKey,
    problem,
    changes.map(({ kind, courseId, before, after }) => [kind, courseId, before && contentKey(before), after]),
  ]);
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}
const contentKey = (content: PlanContent): string =>
  JSON.stringify(Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The rows that a scheme wants: a course that stands in several directions is everybody's. */
function wantedRows(courses: readonly SchemaCourse[], units: ReadonlyMap<string, string>): WantedRow[] {
  return [...Map.groupBy(courses, ({ courseCode }) => courseCode)].flatMap(([courseId, rows]): WantedRow[] => {
    const [row] = rows;
    const openDepartmentId = units.get(courseId);
    if (!row || openDepartmentId === undefined) return [];
    const several = rows.length > 1;
    return [
      {
        courseId,
        content: {
          term: row.term,
          openDepartmentId,
          courseSystemId: row.classifyId || null,
          courseAttribute: row.courseAttribute,
          courseNature: row.courseNature,
          credit: row.credit,
          totalHour: row.totalHour,
          weekHours: row.weekHours,
          hours: row.hours.map(({ xsbh, xs }) => ({ xsbh, xs })),
          startEndWeek: row.startEndWeek || null,
          examMethod: row.examMethod,
          examWay: row.examWay || null,
          directionId: several ? null : row.directionId || null,
          directionName: several ? null : row.directionName || null,
          courseGroupId: row.courseGroupId || null,
          specialItemSign: row.specialType === specialType.none ? yesNo.no : yesNo.yes,
        },
      },
    ];
  });
}

async function openingUnits(db: Queryable, courses: readonly SchemaCourse[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ kch: string; unit: string }>(
    'select kch, kkxy as unit from base.course where kch = any($1)',
    [[...new Set(courses.map(({ courseCode }) => courseCode))]],
  );
  return new Map(rows.map(({ kch, unit }) => [kch, unit]));
}

/** SQL: what a row `plan` says of its course, as {@link PlanContent}. */
export const planContentSql = `jsonb_build_object('term', plan.term, 'openDepartmentId', plan.open_department_id,
  'courseSystemId', plan.course_system_id, 'courseAttribute', plan.course_attribute,
  'courseNature', plan.course_nature, 'credit', plan.credit, 'totalHour', plan.total_hour,
  'weekHours', plan.week_hours, 'hours', plan.hours, 'startEndWeek', plan.start_end_week,
  'examMethod', plan.exam_method, 'examWay', plan.exam_way, 'directionId', plan.direction_id,
  'directionName', plan.direction_name, 'courseGroupId', plan.course_group_id,
  'specialItemSign', plan.special_item_sign)`;

async function presentPlans(
  db: Queryable,
  gradeMajorIds: readonly string[],
): Promise<ReadonlyMap<string, PresentRow[]>> {
  const { rows } = await db.query<PresentRow & { gradeMajorId: string }>(
    `select plan.njzydm as "gradeMajorId", plan.kch as "courseId", ${planContentSql} as content,
        plan.plan_source as source, plan.generated, base.plan_fixed(plan, false) as fixed
       from base.execution_plan plan where plan.njzydm = any($1) order by plan.njzydm, plan.term, plan.kch`,
    [gradeMajorIds],
  );
  return Map.groupBy(rows, ({ gradeMajorId }) => gradeMajorId);
}

import type { SchemaCourse, SchemaCourseInput } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { schemaFrame, type SchemaFrame } from '@jwxt/contracts/scheme/schema/schema-frame.ts';
import type { SchemaGradeMajor } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import type { CourseFact } from '@jwxt/contracts/scheme/schema/schema.rules.ts';
import { coursesOf, type MajorSchema } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';

/** Grade-majors in use, as they are called now, in the order asked for; a missing one is not among them. */
export async function loadGradeMajors(db: Queryable, ids: readonly string[]): Promise<SchemaGradeMajor[]> {
  const { rows } = await db.query<SchemaGradeMajor>(
    `select grade_major.njzydm as "gradeMajorId", grade_major.njzymc as "gradeMajorName",
            grade_major.njdm as grade, grade_major.zydm as "majorId",
            major.zymc as "majorName", grade_major.dwh as "departmentId", grade_major.xslbdm as "studyTypeCode"
       from base.grade_major join base.major on major.zydm = grade_major.zydm
      where grade_major.njzydm = any($1) and grade_major.sfqy = '1'`,
    [ids],
  );
  return ids.flatMap((id) => rows.filter(({ gradeMajorId }) => gradeMajorId === id));
}

type Placed = Pick<MajorSchema, 'schemeVersionId' | 'gradeMajors'>;

/**
 * Rows with the names of what they say by code (C4). Refuses a course that does not exist, and a class that the
 * version does not have, at the row.
 */
export async function nameCourses(
  db: Queryable,
  { schemeVersionId, gradeMajors }: Placed,
  rows: readonly { readonly schemaCourseID: string; readonly after: SchemaCourseInput | null }[],
): Promise<ReadonlyMap<string, SchemaCourse> | Refused> {
  const written = rows.flatMap(({ after }) => after ?? []);
  if (written.length === 0) return new Map();
  const {
    rows: [found],
  } = await db.query<{
    courses: Record<string, Pick<SchemaCourse, 'courseBusinessCode' | 'courseName' | 'openDepartmentName'>>;
    modules: Record<string, string>;
    directions: Record<string, string>;
    groups: Record<string, string>;
  }>(
    `select
       coalesce((select jsonb_object_agg(kch, jsonb_build_object('courseBusinessCode', course.ywbm, 'courseName', kcmc,
           'openDepartmentName', dwmc)) from base.course join base.department on dwh = kkxy where kch = any($1)), '{}')
         as courses,
       coalesce((select jsonb_object_agg(classify_id, module_id) from base.scheme_classify
           where scheme_version_id = $2 and classify_id = any($3)), '{}') as modules,
       coalesce((select jsonb_object_agg(ywbm, zyfxmc) from base.direction
           where zydm = any($4) and ywbm = any($5)), '{}')
         as directions,
       coalesce((select jsonb_object_agg(course_group_id, course_group_name) from base.course_group
           where course_group_id = any($6)), '{}') as groups`,
    [
      written.map(({ courseCode }) => courseCode),
      schemeVersionId,
      written.map(({ classifyId }) => classifyId),
      gradeMajors.map(({ majorId }) => majorId),
      written.map(({ directionId }) => directionId),
      written.map(({ courseGroupId }) => courseGroupId),
    ],
  );
  const named = new Map<string, SchemaCourse>();
  for (const [index, { after }] of rows.entries()) {
    if (after === null) continue;
    const course = found?.courses[after.courseCode];
    if (!course) return atRow('SCHEMA_COURSE_GONE', index, 'courseCode');
    const moduleId = found.modules[after.classifyId];
    if (moduleId === undefined) return atRow('SCHEMA_PLACE_GONE', index, 'classifyId');
    named.set(after.schemaCourseID, {
      ...after,
      ...course,
      moduleId,
      directionName: found.directions[after.directionId] ?? '',
      courseGroupName: found.groups[after.courseGroupId] ?? '',
    });
  }
  return named;
}

function atRow(code: 'SCHEMA_COURSE_GONE' | 'SCHEMA_PLACE_GONE', index: number, field: string): Refused {
  const refused = refuse(code);
  const message = {
    SCHEMA_COURSE_GONE: '课程不存在，请重新选择',
    SCHEMA_PLACE_GONE: '课程分类不在方案版本中，请重新选择',
  };
  return {
    refused: { ...refused.refused, fieldErrors: [{ field: `rows.${index}.after.${field}`, message: message[code] }] },
  };
}

/** What a scheme is measured by, and what base data says of its courses now. */
export async function loadMeasures(
  db: Queryable,
  schema: MajorSchema,
): Promise<{ frame: SchemaFrame; facts: ReadonlyMap<string, CourseFact> }> {
  const courses = coursesOf(schema);
  const [frame, facts] = await Promise.all([
    db.query<{ frame: unknown }>('select base.schema_frame($1, $2, $3) as frame', [
      schema.schemeVersionId,
      schema.gradeMajors.map(({ gradeMajorId }) => gradeMajorId),
      [...new Set(courses.map(({ courseGroupId }) => courseGroupId).filter((id) => id !== ''))],
    ]),
    db.query<CourseFact & { courseCode: string }>(
      `select kch as "courseCode", course.sfqy = '1' as enabled, unit.sfqy = '1' as "unitActive"
         from base.course join base.department unit on unit.dwh = kkxy where kch = any($1)`,
      [courses.map(({ courseCode }) => courseCode)],
    ),
  ]);
  return {
    frame: schemaFrame.parse(frame.rows[0]?.frame),
    facts: new Map(facts.rows.map(({ courseCode, ...fact }) => [courseCode, fact])),
  };
}

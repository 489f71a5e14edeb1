import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { openNatures, type OpenClass } from '@jwxt/contracts/scheme/plan/study-progress.ts';
import { majorSchemaModel } from '@jwxt/contracts/scheme/schema/schema.read-model.ts';
import type { EquivalentCourses } from '@jwxt/contracts/score/equivalent-courses.ts';
import { askedCreditsSql } from '@jwxt/infra/runtime/asked-credits.ts';
import { equivalentCoursesSql } from '@jwxt/infra/runtime/equivalent-courses.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../../kernel/prepared-query.ts';

const schemaTable = readModelTable(majorSchemaModel, 'schema');

/** What the scheme of a grade-major asks for, and which it is. */
interface MajorFrame {
  readonly gradeMajorId: string;
  /** Empty: none. */
  readonly schemeVersionName: string;
  readonly schemaName: string;
  readonly asked: ReadonlyMap<string, number>;
  readonly open: readonly OpenClass[];
}
/** What the progress of students is measured by, whoever they are. */
interface ProgressFrame {
  /** The current semester; null: none. */
  readonly semester: string | null;
  readonly equivalent: EquivalentCourses;
  readonly majors: ReadonlyMap<string, MajorFrame>;
}

type StoredMajor = Omit<MajorFrame, 'asked'> & { readonly asked: readonly (readonly [string, number])[] };

const frameQuery = `select (select max(xnxq) from base.semester where sfdqxq = '1') as semester,
    ${equivalentCoursesSql} as equivalent,
    (select coalesce(jsonb_agg(jsonb_build_object('gradeMajorId', major.njzydm,
        'schemeVersionName', coalesce(version.scheme_version_name, ''), 'schemaName', coalesce(
          (select schema.schema_name from base.major_schema_place place
             join ${schemaTable} schema using (major_schema_key)
            where place.njzydm = major.njzydm and place.project_type = '1' and place.planned_at is not null
            order by place.planned_at desc limit 1), ''),
        'asked', ${askedCreditsSql('major.njzydm')},
        'open', (select coalesce(jsonb_agg(jsonb_build_object('module', classify.module_name,
            'className', classify.classify_name, 'courseNature', classify.course_nature,
            'courseAttribute', classify.course_attribute) order by classify.classify_id), '[]')
          from base.scheme_classify classify
          where classify.scheme_version_id = wanted.scheme_version_id and classify.course_nature = any($2)))), '[]')
      from base.grade_major major
      left join base.grade_major_requirement wanted on wanted.grade_major_id = major.njzydm
      left join base.scheme_version version on version.scheme_version_id = wanted.scheme_version_id
      where major.njzydm = any($1)) as majors`;

/** By one statement, what the progress of students with the plans of these grade-majors is measured by. */
export async function readProgressFrame(db: Queryable, gradeMajorIds: readonly string[]): Promise<ProgressFrame> {
  const { rows } = await db.query<Omit<ProgressFrame, 'majors'> & { majors: readonly StoredMajor[] }>(
    prepared(frameQuery, [gradeMajorIds, openNatures]),
  );
  const { semester, equivalent, majors } = rows[0]!;
  return {
    semester,
    equivalent,
    majors: new Map(majors.map((major) => [major.gradeMajorId, { ...major, asked: new Map(major.asked) }])),
  };
}

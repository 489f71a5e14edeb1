import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  FREE_LOSS,
  replaceCycle,
  replaceModeOf,
  replaceMode,
  type ReplacedCourses,
} from '@jwxt/contracts/scheme/individual/course-replace.rules.ts';
import { creditText } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import type { PoolClient, Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';

const codesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const coursesOf = ({ oldCourses, newCourses }: WireRow): ReplacedCourses => ({
  oldCourses: codesOf(oldCourses),
  newCourses: codesOf(newCourses),
});

/** Credits of the new courses less those of the old ones, in tenths. */
export async function creditDifference(db: Queryable, { oldCourses, newCourses }: ReplacedCourses): Promise<number> {
  const { rows } = await db.query<{ difference: number }>(
    `select (coalesce(sum(xf) filter (where kch = any($2)), 0) - coalesce(sum(xf) filter (where kch = any($1)), 0))::int
        as difference from base.course where kch = any($1) or kch = any($2)`,
    [oldCourses, newCourses],
  );
  return rows[0]?.difference ?? 0;
}

/** What the server says of a rule itself. */
async function derive(client: PoolClient, values: WireRow): Promise<WireRow> {
  const courses = coursesOf(values);
  return {
    replaceMode: replaceModeOf(courses) ?? replaceMode.oneToOne,
    creditDiff: creditText(await creditDifference(client, courses)),
  };
}

/** Whom a rule is for: a grade-major, or students and holders of labels; `held`: those who hold them today. */
export interface ReplaceTarget {
  readonly gradeMajorId: string | null;
  readonly students: readonly string[];
  readonly labels?: readonly string[];
  readonly held?: readonly string[];
}

/**
 * What is wrong with a rule beside the others that may hold for the same students (SCHEME-36): a course that another
 * of the same kind replaces already, or a chain that comes back. `key`: the rule that is changed.
 */
export async function replaceConflicts(
  db: Queryable,
  courses: ReplacedCourses,
  { gradeMajorId, students, labels = [], held = [] }: ReplaceTarget,
  key: string | null,
): Promise<FieldError[]> {
  const { rows: others } = await db.query<ReplacedCourses & { same: boolean }>(
    `select old_courses as "oldCourses", new_courses as "newCourses", same from (
        select replace_id, old_courses, new_courses, $3::text is not null as same from base.grade_course_replace
         where sfqy = '1' and (grade_major_id = $3 or grade_major_id in
           (select njzydm from base.student where student_code = any($2)))
        union all
        select replace_id, old_courses, new_courses,
            $3::text is null and (student_codes ?| $4 or label_ids ?| $5) from base.student_tags_replace
         where sfqy = '1' and (student_codes ?| $2 or label_ids ?| $5
           or exists (select from base.student where njzydm = $3 and student_codes ? student_code)
           or label_ids <> '[]' and exists (select from base.student_label_holder holder
             join base.student using (student_code)
             where label_ids ? holder.label_id and (holder.student_code = any($2) or student.njzydm = $3)))) rule
      where replace_id is distinct from $1`,
    [key, [...students, ...held], gradeMajorId, students, labels],
  );
  const names = async (ids: readonly string[]): Promise<string> => {
    const { rows } = await db.query<{ name: string }>(
      `select kcmc as name from unnest($1::text[]) with ordinality id (kch, at)
        join base.course using (kch) order by at`,
      [ids],
    );
    return rows.map(({ name }) => name).join(' → ');
  };
  const again = courses.oldCourses.find((courseId) =>
    others.some(({ same, oldCourses }) => same && oldCourses.includes(courseId)),
  );
  if (again !== undefined)
    return [{ field: 'oldCourses', message: `“${await names([again])}”已有替代规则，请修改原规则` }];
  const cycle = replaceCycle(courses, others);
  return cycle ? [{ field: 'newCourses', message: `与已有规则循环替代：${await names(cycle)}` }] : [];
}

async function checkRule(
  client: PoolClient,
  values: WireRow,
  target: ReplaceTarget,
  key: string | null,
): Promise<FieldError[]> {
  const courses = coursesOf(values);
  if (replaceModeOf(courses) === null) return [];
  if (values['sfqy'] === yesNo.no) return [];
  const lost = -(await creditDifference(client, courses));
  return [
    ...(await replaceConflicts(client, courses, target, key)),
    ...(lost > FREE_LOSS && values['creditConfirmed'] !== yesNo.yes
      ? [{ field: 'creditConfirmed', message: `替代课程少 ${creditText(lost)} 学分，请确认学分减少` }]
      : []),
  ];
}

const keyOf = (before: Readonly<Record<string, unknown>> | null): string | null =>
  before === null ? null : String(before['replace_id']);

/** SCHEME-36: rules of a grade-major. */
export const gradeCourseReplaceRules: ResourceRules = {
  inTurn: true,
  derive,
  check: (client, values, before) =>
    checkRule(client, values, { gradeMajorId: String(values['gradeMajorId']), students: [] }, keyOf(before)),
};

/** SCHEME-38: rules of single students, all of the unit that the rule names, and of its holders of labels. */
export const studentTagsReplaceRules: ResourceRules = {
  inTurn: true,
  derive,
  async check(client, values, before) {
    const students = codesOf(values['studentCodes']);
    const { rows } = await client.query<{ name: string }>(
      'select student_name as name from base.student where student_code = any($1) and dwh <> $2 order by student_code',
      [students, values['departmentId']],
    );
    const labels = codesOf(values['labelIds']);
    const { rows: holders } = await client.query<{ code: string }>(
      `select distinct holder.student_code as code from base.student_label_holder holder join base.student using (student_code)
        where holder.label_id = any($1) and student.dwh = $2`,
      [labels, values['departmentId']],
    );
    const target = { gradeMajorId: null, students, labels, held: holders.map(({ code }) => code) };
    return [
      ...(rows[0] ? [{ field: 'studentCodes', message: `${rows[0].name}不是所选院系的学生` }] : []),
      ...(await checkRule(client, values, target, keyOf(before))),
    ];
  },
};

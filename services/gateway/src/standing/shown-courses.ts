import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { FrozenCourse, ShownCourse } from '@jwxt/contracts/standing/frozen-course.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../kernel/prepared-query.ts';

/** Credits are tenths. */
export const creditText = (tenths: number): string => formatDecimal(tenths, 1, 1);
/** Points and values are hundredths. */
export const figureText = (hundredths: number | null): string =>
  hundredths === null ? NO_SCORE : formatDecimal(hundredths, 2, 2);

/** Names of semesters by their key, and of course attributes by their code. */
export async function readCourseNames(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ code: string; name: string }>(
    prepared(
      `select dm as code, mc as name from base.data_dict where dmlb = 'XTGL_KCSXDMJ'
        union all select xnxq, xnxqmc from base.semester`,
      [],
    ),
  );
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/** Frozen courses as people read them. */
export function shownCourses(courses: readonly FrozenCourse[], names: ReadonlyMap<string, string>): ShownCourse[] {
  return courses.map(({ courseAttribute, courseCredit, point, scoreType: _scoreType, weight: _weight, ...course }) => ({
    ...course,
    semesterName: names.get(course.semesterId) ?? course.semesterId,
    courseAttributeName: names.get(courseAttribute) ?? courseAttribute,
    courseCredit: creditText(courseCredit),
    point: figureText(point),
  }));
}

import type { z } from 'zod';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { progressEffect } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { replacedCourses, type RecognisedFrom } from '@jwxt/contracts/recognition/recognition.rules.ts';
import type { ProgressAttempt } from '@jwxt/contracts/scheme/plan/study-progress.ts';
import { attemptSource, examNature } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { progressWith } from '../scheme/shared/progress-with.ts';

type Effect = z.output<typeof progressEffect>;

/** A passed score: how high it is changes no credit. */
const PASSED = 100_00;

/**
 * What of a student's progress would be different if some courses were recognised, reckoned as the progress itself is;
 * null: nothing is recognised yet, or nobody knows the student.
 */
export async function readProgressEffect(
  db: Queryable,
  studentCode: string,
  asked: RecognisedFrom,
): Promise<Effect | null> {
  const courseIds = [
    ...new Set(asked.relateList.flatMap(({ inSideList }) => inSideList.map(({ courseId }) => courseId))),
  ];
  const { rows } = await db.query<
    Pick<
      ProgressAttempt,
      'courseId' | 'courseName' | 'courseCredit' | 'semesterId' | 'courseNature' | 'courseAttribute'
    >
  >(
    `select course.kch as "courseId", course.kcmc as "courseName", coalesce(plan.credit, course.xf) as "courseCredit",
        coalesce(plan.xnxq, '') as "semesterId", course.kcxz as "courseNature", course.kcsx as "courseAttribute"
       from base.course left join base.student_plan plan on plan.student_code = $1 and plan.kch = course.kch
      where course.kch = any($2) order by course.kch`,
    [studentCode, courseIds],
  );
  if (rows.length === 0) return null;
  const supposed = rows.map((course): ProgressAttempt => ({
    ...course,
    scoreType: null,
    examNature: examNature.recognised,
    final: PASSED,
    finalName: '认定',
    passed: true,
    source: attemptSource.recognised,
    replaces: replacedCourses(asked, course.courseId),
  }));
  const found = await progressWith(db, studentCode, supposed);
  if (!found) return null;
  const { before, after } = found;
  const was = new Map(before.modules.map((one) => [one.module, one]));
  const is = new Map(after.modules.map((one) => [one.module, one]));
  const told = (
    from: { readonly earned: number; readonly missing: number } | undefined,
    to: { readonly earned: number; readonly missing: number } | undefined,
  ) => ({
    earnedBefore: shown(from?.earned),
    earnedAfter: shown(to?.earned),
    missingBefore: shown(from?.missing),
    missingAfter: shown(to?.missing),
  });
  return {
    required: shown(after.required),
    ...told(before, after),
    modules: [...new Set([...was.keys(), ...is.keys()])]
      .filter(
        (name) => was.get(name)?.earned !== is.get(name)?.earned || was.get(name)?.missing !== is.get(name)?.missing,
      )
      .map((name) => ({
        module: name,
        required: shown((is.get(name) ?? was.get(name))?.required),
        ...told(was.get(name), is.get(name)),
      })),
  };
}

const shown = (credit: number | undefined): string => formatDecimal(credit ?? 0, 1, 1);

import type { z } from 'zod';
import { makeupTimesOf, sittingOf, type Failure, type Sitting } from '@jwxt/contracts/makeup/makeup-eligibility.ts';
import type {
  makeupCandidates,
  previewedCourse,
  previewMakeupLists,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { makeupType, makeupTypeName } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { LongJobItem } from '@jwxt/contracts/system/long-job.command.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { BARRED_BY } from '@jwxt/infra/runtime/status-allowance.ts';

import { readRemarkSettings } from '../score-setting/shared/remark-settings.read.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const cancelledTable = readModelTable(attemptModel, 'cancelled_attempt');

/** The job that makes lists at the moment, or waits to; null: none. */
export async function generationUnderWay(db: Queryable): Promise<string | null> {
  const {
    rows: [job],
  } = await db.query<{ jobId: string }>(
    `select job_id as "jobId" from base.long_job where kind = 'makeupGenerate' and status in ('0', '1')
      order by created_at limit 1`,
  );
  return job?.jobId ?? null;
}

/** The courses of a semester in which somebody has not passed, as items of a job, and the name of the semester. */
export async function coursesToList(
  db: Queryable,
  semesterId: string,
): Promise<{ semester: string; items: LongJobItem[] }> {
  const [
    {
      rows: [semester],
    },
    { rows: items },
  ] = await Promise.all([
    db.query<{ name: string }>('select xnxqmc as name from base.semester where xnxq = $1', [semesterId]),
    db.query<LongJobItem>(
      `select course.kch as "itemKey", course.kcmc || '（' || course.ywbm || '）' as "itemName" from base.course
        where exists (select from base.makeup_source source join base.makeup_candidate candidate using (sheet_id)
          where source.semester_id = $1 and source.course_id = course.kch)
        order by course.ywbm, course.kch`,
      [semesterId],
    ),
  ]);
  return { semester: semester?.name ?? semesterId, items };
}

type Preview = z.output<typeof previewMakeupLists.output>;
type Course = z.output<typeof previewedCourse>;
type CandidateRow = Failure &
  Pick<Course, 'courseNum' | 'courseName' | 'openDepartmentName'> & {
    readonly rules: SheetRules;
    readonly teachingClassName: string;
  };

/** The earlier of the current semester and the one before it of which somebody is to be listed; null: of neither. */
export async function findDueSemester(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ xnxq: string }>(
    `select xnxq from base.semester where ksrq <= (select ksrq from base.semester where sfdqxq = '1') order by ksrq desc
      limit 2`,
  );
  for (const { xnxq } of rows.toReversed()) if ((await previewGeneration(db, xnxq)).addedNum > 0) return xnxq;
  return null;
}

/**
 * Who of those who have not passed a course of a semester (`courseId` null: any) is to be listed, by the rule that a
 * generation goes by, from what the read models know of attempts.
 */
async function readSitting(db: Queryable, semesterId: string, courseId: string | null): Promise<Sitting<CandidateRow>> {
  const [
    {
      rows: [parameter],
    },
    { rows },
    remarks,
  ] = await Promise.all([
    db.query<{ value: string }>(`select para_value as value from base.parameter where param_code = 'CJ_BKCS'`),
    db.query<CandidateRow>(
      `select candidate.student_code as "studentCode", candidate.score_remark_code as "scoreRemarkCode",
          candidate.list_source as "listSource", candidate.final, source.rules,
          class.teaching_class_name as "teachingClassName",
          (course.kcsx <> '5' and course.kcxz <> '07') as "courseAllows", ${BARRED_BY} as "barredBy",
          course.kch as "courseId", course.ywbm as "courseNum", course.kcmc as "courseName",
          department.dwmc as "openDepartmentName",
          exists (select from ${cancelledTable} cancelled where cancelled.attempt_id = candidate.attempt_id)
            as "isCancelled",
          array(select listed.makeup_course_id from base.makeup_student listed
            where listed.origin_attempt_id = candidate.attempt_id) as "listedIn",
          coalesce((select jsonb_agg(jsonb_build_object('examNature', attempt.exam_nature, 'passed', attempt.passed,
              'teachingClassId', attempt.teaching_class_id))
            from ${attemptTable} attempt
            where attempt.student_code = candidate.student_code and attempt.course_id = course.kch), '[]') as attempts
        from base.makeup_candidate candidate join base.makeup_source source using (sheet_id)
        join base.teaching_class class on class.teaching_class_id = source.teaching_class_id
        join base.course on course.kch = class.course_id
        join base.department on department.dwh = class.open_department_id
        where source.semester_id = $1 and ($2::text is null or source.course_id = $2)
        order by course.ywbm, class.teaching_class_code, candidate.student_code`,
      [semesterId, courseId],
    ),
    readRemarkSettings(db),
  ]);
  return sittingOf(rows, { makeupTimes: makeupTimesOf(parameter?.value), remarks });
}

/** What a generation would do in a semester. */
export async function previewGeneration(db: Queryable, semesterId: string): Promise<Preview> {
  const courses = new Map<string, Course>();
  const { sits, skipped } = await readSitting(db, semesterId, null);
  for (const { row, makeupType: kind } of sits) {
    const { courseId, courseNum, courseName, openDepartmentName } = row;
    const known = courses.get(courseId) ?? {
      courseId,
      courseNum,
      courseName,
      openDepartmentName,
      makeupNum: 0,
      deferredNum: 0,
    };
    const deferred = Number(kind === makeupType.deferred);
    courses.set(courseId, {
      ...known,
      makeupNum: known.makeupNum + 1 - deferred,
      deferredNum: known.deferredNum + deferred,
    });
  }
  return {
    courses: [...courses.values()],
    addedNum: [...courses.values()].reduce((sum, { makeupNum, deferredNum }) => sum + makeupNum + deferredNum, 0),
    skipped: [...skipped],
  };
}

/** Who may be put on a make-up list, by student number; the command asks the log, and whether the items fit. */
export async function listMakeupCandidates(
  db: Queryable,
  makeupCourseId: string,
): Promise<OutputOf<typeof makeupCandidates>['list']> {
  const {
    rows: [group],
  } = await db.query<{ semesterId: string; courseId: string }>(
    `select exam_group.source_semester_id as "semesterId", class.course_id as "courseId"
      from base.makeup_course exam_group
      join base.teaching_class class on class.teaching_class_id = exam_group.makeup_course_id
      where exam_group.makeup_course_id = $1`,
    [makeupCourseId],
  );
  if (!group) return [];
  const { sits } = await readSitting(db, group.semesterId, group.courseId);
  const { rows: people } = await db.query<{ code: string; number: string; name: string }>(
    `select student_code as code, student_number as number, student_name as name from base.student
      where student_code = any($1) order by student_number`,
    [sits.map(({ row }) => row.studentCode)],
  );
  const listed = new Map(sits.map((sitting) => [sitting.row.studentCode, sitting]));
  return people.map(({ code, number, name }) => {
    const { row, makeupType: type } = listed.get(code)!;
    const { teachingClassName, final, rules, scoreRemarkCode } = row;
    return {
      studentCode: code,
      studentNumber: number,
      studentName: name,
      makeupTypeName: makeupTypeName(type),
      teachingClassName,
      originFinalValue: finalText(final, rules),
      originRemarkName: remarkName(scoreRemarkCode),
    };
  });
}

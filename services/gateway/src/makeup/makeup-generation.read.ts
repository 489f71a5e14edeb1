import type { z } from 'zod';
import { eligibilityOf, makeupTimesOf, type Candidate } from '@jwxt/contracts/makeup/makeup-eligibility.ts';
import type { previewedCourse, previewMakeupLists } from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { makeupType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { LongJobItem } from '@jwxt/contracts/system/long-job.command.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

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
      `select k.kch as "itemKey", k.kcmc || '（' || k.ywbm || '）' as "itemName" from base.course k
        where exists (select from base.makeup_source o join base.makeup_candidate m using (sheet_id)
          where o.semester_id = $1 and o.course_id = k.kch)
        order by k.ywbm, k.kch`,
      [semesterId],
    ),
  ]);
  return { semester: semester?.name ?? semesterId, items };
}

type Preview = z.output<typeof previewMakeupLists.output>;
type Course = z.output<typeof previewedCourse>;
type CandidateRow = Candidate &
  Pick<Course, 'courseId' | 'courseNum' | 'courseName' | 'openDepartmentName'> & { readonly studentCode: string };

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
 * What a generation would do in a semester, by the rule that it goes by, from what the read models know of attempts.
 */
export async function previewGeneration(db: Queryable, semesterId: string): Promise<Preview> {
  const [
    {
      rows: [parameter],
    },
    { rows },
  ] = await Promise.all([
    db.query<{ value: string }>(`select para_value as value from base.parameter where param_code = 'CJ_BKCS'`),
    db.query<CandidateRow>(
      `select m.student_code as "studentCode", m.score_remark_code as "scoreRemarkCode", m.list_source as "listSource",
          (k.kcsx <> '5' and k.kcxz <> '07') as "courseAllows",
              k.kch as "courseId", k.ywbm as "courseNum", k.kcmc as "courseName", d.dwmc as "openDepartmentName",
              array(select l.makeup_course_id from base.makeup_student l where l.origin_attempt_id = m.attempt_id) as
                "listedIn",
              coalesce((select jsonb_agg(jsonb_build_object('examNature', a.exam_nature, 'passed', a.passed,
                'teachingClassId', a.teaching_class_id))
                          from ${attemptTable} a
                          where a.student_code = m.student_code and a.course_id = k.kch), '[]') as attempts
         from base.makeup_candidate m join base.makeup_source o using (sheet_id)
         join base.teaching_class c on c.teaching_class_id = o.teaching_class_id
         join base.course k on k.kch = c.course_id join base.department d on d.dwh = c.open_department_id
        where o.semester_id = $1 order by k.ywbm, c.teaching_class_code, m.student_code`,
      [semesterId],
    ),
  ]);
  const times = makeupTimesOf(parameter?.value);
  const courses = new Map<string, Course>();
  const reasons = new Map<string, number>();
  const seen = new Set<string>();
  for (const row of rows) {
    const eligibility = eligibilityOf(row, times);
    if ('skipped' in eligibility) {
      reasons.set(eligibility.skipped, (reasons.get(eligibility.skipped) ?? 0) + 1);
      continue;
    }
    // Who failed a course in two classes sits one exam.
    const { courseId, courseNum, courseName, openDepartmentName } = row;
    const key = `${row.studentCode} ${courseId}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const known = courses.get(courseId) ?? {
      courseId,
      courseNum,
      courseName,
      openDepartmentName,
      makeupNum: 0,
      deferredNum: 0,
    };
    const deferred = Number(eligibility.makeupType === makeupType.deferred);
    courses.set(courseId, {
      ...known,
      makeupNum: known.makeupNum + 1 - deferred,
      deferredNum: known.deferredNum + deferred,
    });
  }
  return {
    courses: [...courses.values()],
    addedNum: seen.size,
    skipped: [...reasons]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason)),
  };
}

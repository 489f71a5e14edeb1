import { eligibilityOf } from '@jwxt/contracts/makeup/makeup-eligibility.ts';
import type { z } from 'zod';
import type { skippedStudents } from '@jwxt/contracts/makeup/makeup.command.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import type { CellValue, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { BARRED_BY } from '@jwxt/infra/runtime/status-allowance.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { concurrently } from '../kernel/concurrently.ts';
import { loadRemarkSettings } from '../score-setting/shared/remark-settings.facts.ts';
import { loadReassessmentLimits } from './shared/reassessment-limits.facts.ts';
import type { Listed } from './makeup-plan.ts';

/** Attempts read from the log at the same time. */
const SIDE_BY_SIDE = 16;

interface CandidateRow {
  attemptId: string;
  studentCode: string;
  listSource: string;
  remarkCode: string;
  final: number | null;
  cells: Record<string, CellValue>;
  teachingClassId: string;
  rules: SheetRules;
  courseId: string;
  courseNum: string;
  courseName: string;
  courseAllows: boolean;
  barredBy: string | null;
  openDepartmentId: string;
  openDepartmentName: string;
  xqdm: string;
  scoreHierarchyCode: string;
  listedIn: string[];
}

/** Those to be listed, and why others are not. */
export interface Eligible {
  readonly students: readonly Listed[];
  readonly skipped: readonly z.output<typeof skippedStudents>[];
}

/**
 * Everybody whom the published sheets of a semester show as not passed in a course: who is to be listed, and why the
 * others are not.
 */
export async function findEligible(
  sourceSemesterId: string,
  courseId: string,
  { pool, handler }: CommandServices,
): Promise<Eligible> {
  const [{ rows }, { makeupTimes }, remarks] = await Promise.all([
    pool.query<CandidateRow>(
      `select candidate.attempt_id as "attemptId", candidate.student_code as "studentCode",
        candidate.list_source as "listSource",
          candidate.score_remark_code as "remarkCode", candidate.final, candidate.cells,
              class.teaching_class_id as "teachingClassId", source.rules, course.kch as "courseId",
                course.ywbm as "courseNum",
                course.kcmc as "courseName", (course.kcsx <> '5' and course.kcxz <> '07') as "courseAllows", ${BARRED_BY} as "barredBy",
              class.open_department_id as "openDepartmentId", department.dwmc as "openDepartmentName", class.xqdm,
                class.score_hierarchy_code as "scoreHierarchyCode",
              array(select listed.makeup_course_id from base.makeup_student listed
                where listed.origin_attempt_id = candidate.attempt_id) as
                "listedIn"
         from base.makeup_candidate candidate
         join base.makeup_source source using (sheet_id)
         join base.teaching_class class on class.teaching_class_id = source.teaching_class_id
         join base.course on course.kch = class.course_id
         join base.department on department.dwh = class.open_department_id
        where source.semester_id = $1 and source.course_id = $2
          order by course.ywbm, class.teaching_class_code, candidate.student_code`,
      [sourceSemesterId, courseId],
    ),
    loadReassessmentLimits(pool),
    loadRemarkSettings(pool),
  ]);
  const reasons = new Map<string, number>();
  const listed = new Map<string, Listed>();
  await concurrently(rows, SIDE_BY_SIDE, async (row) => {
    const { state } = await handler.read(attemptsStream(row.studentCode, row.courseId), attemptsStreams);
    const eligibility = eligibilityOf(
      {
        ...row,
        scoreRemarkCode: row.remarkCode,
        attempts: state.attempts,
        isCancelled: row.attemptId in state.cancellations,
      },
      { makeupTimes, remarks },
    );
    if ('skipped' in eligibility) reasons.set(eligibility.skipped, (reasons.get(eligibility.skipped) ?? 0) + 1);
    else listed.set(row.attemptId, listedOf(row, eligibility.makeupType));
  });
  // In the order of courses, whichever was read first; who failed a course in two classes sits one exam.
  const seen = new Set<string>();
  const students = rows.flatMap(({ attemptId, studentCode, courseId }) => {
    const student = listed.get(attemptId);
    const key = `${studentCode} ${courseId}`;
    if (!student || seen.has(key)) return [];
    seen.add(key);
    return [student];
  });
  return {
    students,
    skipped: [...reasons]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason)),
  };
}

function listedOf(row: CandidateRow, makeupType: Listed['makeupType']): Listed {
  const {
    studentCode,
    attemptId,
    teachingClassId,
    remarkCode,
    final,
    cells,
    rules,
    barredBy: _barred,
    ...course
  } = row;
  return {
    studentCode,
    makeupType,
    originAttemptId: attemptId,
    originTeachingClassId: teachingClassId,
    originRemarkCode: remarkCode,
    originFinal: final,
    originCells: cells,
    course,
    rules,
  };
}

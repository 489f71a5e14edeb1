import { sittingOf } from '@jwxt/contracts/makeup/makeup-eligibility.ts';
import type { z } from 'zod';
import type { skippedStudents } from '@jwxt/contracts/makeup/makeup.command.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams, type AttemptsState } from '@jwxt/contracts/score/attempts.state.ts';
import type { CellValue, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
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
 * others are not. Asked under the lock of the course's lists ({@link lockCourseLists}), it holds until the transaction
 * ends.
 */
export async function findEligible(
  client: PoolClient,
  { handler }: Pick<CommandServices, 'handler'>,
  sourceSemesterId: string,
  courseId: string,
): Promise<Eligible> {
  const { rows } = await client.query<CandidateRow>(
    `select candidate.attempt_id as "attemptId", candidate.student_code as "studentCode",
        candidate.list_source as "listSource",
          candidate.score_remark_code as "remarkCode", candidate.final, candidate.cells,
              class.teaching_class_id as "teachingClassId", source.rules, course.kch as "courseId",
                course.ywbm as "courseNum",
                course.kcmc as "courseName", (course.kcsx <> '5' and course.kcxz <> '07') as "courseAllows",
                ${BARRED_BY} as "barredBy",
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
  );
  const { makeupTimes } = await loadReassessmentLimits(client);
  const remarks = await loadRemarkSettings(client);
  const attempts = new Map<string, AttemptsState>();
  await concurrently([...new Set(rows.map(({ studentCode }) => studentCode))], SIDE_BY_SIDE, async (studentCode) => {
    const { state } = await handler.read(attemptsStream(studentCode, courseId), attemptsStreams);
    attempts.set(studentCode, state);
  });
  const { sits, skipped } = sittingOf(
    rows.map((row) => {
      const state = attempts.get(row.studentCode)!;
      return {
        ...row,
        scoreRemarkCode: row.remarkCode,
        attempts: state.attempts,
        isCancelled: row.attemptId in state.cancellations,
      };
    }),
    { makeupTimes, remarks },
  );
  return { students: sits.map(({ row, makeupType }) => listedOf(row, makeupType)), skipped };
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

import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { retakeStanding, standingOf, type ListedOrigin, type Listing, type OriginStanding } from './origin-standing.ts';

/** Who is named in events of a list. */
export const refOf = ({ studentCode, studentNumber, studentName }: StudentRef): StudentRef => ({
  studentCode,
  studentNumber,
  studentName,
});

/** How the original score of a listed student stands now. */
export async function standingNow(
  { handler }: Pick<CommandServices, 'handler'>,
  { studentCode, courseId, teachingClassId, origin }: Listing,
): Promise<Pick<OriginStanding, 'cause' | 'text'> & Partial<OriginStanding>> {
  const { state } = await handler.read(attemptsStream(studentCode, courseId), attemptsStreams);
  const elsewhere = state.attempts.filter((attempt) => attempt.teachingClassId !== teachingClassId);
  if (!origin) return retakeStanding(elsewhere);
  const cancelled = state.cancelled.find(
    ({ teachingClassId: of, scoreType: type }) => of === origin.originTeachingClassId && type === scoreType.regular,
  );
  if (cancelled)
    return {
      cause: 'withdrawn',
      text: `原成绩已注销（${state.cancellations[cancelled.attemptId]?.reason ?? ''}）`,
      remarkCode: origin.originRemarkCode,
      final: origin.originFinal,
      cells: null,
    };
  const sheet = await handler.read(sheetStream(origin.originTeachingClassId, scoreType.regular), sheetStreams);
  return standingOf(origin, sheet.state, elsewhere);
}

type ListingRow = Omit<Listing, 'origin'> &
  Omit<ListedOrigin, 'originTeachingClassId'> & { readonly originTeachingClassId: string | null };

/** The lists and retake classes of a course that a student is on, or those of one class; with who left by himself. */
export async function loadListings(
  db: Queryable,
  of: { studentCode: string; courseId: string } | { teachingClassId: string; studentCode?: string },
): Promise<Listing[]> {
  const [condition, values] =
    'courseId' in of
      ? ['student.student_code = $1 and class.course_id = $2', [of.studentCode, of.courseId]]
      : [
          'class.teaching_class_id = $1 and student.student_code = coalesce($2, student.student_code)',
          [of.teachingClassId, of.studentCode ?? null],
        ];
  const { rows } = await db.query<ListingRow>(
    `select class.teaching_class_id as "teachingClassId", class.class_kind as "scoreType",
        class.course_id as "courseId", student.student_code as "studentCode",
        student.student_number as "studentNumber", student.student_name as "studentName",
        listed.origin_teaching_class_id as "originTeachingClassId", listed.origin_remark_code as "originRemarkCode",
        listed.origin_final as "originFinal", listed.origin_cells as "originCells", false as "hasLeft",
        false as "isFree"
      from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id)
      join base.student on student.student_code = roster.student_code
      left join base.makeup_student listed on listed.makeup_course_id = roster.teaching_class_id
        and listed.student_code = roster.student_code
      where ${condition} and (class.class_kind = '4' or class.class_kind = '2' and listed.student_code is not null)
      union all
      select class.teaching_class_id, class.class_kind, class.course_id, student.student_code, student.student_number,
        student.student_name, gone.origin_teaching_class_id, gone.origin_remark_code, gone.origin_final,
        gone.origin_cells, true,
        not exists (select from base.makeup_student again where again.origin_attempt_id = gone.origin_attempt_id)
      from base.makeup_student_left gone
      join base.teaching_class class on class.teaching_class_id = gone.makeup_course_id
      join base.student on student.student_code = gone.student_code
      where ${condition} order by 1, 4`,
    [...values],
  );
  return rows.map(({ originTeachingClassId, originRemarkCode, originFinal, originCells, ...listing }) => ({
    ...listing,
    origin:
      originTeachingClassId === null
        ? null
        : { studentCode: listing.studentCode, originTeachingClassId, originRemarkCode, originFinal, originCells },
  }));
}

import { attemptsStream, type Attempt, type AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { policyContext } from '../kernel/command-context.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import { concurrently } from '../kernel/concurrently.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused } from '../kernel/refusal.ts';
import { later } from '../kernel/stream-folds.ts';
import { followOnOpenList, takeOffList } from './origin-rows.ts';
import { retakeStanding, standingOf, type ListedOrigin, type Listing, type OriginStanding } from './origin-standing.ts';
import { followOriginDecider } from './reassessment-origin.decider.ts';

const SIDE_BY_SIDE = 8;
const reassessmentTypes = new Set<string>([scoreType.makeup, scoreType.retake]);

/**
 * Lists follow the scores that they were made from: when one is taken back, changed or passed another way, and when a
 * list that waited for approval comes back. It looks at how things stand now, whichever event it is asked about: again,
 * late, or twice comes to the same.
 */
export const followOrigins: Policy = {
  name: 'makeup-origins',
  types: ['AttemptRecorded', 'AttemptRevised', 'AttemptWithdrawn', 'ScoresReopened', 'ScoresRolledBack'],
  start: 'beginning',
  async react(stored, services) {
    const event = stored.event as AttemptsEvent | ScoreSheetEvent;
    switch (event.type) {
      case 'AttemptRecorded':
      case 'AttemptRevised':
      case 'AttemptWithdrawn':
        return follow(
          stored,
          services,
          await listingsOf(services.pool, { studentCode: event.data.studentCode, courseId: event.data.courseId }),
        );
      case 'ScoresReopened':
      case 'ScoresRolledBack':
        return reassessmentTypes.has(event.data.scoreType)
          ? follow(stored, services, await listingsOf(services.pool, { teachingClassId: event.data.teachingClassId }))
          : null;
      default:
        return null;
    }
  },
};

async function follow(
  cause: StoredEvent,
  services: CommandServices,
  listings: readonly Listing[],
): Promise<Position | null> {
  let last: Position | null = null;
  await concurrently(listings, SIDE_BY_SIDE, async (listing) => {
    last = later(last, await followOne(cause, services, listing));
  });
  return last;
}

async function followOne(cause: StoredEvent, services: CommandServices, listing: Listing): Promise<Position | null> {
  const { teachingClassId, scoreType, studentCode } = listing;
  const { handler, pool } = services;
  const purpose = `makeup.followOrigin:${teachingClassId}:${studentCode}`;
  const context = policyContext(cause, purpose);
  // Without a sheet the rows are all there is.
  await followOnOpenList(pool, context, listing, await standingNow(services, listing));
  const done = await handler.execute({
    stream: sheetStream(teachingClassId, scoreType),
    decider: followOriginDecider,
    command: {},
    context,
    facts: async () => ({ student: refOf(listing), standing: await standingNow(services, listing) }),
  });
  if (isRefused(done)) throw new PolicyRefused(purpose, done.refused);
  if (done.state.status !== sheetStatus.unset && done.state.removed?.includes(studentCode))
    await takeOffList(pool, context, teachingClassId, studentCode);
  return done.position;
}

const refOf = ({ studentCode, studentNumber, studentName }: StudentRef): StudentRef => ({
  studentCode,
  studentNumber,
  studentName,
});

async function standingNow(
  { handler }: CommandServices,
  { studentCode, courseId, teachingClassId, origin }: Listing,
): Promise<Pick<OriginStanding, 'cause' | 'text'> & Partial<OriginStanding>> {
  const { state } = await handler.read(attemptsStream(studentCode, courseId), attemptsStreams);
  const elsewhere: readonly Attempt[] = state.attempts.filter((attempt) => attempt.teachingClassId !== teachingClassId);
  if (!origin) return retakeStanding(elsewhere);
  const sheet = await handler.read(sheetStream(origin.originTeachingClassId, scoreType.regular), sheetStreams);
  return standingOf(origin, sheet.state, elsewhere);
}

type ListingRow = Omit<Listing, 'origin'> &
  Omit<ListedOrigin, 'originTeachingClassId'> & { readonly originTeachingClassId: string | null };

async function listingsOf(
  db: Queryable,
  of: { studentCode: string; courseId: string } | { teachingClassId: string },
): Promise<Listing[]> {
  const [condition, values] =
    'studentCode' in of
      ? ['roster.student_code = $1 and class.course_id = $2', [of.studentCode, of.courseId]]
      : ['class.teaching_class_id = $1', [of.teachingClassId]];
  const { rows } = await db.query<ListingRow>(
    `select class.teaching_class_id as "teachingClassId", class.class_kind as "scoreType",
      class.course_id as "courseId",
        student.student_code as "studentCode", student.student_number as "studentNumber",
          student.student_name as "studentName",
            listed.origin_teaching_class_id as "originTeachingClassId", listed.origin_remark_code as "originRemarkCode",
              listed.origin_final as "originFinal", listed.origin_cells as "originCells"
       from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id)
       join base.student on student.student_code = roster.student_code
       left join base.makeup_student listed on listed.makeup_course_id = roster.teaching_class_id
         and listed.student_code = roster.student_code
      where ${condition} and (class.class_kind = '4' or class.class_kind = '2' and listed.student_code is not null)
        order by 1, 4`,
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

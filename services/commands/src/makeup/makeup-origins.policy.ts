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
import { rebuildStanding, standingOf, type ListedOrigin, type Listing, type Standing } from './origin-standing.ts';
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
): Promise<Pick<Standing, 'cause' | 'text'> & Partial<Standing>> {
  const { state } = await handler.read(attemptsStream(studentCode, courseId), attemptsStreams);
  const elsewhere: readonly Attempt[] = state.attempts.filter((attempt) => attempt.teachingClassId !== teachingClassId);
  if (!origin) return rebuildStanding(elsewhere);
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
      ? ['r.student_code = $1 and c.course_id = $2', [of.studentCode, of.courseId]]
      : ['c.teaching_class_id = $1', [of.teachingClassId]];
  const { rows } = await db.query<ListingRow>(
    `select c.teaching_class_id as "teachingClassId", c.class_kind as "scoreType", c.course_id as "courseId",
        s.student_code as "studentCode", s.student_number as "studentNumber", s.student_name as "studentName",
            m.origin_teaching_class_id as "originTeachingClassId", m.origin_remark_code as "originRemarkCode",
              m.origin_final as "originFinal", m.origin_cells as "originCells"
       from base.teaching_class_student r join base.teaching_class c using (teaching_class_id)
       join base.student s on s.student_code = r.student_code
       left join base.makeup_student m on m.makeup_course_id = r.teaching_class_id and m.student_code = r.student_code
      where ${condition} and (c.class_kind = '4' or c.class_kind = '2' and m.student_code is not null) order by 1, 4`,
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

import { electiveClashes, type ElectiveClash } from '@jwxt/contracts/elective/elective-error.vocabulary.ts';
import { electiveStream } from '@jwxt/contracts/elective/elective.events.ts';
import { TEACHER_LIMIT, TEACHER_LIMIT_PARAMETER } from '@jwxt/contracts/elective/elective.vocabulary.ts';
import type { ElectiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import { electiveStreams } from '@jwxt/contracts/elective/elective.state.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { inTransaction, type PoolClient, type Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** How long a claim counts whose submission has not been written. */
const claimSeconds = 60;

/** Why public electives of a semester may not be applied for at a moment; null while the round is open. */
export async function refusalOfRound(
  db: Queryable,
  { semester, departmentId }: Pick<ElectiveDraft, 'semester' | 'departmentId'>,
  now: string,
): Promise<Refused | null> {
  const {
    rows: [round],
  } = await db.query<{ state: 'before' | 'open' | 'after'; begin: Date; end: Date }>(
    'select state, begin_time as begin, end_time as "end" from base.public_course_round($1, $2, $3)',
    [semester, departmentId, now],
  );
  if (!round) return refuse('ELECTIVE_ROUND_NONE');
  if (round.state === 'open') return null;
  return round.state === 'before'
    ? refuse('ELECTIVE_ROUND_BEFORE', { time: toDateTimeText(round.begin) })
    : refuse('ELECTIVE_ROUND_AFTER', { time: toDateTimeText(round.end) });
}

/**
 * Claims for an application what no other one may have: the number and name of a new course, the course for its
 * teachers, a place among each teacher's plans. All or nothing; refused with every clash under its field. Claims are
 * judged one after the other.
 */
export async function claim(
  { pool, handler }: CommandServices,
  planId: string,
  form: ElectiveDraft,
): Promise<Refused | null> {
  await dropLapsed(pool, handler, form);
  return inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('public-course-claim', 0))`);
    const found = await loadClashes(client, planId, form);
    const [first] = found;
    if (first)
      return refuse(
        first.code,
        { subject: first.subject },
        { fieldErrors: found.map(({ field, message }): FieldError => ({ field, message })) },
      );
    await client.query(
      `insert into base.public_course_claim values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (plan_id)
       do update set semester_id = excluded.semester_id, course_source = excluded.course_source,
         course_business_code = excluded.course_business_code,
         course_code = excluded.course_code, course_name = excluded.course_name, teachers = excluded.teachers,
           claimed_at = excluded.claimed_at`,
      [
        planId,
        form.semester,
        form.courseSource,
        form.courseBusinessCode,
        form.courseCode,
        form.courseName,
        form.teacherList.map(({ gh }) => gh),
      ],
    );
    return null;
  });
}

/** Gives back what an application claimed. */
export async function releaseClaim(db: Queryable, planId: string): Promise<void> {
  await db.query('delete from base.public_course_claim where plan_id = $1', [planId]);
}

async function loadClashes(client: PoolClient, planId: string, form: ElectiveDraft) {
  const {
    rows: [limit],
  } = await client.query<{ value: string }>('select para_value as value from base.parameter where param_code = $1', [
    TEACHER_LIMIT_PARAMETER,
  ]);
  const { rows } = await client.query<{ kind: ElectiveClash; subject: string }>(
    'select kind, subject from base.public_course_clashes($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      planId,
      form.semester,
      form.courseSource,
      form.courseBusinessCode,
      form.courseCode,
      form.courseName,
      form.departmentId,
      form.teacherList.map(({ gh }) => gh),
      Number(limit?.value ?? TEACHER_LIMIT),
    ],
  );
  return rows.map(({ kind, subject }) => {
    const { code, field } = electiveClashes[kind];
    return { code, field: `form.${field}`, subject, message: errorText(code, { subject }) };
  });
}

/**
 * A claim is only an index: whether its application is in approval, its stream says. What died between claim and
 * submission lapses.
 */
async function dropLapsed(
  db: Queryable,
  handler: CommandServices['handler'],
  { semester, courseBusinessCode }: ElectiveDraft,
): Promise<void> {
  const { rows } = await db.query<{ planId: string }>(
    `select plan_id as "planId" from base.public_course_claim
      where (semester_id = $1 or course_business_code = $2) and claimed_at < now() - make_interval(secs => $3)`,
    [semester, courseBusinessCode, claimSeconds],
  );
  for (const { planId } of rows) {
    const { state } = await handler.read(electiveStream(planId), electiveStreams);
    if (state.status !== 'submitted')
      await db.query(
        'delete from base.public_course_claim where plan_id = $1 and claimed_at < now() - make_interval(secs => $2)',
        [planId, claimSeconds],
      );
  }
}

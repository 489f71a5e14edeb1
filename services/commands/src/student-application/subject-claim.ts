import type {
  ApplyingStudent,
  PreparedApplication,
} from '@jwxt/contracts/student-application/student-application.events.ts';
import { studentApplication } from '@jwxt/contracts/student-application/student-application.events.ts';
import type { StudentApplicationKind } from '@jwxt/contracts/student-application/student-application-kind.ts';
import type { Claim } from '../kernel/claims.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { leavesSubjectFree, type StudentApplicationState } from './student-application.decider.ts';

/** How long an application holds its subject that was to be written and was not, when its process has died. */
const unwrittenSeconds = 60;

interface Subject {
  readonly kind: StudentApplicationKind;
  readonly applyId: string;
  readonly student: ApplyingStudent;
  readonly prepared: PreparedApplication;
}

/**
 * Gives the subject of an application to it (`base.claim`), or says that another one of the student has it. One that
 * came to nothing keeps its claim until somebody asks: nothing has to be given back. Each time that an application is
 * sent renews its claim, so that who asks at that moment finds something that is not written yet.
 */
export async function claimSubject(
  { kind, applyId, student, prepared: { subject, subjectName } }: Subject,
  { time }: CommandContext,
  { pool, handler }: CommandServices,
): Promise<Refused | null> {
  const claim: Claim = {
    kind: 'studentApplication',
    thing: `${kind.group}:${student.studentCode}:${subject}`,
    unit: 0,
  };
  const own = await pool.query(
    `insert into base.claim as known (kind, thing, unit, holder, at) values ($1, $2, $3, $4, $5)
      on conflict (kind, thing, unit) do update set at = excluded.at where known.holder = excluded.holder`,
    [claim.kind, claim.thing, claim.unit, applyId, time],
  );
  if (own.rowCount === 1) return null;
  const taken = refuse('STUDENT_APPLICATION_OPEN', { name: kind.name, subject: subjectName });
  const { rows } = await pool.query<{ holder: string; at: Date; old: boolean }>(
    `select holder, at, at < $4::timestamptz - make_interval(secs => $5) as old from base.claim
      where (kind, thing, unit) = ($1, $2, $3)`,
    [claim.kind, claim.thing, claim.unit, time, unwrittenSeconds],
  );
  const held = rows[0];
  if (!held) return taken;
  const { state } = await handler.read(studentApplication.streamOf(held.holder), studentApplication.streams);
  if (!leavesFree(state, subject) || !(held.old || isWritten(state, held.at))) return taken;
  const { rowCount } = await pool.query(
    `update base.claim set holder = $6, at = $7 where (kind, thing, unit) = ($1, $2, $3) and holder = $4 and at = $5`,
    [claim.kind, claim.thing, claim.unit, held.holder, held.at, applyId, time],
  );
  return rowCount === 1 ? null : taken;
}

/** Whether an application leaves a subject to others: by what became of it, or because it asks for another one. */
const leavesFree = (state: StudentApplicationState, subject: string): boolean =>
  state.status === 'none' || leavesSubjectFree(state) || state.request.subject !== subject;

/** Whether what a claim was taken for stands in the stream. */
const isWritten = (state: StudentApplicationState, at: Date): boolean =>
  state.status !== 'none' && new Date(state.request.application.applyTime) >= at;

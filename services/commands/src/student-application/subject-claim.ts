import type {
  ApplyingStudent,
  PreparedApplication,
} from '@jwxt/contracts/student-application/student-application.events.ts';
import { studentApplication } from '@jwxt/contracts/student-application/student-application.events.ts';
import type { StudentApplicationKind } from '@jwxt/contracts/student-application/student-application-kind.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import { takeClaims, type Claim } from '../kernel/claims.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { leavesSubjectFree } from './student-application.decider.ts';

/** How long an application that was never written holds its subject, when its process has died. */
const unwrittenSeconds = 60;

interface Subject {
  readonly kind: StudentApplicationKind;
  readonly applyId: string;
  readonly student: ApplyingStudent;
  readonly prepared: PreparedApplication;
}

/**
 * Gives the subject of an application to it (`base.claim`), or says that another one of the student has it. One that
 * came to nothing keeps its claim until somebody asks: nothing has to be given back.
 */
export async function claimSubject(
  { kind, applyId, student, prepared }: Subject,
  { time }: CommandContext,
  { pool, handler }: CommandServices,
): Promise<Refused | null> {
  const claim: Claim = {
    kind: 'studentApplication',
    thing: `${kind.group}:${student.studentCode}:${prepared.subject}`,
    unit: 0,
  };
  const others = await inTransaction(pool, (client) => takeClaims(client, applyId, [claim], time));
  if (others.length === 0) return null;
  const taken = refuse('STUDENT_APPLICATION_OPEN', { name: kind.name, subject: prepared.subjectName });
  const { rows } = await pool.query<{ holder: string; old: boolean }>(
    `select holder, at < $3::timestamptz - make_interval(secs => $4) as old from base.claim
      where kind = $1 and thing = $2 and unit = 0`,
    [claim.kind, claim.thing, time, unwrittenSeconds],
  );
  const held = rows[0];
  if (!held) return taken;
  const { state } = await handler.read(studentApplication.streamOf(held.holder), studentApplication.streams);
  if (!leavesSubjectFree(state) && !(state.status === 'none' && held.old)) return taken;
  const { rowCount } = await pool.query(
    'update base.claim set holder = $4, at = $5 where kind = $1 and thing = $2 and unit = 0 and holder = $3',
    [claim.kind, claim.thing, held.holder, applyId, time],
  );
  return rowCount === 1 ? null : taken;
}

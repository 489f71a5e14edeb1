import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import { changeTypes } from '@jwxt/contracts/student-status/change/change-type.rules.ts';
import {
  statusChangeRequests,
  type StatusChangeRequest,
} from '@jwxt/contracts/student-status/change/status-change.events.ts';
import { implementStatus } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { studentStatusStream, type ChangedTo } from '@jwxt/contracts/student-status/change/student-status.events.ts';
import { studentStatusStreams } from '@jwxt/contracts/student-status/change/student-status.state.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { finishEffects } from '../shared/status-effects.ts';
import { recordStatusFacts } from '../shared/status-fact.ts';

const approvalStatusOf: Readonly<Record<BusinessRequestState<unknown>['status'], string>> = {
  none: businessStatus.saved,
  requested: businessStatus.inApproval,
  effected: businessStatus.passed,
  returned: businessStatus.returned,
  recalled: businessStatus.recalled,
  notPassed: businessStatus.notPassed,
  clashed: businessStatus.voided,
  revoked: businessStatus.voided,
  replaced: businessStatus.voided,
};

/**
 * Makes the row of an application, and the fact of a change that was taken back, what their streams say now, however
 * often.
 */
export async function keepStatusChange({ handler, pool }: CommandServices, applyId: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [`statusChange:${applyId}`]);
    const { state } = await handler.read(statusChangeRequests.streamOf(applyId), statusChangeRequests.streams);
    if (state.status === 'none') return;
    const { studentCode } = state.request;
    const { state: student } = await handler.read(studentStatusStream(studentCode), studentStatusStreams);
    const change = student.changes.find((each) => each.applyId === applyId);
    if (change?.cancelled)
      await client.query(
        `update base.student_status_fact set cancelled_at = now()
          where apply_id = $1 and effected_at is null and cancelled_at is null`,
        [applyId],
      );
    const standing = change?.cancelled
      ? implementStatus.cancelled
      : change
        ? implementStatus.coming
        : implementStatus.waiting;
    // In force it comes with its facts.
    await client.query(
      `update base.status_change set approval_status = $2,
          implement_status = case when implement_status = '${implementStatus.done}' then implement_status else $3 end
        where apply_id = $1`,
      [applyId, approvalStatusOf[state.status], standing],
    );
  });
}

/** What was implemented, as its event tells it. */
type Recorded = Pick<StatusChangeRequest, 'applyId' | 'studentCode' | 'changeType' | 'effectiveDate'> & {
  readonly changedTo: ChangedTo;
  readonly document: { readonly number: string; readonly date: string } | null;
};

/** Writes the facts of what was implemented and does what follows from them, if their day has come; however often. */
export async function recordImplemented(
  services: CommandServices,
  { applyId, studentCode, changeType, effectiveDate, changedTo, document }: Recorded,
  context: CommandContext,
): Promise<void> {
  await keepStatusChange(services, applyId);
  const { state } = await services.handler.read(studentStatusStream(studentCode), studentStatusStreams);
  if (state.changes.find((each) => each.applyId === applyId)?.cancelled) return;
  const { status, inSchool, bjdm, studentType } = changedTo;
  await inTransaction(services.pool, async (client) => {
    const { rows: known } = await client.query('select from base.student_status_fact where fact_key = $1', [applyId]);
    const { rows: changed } = await client.query<LoggedChange>(
      `with old as (select apply_id, to_jsonb(kept) as before from base.status_change kept where apply_id = $1)
       update base.status_change kept set document_number = $2, document_date = $3 from old
        where kept.apply_id = old.apply_id returning kept.apply_id as key, old.before, to_jsonb(kept) as after`,
      [applyId, document?.number ?? null, document?.date ?? null],
    );
    if (known.length === 0) await logOperations(client, context, 'implement', 'statusChange', changed);
    await recordStatusFacts(client, context, [
      {
        factKey: applyId,
        studentCode,
        effectiveDate,
        changeType: changeTypes[changeType] ? changeType : null,
        source: 'change',
        applyId,
        after: {
          ...(status === undefined ? {} : { status }),
          ...(inSchool === undefined ? {} : { inSchool }),
          ...(bjdm === undefined ? {} : { bjdm }),
          ...(studentType === undefined ? {} : { studentType }),
        },
      },
    ]);
  });
  await finishEffects(services, [studentCode]);
}

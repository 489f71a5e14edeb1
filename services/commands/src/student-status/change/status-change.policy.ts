import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import { statusChangeMessages } from '@jwxt/contracts/student-status/change/change.wording.ts';
import {
  statusChangeRequests,
  type StatusChangeEvent,
  type StatusChangeRequest,
} from '@jwxt/contracts/student-status/change/status-change.events.ts';
import {
  OWN_STATUS_CHANGES_PATH,
  statusChangePath,
} from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import type { StudentStatusEvent } from '@jwxt/contracts/student-status/change/student-status.events.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import { settleRequest } from '../../approval/shared/settle-request.ts';
import { policyContext, systemActor } from '../../kernel/command-context.ts';
import type { Policy } from '../../kernel/command-route.ts';
import { isNews, writeMessage } from '../../notice/shared/system-message.ts';
import { keepStatusChange, recordImplemented } from './status-change-row.ts';
import { statusChangeDecider } from './status-change.decider.ts';

/** What passed waits for the office, which implements it: nothing else follows yet. */
const settleStatusChange = settleRequest<StatusChangeRequest, StatusChangeEvent>('status-change-outcome', {
  kind: statusChangeRequests,
  decider: statusChangeDecider,
  takeEffect: () => Promise.resolve(null),
});

/** Rows say what the streams say. */
const keepRow: Policy = {
  name: 'status-change-row',
  types: ['StatusChangeRequested', 'StatusChangeEffected', 'StatusChangeClosed', 'StatusChangeCancelled'],
  start: 'beginning',
  async react(stored, services) {
    const { data } = stored.event as StatusChangeEvent | Extract<StudentStatusEvent, { type: 'StatusChangeCancelled' }>;
    await keepStatusChange(services, data.applyId);
    return null;
  },
};

/** What was implemented becomes a fact, and has its effects on its day; once, whatever is killed when. */
const recordChange: Policy = {
  name: 'status-change-facts',
  types: ['StatusChangeImplemented'],
  start: 'beginning',
  async react(stored, services) {
    const { data } = stored.event as Extract<StudentStatusEvent, { type: 'StatusChangeImplemented' }>;
    // The log names who implemented it, whether the command or this comes first.
    const { userName, name, roleNames } = stored.metadata.actor;
    const actor = { ...systemActor, userName, name, roleNames };
    await recordImplemented(services, data, { ...policyContext(stored, 'statusChange.facts'), actor });
    return null;
  },
};

/** The student, and the clerks of the units that he leaves and comes to, hear of a change once. */
const tellOfChanges: Policy = {
  name: 'status-change-message',
  types: ['StatusChangeImplemented', 'StatusChangeCancelled'],
  start: 'beginning',
  async react(stored, { handler, pool }) {
    if (!isNews(stored)) return null;
    const event = stored.event as StudentStatusEvent;
    const { state } = await handler.read(
      statusChangeRequests.streamOf(event.data.applyId),
      statusChangeRequests.streams,
    );
    if (state.status === 'none') return null;
    const { studentCode, before, after } = state.request;
    const about = { about: studentWithNumber(state.request) };
    const text =
      event.type === 'StatusChangeImplemented'
        ? statusChangeMessages.StatusChangeImplemented(event.data, about)
        : statusChangeMessages.StatusChangeCancelled(event.data, about);
    const { actor, time } = stored.metadata;
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ userName: string }>(
        'select user_name as "userName" from base.user_account where student_code = $1',
        [studentCode],
      );
      const message = {
        ...text,
        departmentName: '',
        createName: actor.name,
        createTime: time,
        endTime: null,
        noticeId: null,
      };
      await writeMessage(
        client,
        {
          ...message,
          systemMessageEntityId: derivedId(`${stored.id}:status-change-student`),
          link: OWN_STATUS_CHANGES_PATH,
        },
        { users: rows.map(({ userName }) => userName) },
      );
      const departments = [...new Set([before.departmentId, after.departmentId])];
      await writeMessage(
        client,
        {
          ...message,
          systemMessageEntityId: derivedId(`${stored.id}:status-change-units`),
          link: statusChangePath(event.data.applyId),
        },
        { audience: { roles: ['03'], departments, grades: [], users: [] }, but: actor.userName },
      );
    });
    return null;
  },
};

/** What follows for changes of status from events by itself. */
export const statusChangePolicies: readonly Policy[] = [settleStatusChange, keepRow, recordChange, tellOfChanges];

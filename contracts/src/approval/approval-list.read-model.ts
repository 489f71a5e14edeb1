import {
  boolean,
  defineReadModel,
  int,
  json,
  orNull,
  table,
  text,
  textArray,
  timestamp,
} from '../kernel/read-model.ts';
import type { ApplicationDraft, NodeSnapshot } from './application.events.ts';
import type { ApprovalType, BusinessStatus } from './approval.vocabulary.ts';

type Content = ApplicationDraft['content'];

/**
 * What a day counts: `applied` all applications, by the day of applying; `decided` those that a person decided on, by
 * the day of the last decision; `handled` the same by the day of applying, without the person's own. What one person
 * applied for is few, and counted in its index.
 */
export type Counted = 'applied' | 'decided' | 'handled';

/** What the approval centre lists. */
export const approvalListModel = defineReadModel({
  name: 'approval-list',
  tables: {
    application: table(
      {
        apply_id: text(),
        instance_id: text(),
        process_no: text(),
        process_name: text(),
        process_version: int(),
        approval_type: text<ApprovalType>(),
        recall_allowed: boolean(),
        business_id: text(),
        business_table: text(),
        score_type: orNull(text()),
        teaching_class_id: orNull(text()),
        status: text<BusinessStatus>(),
        round: int(),
        revision: int(),
        title: text(),
        content: json<Content['pieces']>(),
        differences: json<Content['differences']>(),
        content_hash: text(),
        nodes: json<NodeSnapshot[]>(),
        current_node_id: orNull(text()),
        current_node_name: orNull(text()),
        current_role_code: orNull(text()),
        current_unit: orNull(text()),
        waiting_since: orNull(timestamp()),
        apply_time: timestamp(),
        /** To whom it was handed at the current node. */
        assignee_user: orNull(text()),
        assignee_name: orNull(text()),
        urged_at: orNull(timestamp()),
        /** Who has passed the current node already, where all must. */
        endorsed_by: textArray(),
        fact_use_process_code: orNull(text()),
        need_radio: text(),
        is_all_school: orNull(text()),
        transfer_allowed: boolean(),
        time_limit_days: orNull(int()),
        applicant_user: text(),
        applicant_name: text(),
        applicant_department_id: orNull(text()),
        applicant_department_name: orNull(text()),
        entered_by: textArray(),
        /** Queues in which it waits or waited, or to which it was reported that it waits too long. */
        queue_keys: textArray(),
        ended_at: orNull(timestamp()),
      },
      {
        key: ['apply_id'],
        // Of what a decision changes only the status: without it, who asks for a rare one goes through all
        // applications. The first carries what keywords are looked for in.
        indexes: [
          '(apply_time desc, apply_id) include (title, applicant_name, process_name)',
          '(status, apply_time desc, apply_id)',
          '(process_no, apply_time desc)',
          '(applicant_user, apply_time desc, apply_id) include (process_no)',
          '(business_id, process_no)',
          `(apply_id) where endorsed_by <> '{}'`,
        ],
      },
    ),
    /** That a person decided on an application, however often; the last time counts. */
    handled: table(
      {
        apply_id: text(),
        user_name: text(),
        decided_at: timestamp(),
        apply_time: timestamp(),
        process_no: text(),
        process_name: text(),
        applicant_name: text(),
        /** Of the application, as it is now. */
        status: text<BusinessStatus>(),
        /** Queue in which the application waits now, perhaps for the same person again; null when it waits nowhere. */
        waits_in: orNull(text()),
      },
      {
        key: ['apply_id', 'user_name'],
        // The first two carry what a person's own decisions are sorted by, and when they were taken.
        indexes: [
          '(user_name, decided_at desc, apply_id) ' +
            'include (apply_time, process_no, process_name, applicant_name, status)',
          '(user_name, apply_time desc, apply_id) include (decided_at, process_no)',
          '(user_name, waits_in) where waits_in is not null',
        ],
      },
    ),
    /**
     * How many applications lists hold, by day and process and on all days (an empty `day`): totals without counting
     * rows. `*` stands for everybody; no account has this name.
     */
    tally: table(
      { user_name: text(), counted: text<Counted>(), day: text(), process_no: text(), count: int() },
      { key: ['user_name', 'counted', 'day', 'process_no'] },
    ),
  },
});

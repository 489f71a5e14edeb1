import { defineReadModel, int, json, table, text, textArray, timestamp } from '../kernel/read-model.ts';
import type { NodeSnapshot } from './application.events.ts';

const counts = {
  queue_key: text(),
  process_no: text(),
  applied_on: text(),
  waiting_from: text(),
  limit_days: int(),
  count: int(),
};

/** What waits in which queue (process node × role × unit), with counts by day. */
export const todoQueueModel = defineReadModel({
  name: 'todo-queue',
  tables: {
    item: table(
      {
        queue_key: text(),
        apply_id: text(),
        process_no: text(),
        apply_time: timestamp(),
        waiting_since: timestamp(),
        /** Days that its process gives a node; 0: those that the school gives (SP_CBTS). */
        limit_days: int(),
        applicant_user: text(),
        /** Who may never decide it: the applicant and who entered the content. */
        barred: textArray(),
        /** Who may not decide it although the queue is theirs: those, and who has passed the node where all must. */
        excluded: textArray(),
        nodes: json<NodeSnapshot[]>(),
      },
      {
        key: ['apply_id'],
        indexes: ['(queue_key, waiting_since, apply_id)', '(queue_key, apply_time desc, apply_id)'],
      },
    ),
    /**
     * What waits in a queue, by the day of applying, the day since which it waits and how long it may. Rows stand only
     * while something waits.
     */
    queue: table(counts, { key: ['queue_key', 'process_no', 'applied_on', 'waiting_from', 'limit_days'] }),
    /**
     * What of it a person may not decide; under two names joined by `excludedPair` what neither of the two may, for
     * delegates.
     */
    excluded: table(
      { user_name: text(), ...counts },
      { key: ['user_name', 'queue_key', 'process_no', 'applied_on', 'waiting_from', 'limit_days'] },
    ),
  },
});

import type { NodeSnapshot } from '../approval/application.events.ts';
import { bigint, defineReadModel, int, json, table, text, timestamp } from '../kernel/read-model.ts';

/** How long approvals take, by process and node, and what waits where. */
export const approvalStatisticsModel = defineReadModel({
  name: 'approval-statistics',
  tables: {
    node: table(
      {
        process_no: text(),
        process_name: text(),
        node_id: text(),
        node_name: text(),
        /** Decisions, of these passed and rejected (not passed included), and how long they took in all and at most. */
        decided: int(),
        passed: int(),
        rejected: int(),
        sum_seconds: bigint(),
        max_seconds: bigint(),
        /** Applications waiting there now. */
        waiting: int(),
      },
      { key: ['process_no', 'node_id'] },
    ),
    open: table(
      { apply_id: text(), process_no: text(), node_id: text(), since: timestamp(), nodes: json<NodeSnapshot[]>() },
      { key: ['apply_id'] },
    ),
  },
});

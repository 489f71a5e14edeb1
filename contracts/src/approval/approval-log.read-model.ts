import { defineReadModel, int, orNull, table, text, timestamp } from '../kernel/read-model.ts';
import type { NodeResult } from './approval.vocabulary.ts';

/** Every step of every application. */
export const approvalLogModel = defineReadModel({
  name: 'approval-log',
  tables: {
    record: table(
      {
        apply_id: text(),
        /** Ascending in the order in which things happened. */
        seq: int(),
        business_id: text(),
        process_no: text(),
        round: int(),
        kind: text<
          | 'submitted'
          | 'decided'
          | 'recalled'
          | 'skipped'
          | 'transferred'
          | 'urged'
          | 'overdue'
          | 'endorsed'
          | 'revoked'
          | 'clashed'
        >(),
        node_id: text(),
        node_name: text(),
        result: orNull(text<NodeResult>()),
        remark: text(),
        examine_time: orNull(timestamp()),
        person_user: text(),
        person_name: text(),
        person_department_name: orNull(text()),
      },
      { key: ['apply_id', 'seq'], indexes: ['(business_id, process_no)'] },
    ),
  },
});

import type { NodeSnapshot } from '../approval/application.events.ts';
import type { BusinessStatus } from '../approval/approval.vocabulary.ts';
import { defineReadModel, int, json, orNull, table, text, timestamp } from '../kernel/read-model.ts';
import type { ScoreChangeRow, SheetFacts, SheetRules } from './score-sheet.events.ts';

/** Applications to change published scores, with every changed cell before and after. */
export const scoreChangeModel = defineReadModel({
  name: 'score-change',
  tables: {
    change: table(
      {
        apply_id: text(),
        sheet_id: text(),
        teaching_class_id: text(),
        score_type: text(),
        sheet: json<SheetFacts>(),
        rules: json<SheetRules>(),
        rows: json<ScoreChangeRow[]>(),
        reason: text(),
        applicant_user: text(),
        applicant_name: text(),
        /** Teachers for whom the applicant asked; null: for himself. */
        on_behalf_of: orNull(text()),
        apply_time: timestamp(),
        /** Business status of its application. */
        status: text<BusinessStatus>(),
        current_node_name: orNull(text()),
        round: int(),
        /** With which it came back or was not passed. */
        opinion: orNull(text()),
        effected_at: orNull(timestamp()),
        open_department_id: text(),
        nodes: json<NodeSnapshot[]>(),
      },
      {
        key: ['apply_id'],
        indexes: ['(applicant_user, apply_time desc)', '(teaching_class_id, score_type)', '(apply_time desc)'],
      },
    ),
  },
});

import type { NodeSnapshot } from '../approval/application.events.ts';
import type { BusinessStatus } from '../approval/approval.vocabulary.ts';
import { defineReadModel, int, json, orNull, table, text, timestamp } from '../kernel/read-model.ts';
import type { AdjustedValue, RecognitionDraft, RecognitionRequest, SourceChange } from './recognition.events.ts';
import type { RecognitionKind, Settlement } from './recognition.vocabulary.ts';

/** Applications of all kinds to recognise scores earned elsewhere. */
export const recognitionModel = defineReadModel({
  name: 'recognition',
  tables: {
    recognition: table(
      {
        apply_id: text(),
        kind: text<RecognitionKind>(),
        student_code: text(),
        student_number: text(),
        student_name: text(),
        department_id: text(),
        department_name: text(),
        bjdm: text(),
        student_class_name: text(),
        /** Empty while it was never sent. */
        relate_list: json<RecognitionRequest['relateList']>(),
        remark: text(),
        /** What is saved and not sent; null otherwise. */
        form: orNull(json<RecognitionDraft['form']>()),
        applicant_user: text(),
        applicant_name: text(),
        /** When it was sent, or first saved. */
        apply_time: timestamp(),
        /** Business status of its application; saved; or voided once it was revoked. */
        status: text<BusinessStatus>(),
        current_node_name: orNull(text()),
        round: int(),
        /** With which it came back or was not passed. */
        opinion: orNull(text()),
        effected_at: orNull(timestamp()),
        /** In force, and what it rests on has changed since: to be settled by the office; empty otherwise. */
        source_changes: json<SourceChange[]>(),
        /** What the office did last about it once it was in force. */
        settlement:
          orNull(
            json<{
              outcome: Settlement | 'revoked';
              reason: string;
              name: string;
              time: string;
              values: AdjustedValue[];
            }>(),
          ),
        nodes: json<NodeSnapshot[]>(),
        /** Off-campus: the unit that opens the courses, which is asked as well; null otherwise. */
        open_department_id: orNull(text()),
      },
      {
        key: ['apply_id'],
        indexes: [
          '(student_code)',
          '(applicant_user, apply_time desc)',
          '(kind, apply_time desc)',
          `(kind, apply_time desc) where source_changes <> '[]'`,
        ],
      },
    ),
  },
});

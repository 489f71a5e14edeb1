import { defineReadModel, json, orNull, table, text, timestamp } from '../kernel/read-model.ts';
import type { AdjustCourseRequest } from './adjust-course.events.ts';
import type { InfoChange } from './info-check.events.ts';

/** What the applications of this area ask for. */
export const approvalContentModel = defineReadModel({
  name: 'approval-content',
  tables: {
    adjustment: table(
      {
        apply_id: text(),
        request: json<Omit<AdjustCourseRequest, 'application'>>(),
        effected_at: orNull(timestamp()),
        clashed_with: orNull(text()),
      },
      { key: ['apply_id'] },
    ),
    info_check: table(
      {
        apply_id: text(),
        student_code: text(),
        check_time_id: orNull(text()),
        apply_time: timestamp(),
        file_id: orNull(text()),
        rows: json<InfoChange[]>(),
        effected_at: orNull(timestamp()),
      },
      {
        key: ['apply_id'],
        indexes: ['(apply_time desc, apply_id)', '(student_code)', '(check_time_id, student_code)', '(file_id)'],
      },
    ),
  },
});

import type { NodeSnapshot } from '../approval/application.events.ts';
import type { BusinessStatus } from '../approval/approval.vocabulary.ts';
import { defineReadModel, int, json, orNull, table, text, timestamp } from '../kernel/read-model.ts';
import type { ElectiveDraft } from './elective-form.ts';
import type { ElectiveShown } from './elective.events.ts';

/** Public elective applications, from their first draft. */
export const electiveModel = defineReadModel({
  name: 'elective',
  tables: {
    elective: table(
      {
        plan_id: text(),
        course_name: text(),
        course_business_code: text(),
        semester_id: text(),
        department_id: text(),
        public_course_category: text(),
        form: json<ElectiveDraft>(),
        shown: json<ElectiveShown>(),
        applicant_user: text(),
        applicant_name: text(),
        applicant_department_id: orNull(text()),
        applicant_department_name: orNull(text()),
        /** Numbers of those who teach it, for finding one's own. */
        teachers: json<string[]>(),
        /** Revision and time of the content. */
        revision: int(),
        written_at: timestamp(),
        /** Business status of LC-A; 0 before the first submission. */
        status: text<BusinessStatus>(),
        current_node_name: orNull(text()),
        round: int(),
        apply_time: orNull(timestamp()),
        opinion: text(),
        course_code: orNull(text()),
        nodes: json<NodeSnapshot[]>(),
      },
      {
        key: ['plan_id'],
        indexes: ['(applicant_user, written_at desc)', '(semester_id, status)', '(written_at desc)'],
      },
    ),
  },
});

import type { NodeSnapshot } from '../approval/application.events.ts';
import type { BusinessStatus } from '../approval/approval.vocabulary.ts';
import { defineReadModel, int, json, orNull, table, text, timestamp } from '../kernel/read-model.ts';

/** Applications to sit an exam later. */
export const deferredExamModel = defineReadModel({
  name: 'deferred-exam',
  tables: {
    deferred_exam: table(
      {
        apply_id: text(),
        student_code: text(),
        student_number: text(),
        student_name: text(),
        department_id: text(),
        department_name: text(),
        student_class_name: text(),
        semester_id: text(),
        teaching_class_id: text(),
        teaching_class_name: text(),
        course_id: text(),
        course_num: text(),
        course_name: text(),
        open_department_id: text(),
        reason_code: text(),
        reason_name: text(),
        reason_text: text(),
        applicant_user: text(),
        applicant_name: text(),
        apply_time: timestamp(),
        /** Business status of its application; voided once it was revoked, or could not take effect. */
        status: text<BusinessStatus>(),
        current_node_name: orNull(text()),
        round: int(),
        /** With which it came back or was not passed. */
        opinion: orNull(text()),
        effected_at: orNull(timestamp()),
        /** Why it is in force no more, or never was although it passed. */
        void_reason: orNull(text()),
        nodes: json<NodeSnapshot[]>(),
      },
      {
        key: ['apply_id'],
        indexes: [
          '(student_code, course_id, semester_id)',
          '(applicant_user, apply_time desc)',
          '(apply_time desc)',
          '(open_department_id, apply_time desc)',
        ],
      },
    ),
  },
});

import type { NodeSnapshot } from '../approval/application.events.ts';
import type { BusinessStatus } from '../approval/approval.vocabulary.ts';
import { defineReadModel, int, json, orNull, table, text, timestamp } from '../kernel/read-model.ts';

/** Applications of students, of every kind (decision 068). */
export const studentApplicationModel = defineReadModel({
  name: 'student-application',
  tables: {
    student_application: table(
      {
        apply_id: text(),
        process_no: text(),
        student_code: text(),
        student_number: text(),
        student_name: text(),
        department_id: text(),
        department_name: text(),
        student_class_name: text(),
        semester_id: text(),
        course_id: orNull(text()),
        subject_name: text(),
        open_department_id: orNull(text()),
        details: json<{ label: string; value: string }[]>(),
        form: json<Record<string, unknown>>(),
        /** What its effect needs, and lists of its kind show. */
        facts: json<Record<string, string>>(),
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
          '(process_no, apply_time desc)',
          '(student_code, process_no, apply_time desc)',
          '(applicant_user, process_no, apply_time desc)',
          '(open_department_id, process_no, apply_time desc)',
        ],
      },
    ),
  },
});

import type { NodeSnapshot } from '../../approval/application.events.ts';
import type { BusinessStatus } from '../../approval/approval.vocabulary.ts';
import {
  bigint,
  defineReadModel,
  int,
  json,
  orNull,
  table,
  text,
  textArray,
  timestamp,
} from '../../kernel/read-model.ts';
import type { SchemaCourse } from './schema-course.ts';
import type { SchemaFrame } from './schema-frame.ts';
import type { SchemaGradeMajor } from './schema.events.ts';
import type { ProjectType, UseStatus } from './schema.vocabulary.ts';

/** Training schemes, from their first draft, and their courses. Credits and hours in tenths. */
export const majorSchemaModel = defineReadModel({
  name: 'major-schema',
  tables: {
    schema: table(
      {
        major_schema_key: text(),
        schema_name: text(),
        project_type: text<ProjectType>(),
        scheme_version_id: text(),
        scheme_version_name: text(),
        grade_majors: json<SchemaGradeMajor[]>(),
        /** Keys of `grade_majors`, for joins. */
        grade_major_ids: textArray(),
        train_target: text(),
        graduate_require: text(),
        main_course: text(),
        origin_key: orNull(text()),
        origin_name: orNull(text()),
        revises_key: orNull(text()),
        /** What approvers compare it with. */
        compared_key: orNull(text()),
        compared_name: orNull(text()),
        /** All that is arranged. */
        course_num: int(),
        credit: bigint(),
        hours: bigint(),
        /** What it was measured by at its last submission, and what it asks for then. */
        frame: orNull(json<SchemaFrame>()),
        total_credit: orNull(int()),
        warnings: json<string[]>(),
        use_status: text<UseStatus>(),
        /** Business status of LC-A; 5 once it was cancelled. */
        status: text<BusinessStatus>(),
        current_node_name: orNull(text()),
        nodes: json<NodeSnapshot[]>(),
        round: int(),
        applicant_name: orNull(text()),
        apply_time: orNull(timestamp()),
        opinion: text(),
        created_by: text(),
        created_by_name: text(),
        /** Of the last event that wrote its content, its texts, or anything. */
        revision: int(),
        texts_revision: int(),
        stream_revision: int(),
        written_at: timestamp(),
        written_by_name: text(),
      },
      {
        key: ['major_schema_key'],
        indexes: ['using gin (grade_major_ids)', '(written_at desc)', '(scheme_version_id)'],
      },
    ),
    course: table(
      {
        major_schema_key: text(),
        schema_course_id: text(),
        course_code: text(),
        course: json<SchemaCourse>(),
        /** Who wrote the row last, in which revision. */
        revision: int(),
        by_name: text(),
        at: timestamp(),
      },
      { key: ['major_schema_key', 'schema_course_id'], indexes: ['(schema_course_id)', '(course_code)'] },
    ),
  },
});

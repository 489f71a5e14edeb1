import type { ApplicationMove } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { RowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { CourseChange, SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { majorSchemaModel } from '@jwxt/contracts/scheme/schema/schema.read-model.ts';
import { schemaStreams } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { useStatus } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import { progressAfter } from '../approval/shared/application-progress.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';

const { schema, course: courseTable } = majorSchemaModel.tables;
type SchemaRow = RowOf<typeof schema>;

/** Training schemes and their courses (SCHEME-18…25). */
export const majorSchemas = defineProjection({
  readModel: majorSchemaModel,
  version: 1,
  streams: [schemaStreams, applicationStreams],
  async load(rows, events) {
    await rows.load(
      schema,
      events.map(({ data }) => ['majorSchemaKey' in data ? data.majorSchemaKey : data.applyId]),
    );
    await rows.loadGroups(
      courseTable,
      ['major_schema_key'],
      events.flatMap(({ type, data }) => (type === 'SchemaDeleted' ? [[data.majorSchemaKey]] : [])),
    );
  },
  handlers: {
    SchemaCreated(rows, event) {
      const { data, revision, time } = event;
      const { userName, name } = event;
      rows.set(schema, {
        major_schema_key: data.majorSchemaKey,
        schema_name: data.schemaName,
        project_type: data.projectType,
        scheme_version_id: data.schemeVersionId,
        scheme_version_name: data.schemeVersionName,
        grade_majors: data.gradeMajors,
        grade_major_ids: data.gradeMajors.map(({ gradeMajorId }) => gradeMajorId),
        train_target: data.trainTarget,
        graduate_require: data.graduateRequire,
        main_course: data.mainCourse,
        origin_key: data.origin?.majorSchemaKey ?? null,
        origin_name: data.origin?.schemaName ?? null,
        revises_key: data.revisesKey,
        compared_key: null,
        compared_name: null,
        course_num: data.courses.length,
        credit: data.courses.reduce((sum, { credit }) => sum + credit, 0),
        hours: data.courses.reduce((sum, { totalHour }) => sum + totalHour, 0),
        frame: null,
        total_credit: null,
        warnings: [],
        use_status: useStatus.unused,
        status: businessStatus.saved,
        current_node_name: null,
        nodes: [],
        round: 0,
        applicant_name: null,
        apply_time: null,
        opinion: '',
        created_by: userName,
        created_by_name: name,
        revision,
        texts_revision: revision,
        stream_revision: revision,
        written_at: time,
        written_by_name: name,
      });
      for (const course of data.courses) setCourse(rows, data.majorSchemaKey, course, { revision, name, time });
    },
    SchemaDescribed(rows, { data, revision, time, name }) {
      change(rows, data.majorSchemaKey, revision, {
        schema_name: data.schemaName,
        train_target: data.trainTarget,
        graduate_require: data.graduateRequire,
        main_course: data.mainCourse,
        texts_revision: revision,
        revision,
        written_at: time,
        written_by_name: name,
      });
    },
    SchemaCoursesChanged(rows, { data: { majorSchemaKey, changes }, revision, time, name }) {
      const known = rows.need(schema, [majorSchemaKey]);
      for (const { before, after } of changes) {
        if (after) setCourse(rows, majorSchemaKey, after, { revision, name, time });
        else if (before) rows.remove(courseTable, [majorSchemaKey, before.schemaCourseID]);
      }
      change(rows, majorSchemaKey, revision, {
        course_num: known.course_num + difference(changes, () => 1),
        credit: known.credit + difference(changes, ({ credit }) => credit),
        hours: known.hours + difference(changes, ({ totalHour }) => totalHour),
        revision,
        written_at: time,
        written_by_name: name,
      });
    },
    SchemaSubmitted(rows, { data, revision }) {
      const { applicant, applyTime, process, round } = data.application;
      change(rows, data.majorSchemaKey, revision, {
        frame: data.frame,
        total_credit: data.figures.total,
        warnings: data.warnings,
        compared_key: data.comparedWith?.majorSchemaKey ?? null,
        compared_name: data.comparedWith?.schemaName ?? null,
        status: businessStatus.awaiting,
        current_node_name: process.nodes.find((node) => !node.skipped)?.processNodeName ?? null,
        nodes: process.nodes,
        round,
        applicant_name: applicant.name,
        apply_time: applyTime,
        opinion: '',
      });
    },
    SchemaClosed: (rows, { data, revision }) => {
      change(rows, data.majorSchemaKey, revision, { opinion: data.opinion });
    },
    SchemaEnabled: (rows, { data, revision }) => {
      change(rows, data.majorSchemaKey, revision, { use_status: useStatus.used });
    },
    SchemaRestored: (rows, { data, revision }) => {
      change(rows, data.majorSchemaKey, revision, { use_status: useStatus.used });
    },
    SchemaRevised: (rows, { data, revision }) => {
      change(rows, data.majorSchemaKey, revision, { use_status: useStatus.unused });
    },
    SchemaCancelled: (rows, { data, revision }) => {
      change(rows, data.majorSchemaKey, revision, {
        use_status: useStatus.unused,
        status: businessStatus.voided,
        opinion: data.reason,
      });
    },
    SchemaDeleted(rows, { data: { majorSchemaKey }, revision }) {
      for (const { schema_course_id: id } of rows.group(courseTable, ['major_schema_key'], [majorSchemaKey]))
        rows.remove(courseTable, [majorSchemaKey, id]);
      rows.remove(schema, [majorSchemaKey]);
      rows.notice.schema(majorSchemaKey, revision);
    },
    ApplicationSubmitted: moved,
    NodePassed: moved,
    ApplicationPassed: moved,
    ApplicationNotPassed: moved,
    ApplicationRejected: moved,
    ApplicationReturned: moved,
    ApplicationRecalled: moved,
  },
});

function change(rows: BatchRows, key: string, revision: number, columns: Partial<SchemaRow>): void {
  rows.change(schema, [key], { ...columns, stream_revision: revision });
  rows.notice.schema(key, revision);
}

function setCourse(
  rows: BatchRows,
  majorSchemaKey: string,
  course: SchemaCourse,
  { revision, name, time }: { revision: number; name: string; time: string },
): void {
  rows.set(courseTable, {
    major_schema_key: majorSchemaKey,
    schema_course_id: course.schemaCourseID,
    course_code: course.courseCode,
    course,
    revision,
    by_name: name,
    at: time,
  });
}

function difference(changes: readonly CourseChange[], of: (course: SchemaCourse) => number): number {
  return changes.reduce((sum, { before, after }) => sum + (after ? of(after) : 0) - (before ? of(before) : 0), 0);
}

/** Follows the application; those of other processes have no row here. */
function moved(rows: BatchRows, event: ProjectedEvent<ApplicationMove>): void {
  const known = rows.get(schema, [event.data.applyId]);
  if (!known) return;
  const { status, node } = progressAfter(event, known.nodes);
  rows.set(schema, { ...known, status, current_node_name: node?.processNodeName ?? null, round: event.data.round });
  rows.notice.schema(known.major_schema_key, known.stream_revision);
}

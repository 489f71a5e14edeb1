import { sentCourse } from '@jwxt/contracts/scheme/schema/schema-course-wire.ts';
import {
  courseBatchDelete,
  courseBatchInsert,
  courseInsert,
  courseSemesterUpdate,
  courseUpdate,
} from '@jwxt/contracts/scheme/schema/schema-course.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { call } from '../../../lib/api.ts';
import { sentRevision, type EditBatch, type Edits } from './schema-edits.model.ts';

type Answer = OutputOf<typeof courseBatchInsert>;

/** Sends the changes of one batch; the id of the batch is that of the command, so that sending again does it once. */
export function sendBatch(majorSchemaKey: string, { id, way, edits: rows }: EditBatch, edits: Edits): Promise<Answer> {
  const common = { commandId: id, majorSchemaKey };
  const seen = rows.map((edit) => ({ ...edit, revision: sentRevision(edits, edit) }));
  const [only] = seen;
  if (way === 'remove')
    return call(courseBatchDelete, {
      ...common,
      keyList: seen.map(({ schemaCourseID, revision }) => ({ schemaCourseID, revision })),
    });
  if (way === 'move')
    return call(courseSemesterUpdate, {
      ...common,
      rows: seen.flatMap(({ schemaCourseID, revision, after }) =>
        after ? [{ schemaCourseID, revision, term: after.term, classifyId: after.classifyId }] : [],
      ),
    });
  if (only?.after && seen.length === 1 && way === 'edit')
    return call(courseUpdate, { ...common, revision: only.revision, course: sentCourse(only.after) });
  if (only?.after && seen.length === 1 && way === 'insert')
    return call(courseInsert, { ...common, course: sentCourse(only.after) });
  return call(courseBatchInsert, {
    ...common,
    way,
    rows: seen.map(({ schemaCourseID, revision, after }) => ({
      schemaCourseID,
      revision,
      course: after && sentCourse(after),
    })),
  });
}

import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { courseGroup } from '@jwxt/contracts/scheme/course-group.resource.ts';
import { groupDifference } from '@jwxt/contracts/scheme/schema/group-sync.ts';
import { courseGroupDifferences, syncCourseGroup } from '@jwxt/contracts/scheme/schema/group-sync.operations.ts';
import { changeSchema, type RowWrite } from '@jwxt/contracts/scheme/schema/schema.command.ts';
import { coursesOf, type MajorSchema } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { findResource } from '../../kernel/resource.read.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { sqlParams } from '../../kernel/sql-params.ts';
import { newRow } from './schema-course.handlers.ts';
import { readGroupCourses } from './schema-course.read.ts';
import { courseTable, gradeMajorInScope, schemaTable, writtenSchema } from './schema-scope.ts';

/** Business states in which a department writes its scheme. */
const written = [businessStatus.saved, businessStatus.returned, businessStatus.recalled];

async function requireGroup({ services: { db }, user, permission }: SignedInCall, courseGroupId: string) {
  if (!(await findResource(db, user, courseGroup, permission, courseGroupId))) throw new Refused('NOT_FOUND');
}

/** The courses of a group; one that is stopped or has none says nothing to schemes. */
async function membersOf({ services: { db } }: SignedInCall, courseGroupId: string) {
  const members = await readGroupCourses(db, courseGroupId);
  if (members.length === 0) throw new Refused('SCHEMA_GROUP_GONE');
  return members;
}

/** 课组同步 (SCHEME-40…42): what a group says goes into unapproved schemes that quote it, once it was seen. */
export const groupSyncHandlers: readonly Handler[] = [
  handler(courseGroupDifferences, async ({ courseGroupId }, call) => {
    await requireGroup(call, courseGroupId);
    const { db } = call.services;
    const params = sqlParams();
    const inScope = gradeMajorInScope(call.user, call.permission, params);
    const { rows: quoting } = await db.query<{ majorSchemaKey: string }>(
      `select major_schema_key as "majorSchemaKey" from ${schemaTable} schema
        where status = any(${params.add(written)}) and not exists (select from base.grade_major
            where grade_major.njzydm = any(schema.grade_major_ids) and (${inScope}) is not true)
          and exists (select from ${courseTable} course where course.major_schema_key = schema.major_schema_key
            and course.course->>'courseGroupId' = ${params.add(courseGroupId)})
        order by schema_name limit 100`,
      [...params.values],
    );
    const members = await membersOf(call, courseGroupId);
    const list = [];
    for (const { majorSchemaKey } of quoting) {
      const schema = await writtenSchema(call, majorSchemaKey);
      const { added, removed } = groupDifference(coursesOf(schema), courseGroupId, members);
      const named = (courses: readonly { courseCode: string; courseName: string }[]) =>
        courses.map(({ courseCode, courseName }) => ({ courseCode, courseName }));
      list.push({
        majorSchemaKey,
        schemaName: schema.texts.schemaName,
        revision: schema.revision,
        added: named(added),
        removed: named(removed),
      });
    }
    return { list };
  }),
  handler(syncCourseGroup, async ({ commandId, courseGroupId, majorSchemaKey, revision, ...seen }, call) => {
    await requireGroup(call, courseGroupId);
    const schema = await writtenSchema(call, majorSchemaKey);
    const members = await membersOf(call, courseGroupId);
    const difference = groupDifference(coursesOf(schema), courseGroupId, members);
    const same = (shown: readonly string[], now: readonly { courseCode: string }[]): boolean =>
      shown.toSorted().join() ===
      now
        .map(({ courseCode }) => courseCode)
        .toSorted()
        .join();
    if (schema.revision !== revision || !same(seen.added, difference.added) || !same(seen.removed, difference.removed))
      throw new Refused('SCHEMA_GROUP_CHANGED');
    const rows = rowsOf(schema, courseGroupId, difference, commandId);
    if (rows.length === 0) return { majorSchemaKey, revision };
    const done = await runCommand(changeSchema, { majorSchemaKey, way: 'quote', rows: [...rows] }, call, { commandId });
    return { majorSchemaKey, revision: done.revision };
  }),
];

/** What is written: new courses go where the group stands in the scheme, in the term that it suggests. */
function rowsOf(
  schema: MajorSchema,
  courseGroupId: string,
  { added, removed }: ReturnType<typeof groupDifference<Awaited<ReturnType<typeof readGroupCourses>>[number]>>,
  commandId: string,
): RowWrite[] {
  const place = coursesOf(schema).find((row) => row.courseGroupId === courseGroupId);
  const last = Math.max(0, ...coursesOf(schema).map(({ sortNum }) => sortNum));
  return [
    ...(place
      ? added.map(({ suggested, ...facts }, index): RowWrite => {
          const schemaCourseID = derivedId(`${commandId}:${facts.courseCode}`);
          const after = newRow(facts, {
            schemaCourseID,
            classifyId: place.classifyId,
            term: suggested ?? place.term,
            courseGroupId,
            sortNum: last + index + 1,
          });
          return { schemaCourseID, revision: -1, after };
        })
      : []),
    ...removed.map(({ schemaCourseID }): RowWrite => {
      const revision = schema.rows.get(schemaCourseID)?.revision ?? -1;
      return { schemaCourseID, revision, after: null };
    }),
  ];
}

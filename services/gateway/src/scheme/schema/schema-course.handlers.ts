import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { groupType } from '@jwxt/contracts/scheme/course-group.resource.ts';
import type { SchemaCourse, SchemaCourseInput } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { shownCourse } from '@jwxt/contracts/scheme/schema/schema-course-wire.ts';
import {
  courseBatchDelete,
  courseBatchInsert,
  courseDirection,
  courseInsert,
  coursePeriodType,
  courseSemesterUpdate,
  courseSpecial,
  courseUpdate,
  quoteCourseGroup,
  refreshCreditAndPeriod,
  schemaInitialise,
  usableCourseGroups,
} from '@jwxt/contracts/scheme/schema/schema-course.operations.ts';
import { changeSchema, type RowConflict, type RowWrite } from '@jwxt/contracts/scheme/schema/schema.command.ts';
import { schemaStream, type ChangeWay } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { coursesOf, type MajorSchema } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { specialType, specialTypeNames } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { sqlParams } from '../../kernel/sql-params.ts';
import { courseTable, readableSchema, schemaInScope, schemaTable, stateOf, writtenSchema } from './schema-scope.ts';
import { readCourseFacts, readGroupCourses, readGroups, type CourseFacts } from './schema-course.read.ts';
import { readDirections } from './schema.read.ts';

interface Change {
  readonly commandId: string;
  readonly way: ChangeWay;
  readonly rows: readonly RowWrite[];
}

/** Sends a change of rows, and shows what they are afterwards; conflicts are shown as people read them. */
async function changed(
  call: SignedInCall,
  { majorSchemaKey, revision }: MajorSchema,
  { commandId, way, rows }: Change,
) {
  if (rows.length === 0) return { majorSchemaKey, revision, rows: [] };
  try {
    const done = await runCommand(changeSchema, { majorSchemaKey, way, rows: [...rows] }, call, {
      commandId,
      shown: 'later',
    });
    return {
      majorSchemaKey,
      revision: done.revision,
      rows: done.rows.map(({ schemaCourseID, course }) => ({ schemaCourseID, course: course && shownCourse(course) })),
    };
  } catch (error) {
    throw withShownConflicts(error);
  }
}

function withShownConflicts(error: unknown): unknown {
  if (!(error instanceof Refused) || error.code !== 'SCHEMA_ROW_CONFLICT') return error;
  const { conflicts } = error.data as { conflicts: RowConflict[] };
  const shown = conflicts.map((conflict) => ({
    ...conflict,
    theirs: conflict.theirs && shownCourse(conflict.theirs),
    at: toDateTimeText(conflict.at),
  }));
  return new Refused(error.code, { count: conflicts.length }, { data: { conflicts: shown } });
}

/** A stored row as it is written: without what its course says itself. */
function inputOf(course: SchemaCourse): SchemaCourseInput {
  const { moduleId: _m, courseBusinessCode: _b, courseName: _n, openDepartmentName: _o, ...rest } = course;
  const { directionName: _d, courseGroupName: _g, ...input } = rest;
  return input;
}

/** A new row of a course, with what the course says of itself. */
export function newRow(
  facts: CourseFacts,
  place: Pick<SchemaCourseInput, 'schemaCourseID' | 'classifyId' | 'term' | 'courseGroupId' | 'sortNum'>,
): SchemaCourseInput {
  return {
    ...place,
    courseCode: facts.courseCode,
    courseAttribute: facts.courseAttribute,
    courseNature: facts.courseNature,
    credit: facts.credit,
    totalHour: facts.totalHour,
    hours: facts.hours.map(({ xsbh, xs }) => ({ xsbh, xs })),
    weekHours: facts.weekHours,
    examMethod: facts.examMethod,
    examWay: facts.examWay ?? '',
    startEndWeek: '',
    directionId: '',
    specialType: specialType.none,
    isDegreeCourse: yesNo.no,
    isCore: yesNo.no,
    prerequisites: [],
  };
}

const insertion = (after: SchemaCourseInput): RowWrite => ({
  schemaCourseID: after.schemaCourseID,
  revision: -1,
  after,
});

/** Rows of a source that a scheme does not have: matched by course and direction. */
function missingRows(schema: MajorSchema, source: MajorSchema, commandId: string): RowWrite[] {
  const own = new Set(coursesOf(schema).map((row) => `${row.courseCode}/${row.directionId}`));
  return coursesOf(source)
    .filter((row) => !own.has(`${row.courseCode}/${row.directionId}`))
    .map((row) => insertion({ ...inputOf(row), schemaCourseID: derivedId(`${commandId}:${row.schemaCourseID}`) }));
}

/** Courses of schemes (SCHEME-19, 21, 22, 24). */
export const schemaCourseHandlers: readonly Handler[] = [
  handler(courseInsert, async ({ commandId, majorSchemaKey, course }, call) =>
    changed(call, await writtenSchema(call, majorSchemaKey), { commandId, way: 'insert', rows: [insertion(course)] }),
  ),
  handler(courseUpdate, async ({ commandId, majorSchemaKey, revision, course }, call) =>
    changed(call, await writtenSchema(call, majorSchemaKey), {
      commandId,
      way: 'edit',
      rows: [{ schemaCourseID: course.schemaCourseID, revision, after: course }],
    }),
  ),
  handler(courseBatchDelete, async ({ commandId, majorSchemaKey, keyList }, call) =>
    changed(call, await writtenSchema(call, majorSchemaKey), {
      commandId,
      way: 'remove',
      rows: keyList.map((key) => ({ ...key, after: null })),
    }),
  ),
  handler(courseBatchInsert, async ({ commandId, majorSchemaKey, way, rows }, call) =>
    changed(call, await writtenSchema(call, majorSchemaKey), {
      commandId,
      way,
      rows: rows.map(({ course, ...row }) => ({ ...row, after: course })),
    }),
  ),
  handler(courseSemesterUpdate, async ({ commandId, majorSchemaKey, rows }, call) => {
    const schema = await writtenSchema(call, majorSchemaKey);
    const writes = rows.map(({ schemaCourseID, revision, term, classifyId }): RowWrite => {
      const course = schema.rows.get(schemaCourseID)?.course;
      // What is gone meanwhile is a conflict, or nothing at all.
      if (!course) throw new Refused('SCHEMA_COURSE_GONE');
      return {
        schemaCourseID,
        revision,
        after: { ...inputOf(course), term, classifyId: classifyId ?? course.classifyId },
      };
    });
    return changed(call, schema, { commandId, way: 'move', rows: writes });
  }),
  handler(courseDirection, async ({ schemaCourseID }, call) => {
    const { schema, course } = await findCourse(call, schemaCourseID);
    return { directionId: course.directionId, list: await readDirections(call.services.db, schema) };
  }),
  handler(courseSpecial, async ({ schemaCourseID }, call) => {
    const { course } = await findCourse(call, schemaCourseID);
    const list = Object.entries(specialTypeNames).map(([code, name]) => ({ code, name }));
    return { specialType: course.specialType, list };
  }),
  handler(coursePeriodType, async ({ courseCode }, { services: { db } }) => {
    const [course] = await readCourseFacts(db, [courseCode]);
    if (!course) throw new Refused('SCHEMA_COURSE_GONE');
    return {
      ...course,
      examWay: course.examWay ?? '',
      credit: hoursText(course.credit),
      totalHour: hoursText(course.totalHour),
      weekHours: course.weekHours === null ? null : hoursText(course.weekHours),
      hours: course.hours.map((hour) => ({ ...hour, xs: hoursText(hour.xs) })),
    };
  }),
  handler(usableCourseGroups, async ({ majorSchemaKey, keyword }, call) => {
    const { schema } = await readableSchema(call, majorSchemaKey);
    const courses = coursesOf(schema);
    const groups = await readGroups(call.services.db, keyword ?? '');
    return {
      list: groups.map(({ groupType: type, ...group }) => ({
        ...group,
        groupTypeName: groupTypeNames[type] ?? type,
        quoted: courses.filter(({ courseGroupId }) => courseGroupId === group.courseGroupId).length,
      })),
    };
  }),
  handler(quoteCourseGroup, async ({ commandId, majorSchemaKey, courseGroupId, classifyId, term }, call) => {
    const schema = await writtenSchema(call, majorSchemaKey);
    const own = new Set(coursesOf(schema).map(({ courseCode }) => courseCode));
    const members = await readGroupCourses(call.services.db, courseGroupId);
    if (members.length === 0) throw new Refused('SCHEMA_GROUP_GONE');
    const rows = members
      .filter(({ courseCode }) => !own.has(courseCode))
      .map(({ suggested, ...facts }, index) =>
        insertion(
          newRow(facts, {
            schemaCourseID: derivedId(`${commandId}:${facts.courseCode}`),
            classifyId,
            term: suggested ?? term,
            courseGroupId,
            sortNum: index + 1,
          }),
        ),
      );
    return changed(call, schema, { commandId, way: 'quote', rows });
  }),
  handler(schemaInitialise, async ({ commandId, majorSchemaKey, from }, call) => {
    const schema = await writtenSchema(call, majorSchemaKey);
    const key = from ?? schema.origin?.majorSchemaKey;
    if (key === undefined) throw new Refused('SCHEMA_SOURCE_NONE');
    const source = stateOf(await call.services.storedStreams.read(schemaStream(key)));
    if (!source) throw new Refused('SCHEMA_SOURCE_NONE');
    const rows = await inVersion(call, schema, source, missingRows(schema, source, commandId));
    return changed(call, schema, { commandId, way: 'initialise', rows });
  }),
  handler(refreshCreditAndPeriod, async ({ commandId, majorSchemaKey, keyList }, call) => {
    const schema = await writtenSchema(call, majorSchemaKey);
    const rows = keyList.flatMap((key) => schema.rows.get(key) ?? []);
    const facts = await readCourseFacts(
      call.services.db,
      rows.flatMap(({ course }) => course?.courseCode ?? []),
    );
    const writes = rows.flatMap(({ course, revision }): RowWrite[] => {
      const fact = facts.find(({ courseCode }) => courseCode === course?.courseCode);
      if (!course || !fact) return [];
      const { credit, totalHour, hours, weekHours } = fact;
      return [
        {
          schemaCourseID: course.schemaCourseID,
          revision,
          after: {
            ...inputOf(course),
            credit,
            totalHour,
            hours: hours.map(({ xsbh, xs }) => ({ xsbh, xs })),
            weekHours,
          },
        },
      ];
    });
    return changed(call, schema, { commandId, way: 'refresh', rows: writes });
  }),
];

const groupTypeNames: Readonly<Record<string, string>> = {
  [groupType.credits]: '限选学分',
  [groupType.courses]: '限选门数',
  [groupType.all]: '全部修读',
};

/** Rows of a source for a scheme of another version, in the class of the same name; those without one are left out. */
async function inVersion(
  { services: { db } }: SignedInCall,
  schema: MajorSchema,
  source: MajorSchema,
  rows: readonly RowWrite[],
): Promise<RowWrite[]> {
  if (schema.schemeVersionId === source.schemeVersionId) return [...rows];
  const { rows: places } = await db.query<{ own: string; other: string }>(
    `select old.classify_id as own, new.classify_id as other from base.scheme_classify old
       join base.scheme_classify new on new.classify_name = old.classify_name and new.module_name = old.module_name
      where old.scheme_version_id = $1 and new.scheme_version_id = $2`,
    [source.schemeVersionId, schema.schemeVersionId],
  );
  const place = new Map(places.map(({ own, other }) => [own, other]));
  return rows.flatMap((row) => {
    const classifyId = row.after && place.get(row.after.classifyId);
    return row.after && classifyId ? [{ ...row, after: { ...row.after, classifyId } }] : [];
  });
}

/** One row of a scheme in the caller's scope. */
async function findCourse(call: SignedInCall, schemaCourseID: string) {
  const params = sqlParams();
  const { rows } = await call.services.db.query<{ key: string }>(
    `select schema.major_schema_key as key from ${courseTable} course
       join ${schemaTable} schema using (major_schema_key)
      where course.schema_course_id = ${params.add(schemaCourseID)}
        and ${schemaInScope(call.user, call.permission, params)}`,
    [...params.values],
  );
  const [found] = rows;
  if (!found) throw new Refused('NOT_FOUND');
  const { schema } = await readableSchema(call, found.key);
  const course = schema.rows.get(schemaCourseID)?.course;
  if (!course) throw new Refused('NOT_FOUND');
  return { schema, course };
}

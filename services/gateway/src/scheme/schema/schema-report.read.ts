import type { z } from 'zod';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { shownCourse } from '@jwxt/contracts/scheme/schema/schema-course-wire.ts';
import { schemaDifference } from '@jwxt/contracts/scheme/schema/schema-difference.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import type { SchemaFrame } from '@jwxt/contracts/scheme/schema/schema-frame.ts';
import { creditTotals, nodeRequirements, termSums } from '@jwxt/contracts/scheme/schema/schema-sums.ts';
import { schemaStream, type SchemaEvent } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import type {
  creditTotal,
  learnHoursSummary,
  periodTotal,
  schemaPreview,
  schemaRequirements,
} from '@jwxt/contracts/scheme/schema/schema-report.operations.ts';
import { coursesOf, type MajorSchema } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { schemaWording } from '@jwxt/contracts/scheme/schema/schema.wording.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { SignedInCall } from '../../kernel/handler.ts';
import type { PlacedEvent } from '../../kernel/stored-streams.ts';
import { schemaTable, stateOf } from './schema-scope.ts';
import type { basicsOf } from './schema.read.ts';

type HourType = { readonly xsbh: string; readonly xsmc: string };

/** Types of hours in use. */
export async function readHourTypes(db: Queryable): Promise<HourType[]> {
  const { rows } = await db.query<HourType>(
    `select dm as xsbh, mc as xsmc from base.data_dict where dmlb = 'XTGL_XSLX' and sfqy = '1' order by pxh, dm`,
  );
  return rows;
}

const termsInOrder = (courses: readonly SchemaCourse[]): number[] =>
  [...new Set(courses.map(({ term }) => term))].toSorted((a, b) => a - b);

/** Hours of some courses by type, those that they have. */
function typeHours(courses: readonly SchemaCourse[], types: readonly HourType[]) {
  return types.flatMap(({ xsbh, xsmc }) => {
    const xs = courses.reduce((sum, { hours }) => sum + (hours.find((hour) => hour.xsbh === xsbh)?.xs ?? 0), 0);
    return xs === 0 ? [] : [{ xsbh, xsmc, xs: hoursText(xs) }];
  });
}
const hoursOf = (courses: readonly SchemaCourse[]): string =>
  hoursText(courses.reduce((sum, { totalHour }) => sum + totalHour, 0));

/** What a scheme asks for and offers. */
export function creditsOf(
  courses: readonly SchemaCourse[],
  frame: SchemaFrame,
): z.output<(typeof creditTotal)['output']> {
  const { total, required, elective, offered, practice } = creditTotals(courses, frame);
  const { terms } = termSums(courses);
  return {
    total: hoursText(total),
    required: hoursText(required),
    elective: hoursText(elective),
    offered: hoursText(offered),
    practice: hoursText(practice),
    practicePercent: total === 0 ? '0.0' : ((practice * 100) / total).toFixed(1),
    terms: termsInOrder(courses).map((term) => ({
      term,
      courseNum: terms.get(term)?.courses ?? 0,
      credit: hoursText(terms.get(term)?.credit ?? 0),
    })),
  };
}

/** Hours of a scheme by type and term (SCHEME-20). */
export function periodsOf(
  courses: readonly SchemaCourse[],
  types: readonly HourType[],
): z.output<(typeof periodTotal)['output']> {
  return {
    total: hoursOf(courses),
    types: typeHours(courses, types),
    terms: termsInOrder(courses).map((term) => {
      const own = courses.filter((course) => course.term === term);
      return { term, total: hoursOf(own), types: typeHours(own, types).map(({ xsbh, xs }) => ({ xsbh, xs })) };
    }),
  };
}

/** Module by module what is asked for and arranged (SCHEME-20). */
export function requirementsOf(
  courses: readonly SchemaCourse[],
  frame: SchemaFrame,
): z.output<(typeof schemaRequirements)['output']> {
  return {
    rows: nodeRequirements(courses, frame).map(({ node, depth, sums, difference }) => ({
      nodeId: node.nodeId,
      name: node.name,
      depth,
      courseNum: sums.courses,
      required: node.minCredit === null ? null : hoursText(node.minCredit),
      most: node.maxCredit === null ? null : hoursText(node.maxCredit),
      arranged: hoursText(sums.credit),
      difference: difference === null ? null : hoursText(difference),
    })),
  };
}

/** Hours by the unit that opens the courses (SCHEME-24). */
export function learnHoursOf(
  courses: readonly SchemaCourse[],
  types: readonly HourType[],
): z.output<(typeof learnHoursSummary)['output']> {
  const units = Map.groupBy(courses, ({ openDepartmentName }) => openDepartmentName);
  return {
    types: [...types],
    rows: [...units].map(([openDepartmentName, own]) => ({
      openDepartmentName,
      courseNum: own.length,
      credit: hoursText(own.reduce((sum, { credit }) => sum + credit, 0)),
      totalHour: hoursOf(own),
      hours: typeHours(own, types).map(({ xsbh, xs }) => ({ xsbh, xs })),
    })),
  };
}

interface Previewed {
  readonly schema: MajorSchema;
  readonly events: readonly PlacedEvent[];
  readonly basics: ReturnType<typeof basicsOf>;
  readonly frame: SchemaFrame;
}

/** The document of a scheme, with what is different from the former one or from an own revision. */
export async function previewOf(
  { schema, events, basics, frame }: Previewed,
  compare: string,
  { services }: SignedInCall,
): Promise<z.output<(typeof schemaPreview)['output']>> {
  const courses = coursesOf(schema);
  const other = await comparedSchema({ schema, events, basics }, compare, services);
  const before = other ? coursesOf(other.schema) : [];
  return {
    schema: basics,
    rows: courses.map(shownCourse),
    frame,
    compared: other && {
      name: other.name,
      courseNum: before.length,
      credit: hoursText(before.reduce((sum, { credit }) => sum + credit, 0)),
    },
    differences: other
      ? schemaDifference(before, courses).map(({ fields, ...row }) => ({
          ...row,
          fields: [...fields],
          before: row.before && shownCourse(row.before),
          after: row.after && shownCourse(row.after),
        }))
      : [],
    moments: events.slice(0, -1).toReversed().flatMap(momentOf).slice(0, 200),
  };
}

async function comparedSchema(
  { schema, events, basics }: Pick<Previewed, 'schema' | 'events' | 'basics'>,
  compare: string,
  { db, storedStreams }: SignedInCall['services'],
): Promise<{ name: string; schema: MajorSchema } | null> {
  if (compare !== 'former' && compare !== 'earlier') {
    const until = events.filter(({ revision }) => revision <= Number(compare));
    const then = stateOf(until);
    const last = until.at(-1);
    return then && last ? { name: `${toDateTimeText(last.metadata.time)} 的本方案`, schema: then } : null;
  }
  const key =
    compare === 'earlier'
      ? await earlierSchema(db, schema)
      : (basics.comparedWith?.majorSchemaKey ?? schema.revisesKey ?? schema.origin?.majorSchemaKey);
  if (key === undefined) return null;
  const former = stateOf(await storedStreams.read(schemaStream(key)));
  return former && { name: `《${former.texts.schemaName}》`, schema: former };
}

/** The scheme in use of the nearest earlier grade of the same major; undefined: there is none. */
async function earlierSchema(
  db: Queryable,
  { gradeMajors: [first], projectType }: Pick<MajorSchema, 'gradeMajors' | 'projectType'>,
): Promise<string | undefined> {
  const { rows } = await db.query<{ key: string }>(
    `select schema.major_schema_key as key from ${schemaTable} schema
       join base.grade_major on grade_major.njzydm = any(schema.grade_major_ids)
      where grade_major.zydm = $1 and grade_major.njdm < $2 and schema.project_type = $3 and schema.use_status = '1'
      order by grade_major.njdm desc limit 1`,
    [first?.majorId, first?.grade, projectType],
  );
  return rows[0]?.key;
}

/** A moment that content can be compared with: the submissions, and each change of courses. */
function momentOf({ event, revision, metadata }: PlacedEvent) {
  const { type, data } = event as SchemaEvent;
  if (type !== 'SchemaCoursesChanged' && type !== 'SchemaSubmitted' && type !== 'SchemaCreated') return [];
  const words = schemaWording[type] as {
    lines(data: unknown, context: { who: string }): readonly { sentence: string }[];
  };
  const { name } = metadata.actor;
  const [line] = words.lines(data, { who: name });
  return [{ revision, time: toDateTimeText(metadata.time), name, text: line?.sentence ?? '' }];
}

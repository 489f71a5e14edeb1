import { z } from 'zod';
import { hoursText } from '../../base-info/course.rules.ts';
import { decimalText } from '../../kernel/fields.ts';
import { parseDecimal } from '../../kernel/number-text.ts';
import { schemaCourse, schemaCourseInput, type SchemaCourse } from './schema-course.ts';

/** Decimal text on the wire, tenths inside. */
const tenthsText = (max: number) =>
  decimalText({ places: 1, min: 0, max }).transform((text) => parseDecimal(text, 1) ?? 0);
const { hours, credit } = schemaCourseInput.shape;
const { xsbh } = hours.element.shape;

/** A row as people send it: decimals as text. */
export const schemaCourseSent = schemaCourseInput.extend({
  credit: tenthsText(100).pipe(credit),
  totalHour: tenthsText(2000),
  hours: z
    .array(z.object({ xsbh, xs: tenthsText(2000) }))
    .max(20, '最多 20 项')
    .refine((rows) => new Set(rows.map((row) => row.xsbh)).size === rows.length, '学时类型重复'),
  weekHours: tenthsText(60).nullable(),
});
export type SchemaCourseSent = z.input<typeof schemaCourseSent>;

/** A row as it is shown: decimals as text, with the names of its codes. */
export const schemaCourseShown = schemaCourse.extend({
  credit: z.string(),
  totalHour: z.string(),
  hours: z.array(z.object({ xsbh: z.string(), xs: z.string() })),
  weekHours: z.string().nullable(),
});
export type SchemaCourseShown = z.output<typeof schemaCourseShown>;

/** A stored row as it is shown. */
export function shownCourse(course: SchemaCourse): SchemaCourseShown {
  return {
    ...course,
    credit: hoursText(course.credit),
    totalHour: hoursText(course.totalHour),
    hours: course.hours.map((hour) => ({ ...hour, xs: hoursText(hour.xs) })),
    weekHours: course.weekHours === null ? null : hoursText(course.weekHours),
  };
}

/** A shown row as the rules reckon with it. */
export function courseOfShown(row: SchemaCourseShown): SchemaCourse {
  return {
    ...row,
    credit: tenthsOf(row.credit),
    totalHour: tenthsOf(row.totalHour),
    hours: row.hours.map((hour) => ({ ...hour, xs: tenthsOf(hour.xs) })),
    weekHours: row.weekHours === null ? null : tenthsOf(row.weekHours),
  };
}

/** A row as it is sent: without what its course says itself. */
export function sentCourse(course: SchemaCourse): SchemaCourseSent {
  const {
    moduleId: _moduleId,
    courseBusinessCode: _code,
    courseName: _name,
    openDepartmentName: _unit,
    directionName: _direction,
    courseGroupName: _group,
    ...row
  } = shownCourse(course);
  return row;
}

const tenthsOf = (text: string): number => parseDecimal(text, 1) ?? 0;

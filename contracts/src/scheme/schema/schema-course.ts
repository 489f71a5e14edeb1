import { z } from 'zod';
import { dictionaryCode } from '../../kernel/dictionary-code.ts';
import { yesNoFlag } from '../../kernel/fields.ts';
import { DEFAULT_MAX_WEEK, parseWeeks } from '../../kernel/week-text.ts';
import { schemaDictionaries, specialType, TERMS } from './schema.vocabulary.ts';

const code = (category: string) => dictionaryCode(category);
/** Credit, hours and week hours are whole tenths. */
const tenths = (most: number) =>
  z
    .number()
    .int()
    .min(0, '不能小于 0')
    .max(most * 10, `不能大于 ${most}`);
const key = z.string().min(1, '必填').max(64);
const keyOrNone = z.string().max(64);

/** What somebody decides about a course in a scheme (SCHEME-19); not what follows from the course itself. */
export const schemaCourseInput = z.object({
  schemaCourseID: z.uuid('数据丢失，请刷新后重试'),
  courseCode: key,
  classifyId: key,
  courseAttribute: code(schemaDictionaries.courseAttribute),
  courseNature: code(schemaDictionaries.courseNature),
  credit: tenths(100).refine((value) => value % 5 === 0, '学分以0.5为单位'),
  totalHour: tenths(2000),
  hours: z
    .array(z.object({ xsbh: code(schemaDictionaries.hourType), xs: tenths(2000) }))
    .max(20)
    .refine((rows) => new Set(rows.map(({ xsbh }) => xsbh)).size === rows.length, '学时类型重复'),
  weekHours: tenths(60).nullable(),
  term: z.number().int().min(1, '应在 1 到 12 之间').max(TERMS, '应在 1 到 12 之间'),
  examMethod: code(schemaDictionaries.examMethod),
  /** Empty where it is left open. */
  examWay: z.union([z.literal(''), code(schemaDictionaries.examWay)]),
  startEndWeek: z
    .string()
    .max(60)
    .superRefine((text, context) => {
      const parsed = parseWeeks(text, DEFAULT_MAX_WEEK);
      if ('problem' in parsed) context.addIssue({ code: 'custom', message: parsed.problem });
    }),
  directionId: keyOrNone,
  specialType: z.enum(specialType),
  courseGroupId: keyOrNone,
  isDegreeCourse: yesNoFlag,
  isCore: yesNoFlag,
  /** Courses (`courseCode`) that are to be passed before. */
  prerequisites: z.array(key).max(20),
  sortNum: z.number().int().min(0).max(100_000),
});
export type SchemaCourseInput = z.output<typeof schemaCourseInput>;

/**
 * A row as it is stored: what was decided, with what the course was called then (C4). Without the checks of today,
 * which rows of other years need not pass.
 */
export const schemaCourse = z.object({
  schemaCourseID: z.string(),
  courseCode: z.string(),
  courseBusinessCode: z.string(),
  courseName: z.string(),
  openDepartmentName: z.string(),
  /** The module that its class stands in. */
  moduleId: z.string(),
  classifyId: z.string(),
  courseAttribute: z.string(),
  courseNature: z.string(),
  credit: z.number().int(),
  totalHour: z.number().int(),
  hours: z.array(z.object({ xsbh: z.string(), xs: z.number().int() })),
  weekHours: z.number().int().nullable(),
  term: z.number().int(),
  examMethod: z.string(),
  examWay: z.string(),
  startEndWeek: z.string(),
  directionId: z.string(),
  directionName: z.string(),
  specialType: z.enum(specialType),
  courseGroupId: z.string(),
  courseGroupName: z.string(),
  isDegreeCourse: yesNoFlag,
  isCore: yesNoFlag,
  prerequisites: z.array(z.string()),
  sortNum: z.number().int(),
});
export type SchemaCourse = z.output<typeof schemaCourse>;

/** One row before and after: `before` null for a new one, `after` null for one that was taken out. */
export const courseChange = z.object({ before: schemaCourse.nullable(), after: schemaCourse.nullable() });
export type CourseChange = z.output<typeof courseChange>;

/** Fields by which two rows are compared, in the order in which people read them. */
const compared = [
  'courseName',
  'term',
  'classifyId',
  'credit',
  'totalHour',
  'hours',
  'weekHours',
  'startEndWeek',
  'courseAttribute',
  'courseNature',
  'examMethod',
  'examWay',
  'directionId',
  'specialType',
  'courseGroupId',
  'isDegreeCourse',
  'isCore',
  'prerequisites',
] as const satisfies readonly (keyof SchemaCourse)[];
export type ComparedField = (typeof compared)[number];

/** What differs between two rows of one course; empty when nothing does that people decide about. */
export function differingFields(before: SchemaCourse, after: SchemaCourse): ComparedField[] {
  return compared.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** Whether two rows say the same, their place among others included. */
export function sameCourse(one: SchemaCourse | null, other: SchemaCourse | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.courseCode === other.courseCode && one.sortNum === other.sortNum && differingFields(one, other).length === 0
  );
}

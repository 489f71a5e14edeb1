import { z } from 'zod';
import { plainNumber, formatDecimal, parseDecimal } from '../kernel/number-text.ts';
import { personal } from '../kernel/personal.ts';
import { yesNo } from '../kernel/yes-no.ts';
import {
  attributeTypes,
  COURSE_INFO_MIN,
  INFO_MAX,
  REMARK_MAX,
  TEACHER_INFO_MIN,
  courseSource,
} from './elective.vocabulary.ts';

/** As typed, nothing checked but that it can be kept. */
const typed = (max: number) =>
  z
    .string()
    .max(max, `最多 ${String(max)} 个字符`)
    .default('');
const code = typed(64);

/**
 * The application as somebody is filling it in (ELECTIVE-03): all text as typed, anything may be missing. What is sent
 * for approval has to be an {@link electiveForm}, of the same type.
 */
export const electiveDraft = z.object({
  courseSource: z.enum(courseSource).default(courseSource.new),
  courseName: typed(200),
  courseBusinessCode: typed(100),
  /** Key of an existing course; of a new one empty until it has passed. */
  courseCode: code,
  semester: code,
  departmentId: code,
  publicCourseCategory: code,
  schoolZone: code,
  courseAttribute: code,
  courseNature: code,
  examMethod: code,
  classPlanNum: typed(20),
  classSize: typed(20),
  placeType: code,
  teachingStyle: code,
  courseCategory: code,
  credit: typed(20),
  totalHour: typed(20),
  courseSign: code,
  hourList: z
    .array(z.object({ xsbh: z.string().min(1).max(64), xs: typed(20) }))
    .max(30)
    .default([]),
  teacherList: z
    .array(z.object({ gh: z.string().min(1).max(64) }))
    .max(20, '任课教师最多 20 人')
    .default([]),
  isSchoolWide: z.enum(['', yesNo.no, yesNo.yes]).default(yesNo.yes),
  rangeList: z
    .array(z.object({ attributeType: z.enum(attributeTypes), values: z.array(z.string().min(1).max(64)).max(2000) }))
    .max(8)
    .default([]),
  remark: typed(2000),
  teacherInfo: personal(typed(INFO_MAX), { kind: 'teacher', only: 'teacherList' }),
  courseInfo: typed(INFO_MAX),
});
export type ElectiveDraft = z.output<typeof electiveDraft>;

const required = (message: string) => z.string().trim().min(1, message);
const choice = (message: string) => required(message).max(64);
type Rule = readonly [fits: (text: string) => boolean, message: string];

/**
 * A figure typed as text; of several rules the first that it breaks is told. Digits may come full-width, as Chinese
 * keyboards give them.
 */
const figure = (message: string, ...rules: readonly Rule[]) =>
  z
    .string()
    .transform(plainNumber)
    .superRefine((text, context) => {
      const broken = text === '' ? message : rules.find(([fits]) => !fits(text))?.[1];
      if (broken !== undefined) context.addIssue({ code: 'custom', message: broken });
    });

const decimal1 = /^\d{1,4}(\.\d)?$/;
const isHalfSteps = (text: string): boolean =>
  /^\d{1,3}(\.[05]0*)?$/.test(text) && (parseDecimal(text, 1) ?? 0) <= 1000;
const isWhole: Rule = [(text) => /^\d+$/.test(text) && /[1-9]/.test(text), '应为正整数'];

const count = (message: string) => figure(message, isWhole, [(text) => text.length <= 9, '最多 9 位数字']);
const hours = (message: string) => figure(message, [(text) => decimal1.test(text), '应为数字，最多一位小数']);
const credits = (message: string) => figure(message, [isHalfSteps, '学分应在0至100之间，且为0.5的倍数']);

/** Hours of the categories in tenths; null while one of them is no number. */
export function hourSum(hourList: ElectiveDraft['hourList']): number | null {
  const tenths = hourList.map(({ xs }) => (decimal1.test(plainNumber(xs)) ? parseDecimal(plainNumber(xs), 1) : null));
  return tenths.includes(null) ? null : tenths.reduce<number>((sum, each) => sum + (each ?? 0), 0);
}

const inHours = (tenths: number): string => formatDecimal(tenths, 1, tenths % 10 === 0 ? 0 : 1);

/** Null when the categories add up to the total, or cannot be judged yet. */
function hourGap(form: unknown): { sum: string; total: string } | null {
  const { hourList, totalHour } = asDraft(form);
  const text = plainNumber(totalHour);
  const [sum, total] = [hourSum(hourList), decimal1.test(text) ? parseDecimal(text, 1) : null];
  return sum === null || total === null || hourList.length === 0 || sum === total
    ? null
    : { sum: inHours(sum), total: inHours(total) };
}

/** Judged whatever else is wrong, so that all errors show at once; only of what is a form at all. */
const always = { when: ({ value }: { value: unknown }) => electiveDraft.safeParse(value).success };
/** What rules across fields are given still lacks the fields that were not sent. */
const asDraft = (form: unknown): ElectiveDraft => electiveDraft.parse(form);

/** What may be sent for approval, with every rule and message (ELECTIVE-08…32). Browser and server check with this. */
export const electiveForm = z
  .object({
    ...electiveDraft.shape,
    courseName: required('课程名称必填').max(60, '最多 60 个字符'),
    courseBusinessCode: required('课程编号必填').max(30, '最多 30 个字符'),
    semester: choice('当前开课学期必填'),
    departmentId: choice('开课单位必填'),
    publicCourseCategory: choice('公选课类别必填'),
    schoolZone: choice('上课校区必填'),
    courseAttribute: choice('课程属性必填'),
    courseNature: choice('课程性质必填'),
    examMethod: choice('考核方式必填'),
    classPlanNum: count('计划开班数必填'),
    classSize: count('班级人数必填'),
    credit: credits('学分必填'),
    totalHour: hours('总学时必填'),
    courseSign: choice('课程类型必填'),
    hourList: z
      .array(z.object({ xsbh: choice('必填'), xs: hours('必填') }))
      .min(1, '必填')
      .max(30),
    teacherList: electiveDraft.shape.teacherList.unwrap().min(1, '请至少选择一名任课教师'),
    isSchoolWide: z.enum(yesNo, '必填'),
    remark: z
      .string()
      .trim()
      .max(REMARK_MAX, `最大输入数为${String(REMARK_MAX)}`),
    teacherInfo: z
      .string()
      .trim()
      .min(TEACHER_INFO_MIN, `最小输入数为${String(TEACHER_INFO_MIN)}`)
      .max(INFO_MAX, `最多 ${String(INFO_MAX)} 个字符`),
    courseInfo: z
      .string()
      .trim()
      .min(COURSE_INFO_MIN, `最小输入数为${String(COURSE_INFO_MIN)}`)
      .max(INFO_MAX, `最多 ${String(INFO_MAX)} 个字符`),
  })
  .refine((form) => hourGap(form) === null, {
    ...always,
    path: ['hourList'],
    error: ({ input }) => {
      const gap = hourGap(input);
      return gap === null ? '' : `学时分类合计 ${gap.sum}，与总学时 ${gap.total} 不一致`;
    },
  })
  .refine(
    (form) =>
      asDraft(form).isSchoolWide !== yesNo.no || asDraft(form).rangeList.some(({ values }) => values.length > 0),
    { ...always, path: ['rangeList'], error: '非全校开放时，请至少设置一项选课范围' },
  )
  .refine((form) => asDraft(form).courseSource !== courseSource.existing || asDraft(form).courseCode !== '', {
    ...always,
    path: ['courseCode'],
    error: '请选择已有课程',
  });

/**
 * Everything wrong with an application by field path (`hourList.0.xs`); the first message of each. Empty: it may be
 * sent.
 */
export function electiveErrors(draft: ElectiveDraft): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of electiveForm.safeParse(draft).error?.issues ?? []) errors[path.join('.')] ??= message;
  return errors;
}

/** Whole figures of a form: counts, and credit and hours in tenths (C5). */
export const electiveFigures = z.object({
  classPlanNum: z.number().int(),
  classSize: z.number().int(),
  credit: z.number().int(),
  totalHour: z.number().int(),
});

/** {@link electiveFigures} of a form that has passed its checks. */
export function figuresOf({
  classPlanNum,
  classSize,
  credit,
  totalHour,
}: Pick<ElectiveDraft, 'classPlanNum' | 'classSize' | 'credit' | 'totalHour'>): z.output<typeof electiveFigures> {
  return {
    classPlanNum: Number(classPlanNum),
    classSize: Number(classSize),
    credit: parseDecimal(credit, 1) ?? 0,
    totalHour: parseDecimal(totalHour, 1) ?? 0,
  };
}

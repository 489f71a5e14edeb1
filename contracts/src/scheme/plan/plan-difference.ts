import { planSource, type PlanSource } from './execution-plan.vocabulary.ts';

/** What a row of an execution plan says of its course, as it is stored: credit and hours in whole tenths. */
export interface PlanContent {
  readonly term: number;
  readonly openDepartmentId: string;
  readonly courseSystemId: string | null;
  readonly courseAttribute: string;
  readonly courseNature: string;
  readonly credit: number;
  readonly totalHour: number;
  readonly weekHours: number | null;
  readonly hours: readonly { readonly xsbh: string; readonly xs: number }[];
  readonly startEndWeek: string | null;
  readonly examMethod: string;
  readonly examWay: string | null;
  readonly directionId: string | null;
  readonly directionName: string | null;
  readonly courseGroupId: string | null;
  readonly specialItemSign: string;
}

/** Fields by which rows are compared, in the order in which people read them. */
export const planFields = {
  term: '学期',
  courseSystemId: '课程分类',
  courseAttribute: '课程属性',
  courseNature: '课程性质',
  credit: '学分',
  totalHour: '总学时',
  hours: '学时类型',
  weekHours: '周学时',
  startEndWeek: '起止周',
  examMethod: '考核方式',
  examWay: '考试方式',
  directionId: '专业方向',
  courseGroupId: '课组',
  specialItemSign: '专项',
  openDepartmentId: '开课单位',
} as const satisfies Partial<Record<keyof PlanContent, string>>;
export type PlanField = keyof typeof planFields;

/** A row as the scheme wants it. */
export interface WantedRow {
  readonly courseId: string;
  readonly content: PlanContent;
}
/** A row that is there. */
export interface PresentRow {
  readonly courseId: string;
  readonly content: PlanContent;
  readonly source: PlanSource;
  /** What the last generation wrote; null: it was never generated. */
  readonly generated: PlanContent | null;
  /** Why it stays as it is: opened, past, in approval; null: it may be changed. */
  readonly fixed: string | null;
}

/**
 * What a generation makes of a course: `hand` was changed by hand and is left alone unless somebody says otherwise,
 * `fixed` differs and stays for the reason given, `gone` is in the scheme no more.
 */
export type PlanChangeKind = 'new' | 'changed' | 'gone' | 'hand' | 'fixed' | 'same';
export const planChangeNames = {
  new: '新增',
  changed: '修改',
  gone: '删除',
  hand: '手工改过',
  fixed: '不能改',
  same: '一致',
} as const satisfies Record<PlanChangeKind, string>;

/** One course with what a generation makes of it. */
export interface PlanChange {
  readonly kind: PlanChangeKind;
  readonly courseId: string;
  readonly before: PlanContent | null;
  /** Null: the scheme does not have the course. */
  readonly after: PlanContent | null;
  readonly fields: readonly PlanField[];
  readonly reason: string | null;
}

const names = Object.keys(planFields) as PlanField[];
const hoursKey = (hours: PlanContent['hours']): string =>
  JSON.stringify(hours.map(({ xsbh, xs }) => [xsbh, xs]).toSorted(([a], [b]) => String(a).localeCompare(String(b))));
const told = (content: PlanContent, name: PlanField): unknown =>
  name === 'hours' ? hoursKey(content.hours) : (content[name] ?? null);

/** In what two contents differ. */
export function differingPlanFields(one: PlanContent, other: PlanContent): PlanField[] {
  return names.filter((name) => told(one, name) !== told(other, name));
}
const isSame = (one: PlanContent | null, other: PlanContent | null): boolean =>
  one === null || other === null ? one === other : differingPlanFields(one, other).length === 0;

/**
 * What generating a plan from a scheme would do, course by course (SCHEME-13). Rows of common plans and those that were
 * added by hand are the scheme's only where it has their course.
 */
export function planChanges(wanted: readonly WantedRow[], present: readonly PresentRow[]): PlanChange[] {
  const known = new Map(present.map((row) => [row.courseId, row]));
  const asked = new Set(wanted.map(({ courseId }) => courseId));
  return [
    ...wanted.map(({ courseId, content }) => changeOf(courseId, content, known.get(courseId) ?? null)),
    ...present
      .filter(({ courseId, source }) => source === planSource.scheme && !asked.has(courseId))
      .map((row) => changeOf(row.courseId, null, row)),
  ];
}

function changeOf(courseId: string, after: PlanContent | null, row: PresentRow | null): PlanChange {
  const before = row?.content ?? null;
  const fields = before && after ? differingPlanFields(before, after) : [];
  const as = (kind: PlanChangeKind, reason: string | null = null): PlanChange => ({
    kind,
    courseId,
    before,
    after,
    fields,
    reason,
  });
  if (row === null) return as('new');
  if (after !== null && fields.length === 0) return as('same');
  if (row.fixed !== null) return as('fixed', row.fixed);
  if (row.source === planSource.common) return as('hand', '按公共课计划');
  if (row.generated === null) return as('hand', '不是由方案生成');
  if (!isSame(row.content, row.generated)) return as('hand', '生成后手工改过');
  return as(after === null ? 'gone' : 'changed');
}

/** The changes that a generation writes: `overwritten` are keys of courses whose changes by hand are given up. */
export function writtenChanges(changes: readonly PlanChange[], overwritten: ReadonlySet<string>): PlanChange[] {
  return changes.filter(
    ({ kind, courseId }) =>
      kind === 'new' || kind === 'changed' || kind === 'gone' || (kind === 'hand' && overwritten.has(courseId)),
  );
}

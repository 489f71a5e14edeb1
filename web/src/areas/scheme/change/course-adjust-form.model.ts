import type { InputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { queryAdjustedSchema } from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import { courseAdjustType, type CourseAdjustType } from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';

/** What a person fills in. Empty texts: as it is, or as the library has it. */
export interface AdjustForm {
  readonly gradeMajorId: string;
  readonly adjustType: CourseAdjustType;
  readonly executionPlanId: string;
  readonly newCourseId: string;
  readonly term: string;
  readonly courseSystemId: string;
  readonly credit: string;
  readonly totalHour: string;
  readonly weekHours: string;
  /** Hours by type; empty where nobody has touched them. */
  readonly hours: Readonly<Record<string, string>>;
  readonly examMethod: string;
  readonly openDepartmentId: string;
  readonly adjustReason: string;
}

/** A form that nobody has filled in. */
export const emptyForm: AdjustForm = {
  gradeMajorId: '',
  adjustType: courseAdjustType.change,
  executionPlanId: '',
  newCourseId: '',
  term: '',
  courseSystemId: '',
  credit: '',
  totalHour: '',
  weekHours: '',
  hours: {},
  examMethod: '',
  openDepartmentId: '',
  adjustReason: '',
};

/** Whether an application of a type is about a row that is there, about a course that comes, and what it may say. */
export const asksFor = {
  row: (type: CourseAdjustType): boolean => type !== courseAdjustType.add,
  course: (type: CourseAdjustType): boolean => type === courseAdjustType.add || type === courseAdjustType.replace,
  term: (type: CourseAdjustType): boolean => type !== courseAdjustType.remove && type !== courseAdjustType.change,
  content: (type: CourseAdjustType): boolean => type !== courseAdjustType.remove && type !== courseAdjustType.move,
} as const;

type Asked = InputOf<typeof queryAdjustedSchema>;

/** What the server is asked with; null while what it is about has not been chosen. */
export function askedOf(form: AdjustForm): Asked | null {
  const { gradeMajorId, adjustType, executionPlanId, newCourseId } = form;
  if (gradeMajorId === '') return null;
  if (asksFor.row(adjustType) && executionPlanId === '') return null;
  if (asksFor.course(adjustType) && newCourseId === '') return null;
  return {
    gradeMajorId,
    adjustType,
    ...(asksFor.row(adjustType) ? { executionPlanId } : {}),
    ...(asksFor.course(adjustType) ? { newCourseId } : {}),
    after: afterOf(form),
  };
}

/** What is to be different: only what was filled in, and what the type may say. */
export function afterOf(form: AdjustForm): Asked['after'] {
  const { adjustType } = form;
  const text = (name: 'courseSystemId' | 'credit' | 'totalHour' | 'weekHours' | 'examMethod' | 'openDepartmentId') =>
    form[name] === '' ? {} : { [name]: form[name] };
  const hours = Object.entries(form.hours)
    .filter(([, xs]) => xs !== '' && Number(xs) !== 0)
    .map(([xsbh, xs]) => ({ xsbh, xs }));
  return {
    ...(asksFor.term(adjustType) && form.term !== '' ? { term: form.term } : {}),
    ...(asksFor.content(adjustType)
      ? {
          ...text('courseSystemId'),
          ...text('credit'),
          ...text('totalHour'),
          ...text('weekHours'),
          ...text('examMethod'),
          ...text('openDepartmentId'),
          ...(Object.keys(form.hours).length === 0 ? {} : { hours }),
        }
      : {}),
  };
}

/** The form of an application that was kept. */
export function formOfKept(kept: {
  readonly gradeMajorId: string;
  readonly adjustType: CourseAdjustType;
  readonly executionPlanId: string;
  readonly newCourseId: string;
  readonly adjustReason: string;
  readonly after: Readonly<Record<string, unknown>>;
}): AdjustForm {
  const text = (name: string): string => {
    const value = kept.after[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const hours = kept.after['hours'];
  return {
    gradeMajorId: kept.gradeMajorId,
    adjustType: kept.adjustType,
    executionPlanId: kept.executionPlanId,
    newCourseId: kept.newCourseId,
    term: text('term'),
    courseSystemId: text('courseSystemId'),
    credit: text('credit'),
    totalHour: text('totalHour'),
    weekHours: text('weekHours'),
    hours: Array.isArray(hours)
      ? Object.fromEntries((hours as { xsbh: string; xs: string }[]).map(({ xsbh, xs }) => [xsbh, xs]))
      : {},
    examMethod: text('examMethod'),
    openDepartmentId: text('openDepartmentId'),
    adjustReason: kept.adjustReason,
  };
}

import { electiveDraft, hourSum, type ElectiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import type { electiveCourse, electiveDetail, electiveOptions } from '@jwxt/contracts/elective/elective.operations.ts';
import type { AttributeType } from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';

/** The form as it is filled in: the contract's draft, with the names of the chosen teachers for showing them. */
export type ElectiveFields = Omit<ElectiveDraft, 'teacherList'> & { teacherList: { gh: string; xm: string }[] };

/** What is kept and sent: the draft without what is only for showing. */
export function toDraft({ teacherList, ...fields }: ElectiveFields): ElectiveDraft {
  return { ...fields, teacherList: teacherList.map(({ gh }) => ({ gh })) };
}

/** A new application: the open semester, the own unit, oneself as teacher. */
export function newFields({
  semesters,
  departments,
  departmentId,
  self,
  schoolZones,
}: OutputOf<typeof electiveOptions>): ElectiveFields {
  const { teacherList: _none, ...draft } = electiveDraft.parse({
    semester: semesters.find(({ open }) => open)?.code ?? '',
    departmentId: departments.some(({ code }) => code === departmentId) ? departmentId : '',
    schoolZone: schoolZones.length === 1 ? schoolZones[0]?.code : '',
    courseAttribute: '3',
    courseNature: '08',
  });
  return { ...draft, teacherList: self ? [{ gh: self.gh, xm: self.xm }] : [] };
}

/** A kept application as a form again. */
export function fieldsOf(detail: OutputOf<typeof electiveDetail>): ElectiveFields {
  const { teacherList: _teachers, ...draft } = electiveDraft.parse({ ...detail, rangeList: [], teacherList: [] });
  return {
    ...draft,
    hourList: detail.hourList.map(({ xsbh, xs }) => ({ xsbh, xs })),
    teacherList: detail.teacherList.map(({ gh, xm }) => ({ gh, xm })),
    rangeList: detail.rangeList.map(({ attributeType, values }) => ({
      attributeType: attributeType as AttributeType,
      values: values.map(({ code }) => code),
    })),
  };
}

/** The hours of one category; an emptied one is no category any more. */
export function withHours(
  hourList: ElectiveDraft['hourList'],
  order: readonly string[],
  xsbh: string,
  xs: string,
): ElectiveDraft['hourList'] {
  const rest = hourList.filter((hour) => hour.xsbh !== xsbh);
  const next = xs === '' ? rest : [...rest, { xsbh, xs }];
  return next.toSorted((a, b) => order.indexOf(a.xsbh) - order.indexOf(b.xsbh));
}

/** The values of one attribute of the ranges; none: the attribute does not restrict. */
export function withRange(
  rangeList: ElectiveDraft['rangeList'],
  attributeType: AttributeType,
  values: string[],
): ElectiveDraft['rangeList'] {
  const rest = rangeList.filter((range) => range.attributeType !== attributeType);
  return (values.length === 0 ? rest : [...rest, { attributeType, values }]).toSorted((a, b) =>
    a.attributeType.localeCompare(b.attributeType),
  );
}

/** What an existing course says of itself, taken over. */
export function withCourse(fields: ElectiveFields, course: OutputOf<typeof electiveCourse>): ElectiveFields {
  const { courseCode, courseBusinessCode, courseName, credit, totalHour, courseAttribute, courseNature, examMethod } =
    course;
  return {
    ...fields,
    courseCode,
    courseBusinessCode,
    courseName,
    credit,
    totalHour,
    courseAttribute,
    courseNature,
    examMethod,
  };
}

/** The categories together, as shown; `—` while one is no number. */
export function hourSumText(hourList: ElectiveDraft['hourList']): string {
  const sum = hourSum(hourList);
  return sum === null ? NOTHING : formatDecimal(sum, 1, sum % 10 === 0 ? 0 : 1);
}

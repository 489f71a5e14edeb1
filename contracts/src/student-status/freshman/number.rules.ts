import type { FieldError } from '../../kernel/envelope.ts';

/** Parts of a student number, and of the number and name of a class (STUDENT-STATUS-13, 14). */
export const segmentTypes = {
  fixed: '固定字符',
  grade: '年级（四位）',
  gradeShort: '年级（两位）',
  level: '培养层次',
  department: '院系编号',
  major: '专业编号',
  majorName: '专业简称',
  classNumber: '班级编号',
  serial: '流水号',
} as const;
export type SegmentType = keyof typeof segmentTypes;
/** Parts that a student number can have; what a class is called is no number. */
export const numberSegmentTypes = (({ majorName: _name, ...types }) => types)(segmentTypes);
/** Parts that the number or name of a class can have. */
export const classSegmentTypes = (({ classNumber: _class, ...types }) => types)(segmentTypes);

/** One part: fixed characters, or how many characters of a field or of the serial number it takes. */
export interface Segment {
  readonly type: SegmentType;
  readonly value: string | null;
  readonly length: number | null;
}

/** Where the serial numbers of student numbers begin anew. */
export const serialScopes = { '1': '同年级连续', '2': '同专业连续', '3': '同班级连续' } as const;
export type SerialScope = keyof typeof serialScopes;
const [BY_MAJOR, BY_CLASS]: readonly SerialScope[] = ['2', '3'];

/** Longest student number, and longest number and name of a class, as their columns hold them. */
export const MAX_STUDENT_NUMBER = 20;
export const MAX_CLASS_NUMBER = 20;
export const MAX_CLASS_NAME = 60;

/** What a number is made of, by the part that takes it. */
export type SegmentValues = Partial<Readonly<Record<SegmentType, string>>>;

/** What samples are made of. */
export const sampleValues: SegmentValues = {
  grade: '2026',
  gradeShort: '26',
  level: '4',
  department: '101',
  major: '080902',
  majorName: '软工',
  classNumber: '260101',
};

const fields: readonly SegmentType[] = ['level', 'department', 'major', 'classNumber'];

/** The last characters, filled up with zeros before them. */
const lastOf = (text: string, length: number): string => text.padStart(length, '0').slice(-length);

/** A number by its parts. Of a field the last characters count, without signs. */
export function formatNumber(segments: readonly Segment[], values: SegmentValues, serial: number): string {
  return segments
    .map(({ type, value, length }) => {
      if (type === 'fixed') return value ?? '';
      if (type === 'serial') return String(serial).padStart(length ?? 1, '0');
      const text = values[type] ?? '';
      return fields.includes(type) ? lastOf(text.replace(/[^A-Za-z0-9]/g, ''), length ?? 0) : text;
    })
    .join('');
}

/** How long a number becomes; a name of a major counts as four characters. */
function lengthOf(segments: readonly Segment[]): number {
  return formatNumber(segments, { ...sampleValues, majorName: '专业简称' }, 1).length;
}

/** What is wrong with the parts of a number, under their field. `chars`: what fixed parts are written in. */
function segmentProblems(field: string, segments: readonly Segment[], max: number, chars: RegExp): FieldError[] {
  const found = segments.flatMap(({ type, value, length }, index) => {
    const wrong = (column: string, message: string) => [{ field: `${field}.${String(index)}.${column}`, message }];
    if (type === 'fixed') return chars.test(value ?? '') ? [] : wrong('value', '请填写固定字符');
    const counted = fields.includes(type) || type === 'serial';
    return counted && (length === null || length < 1) ? wrong('length', '请填写位数') : [];
  });
  if (found.length > 0) return found;
  if (segments.filter(({ type }) => type === 'serial').length !== 1)
    return [{ field, message: '应有一个流水号，不能多也不能少' }];
  return lengthOf(segments) > max ? [{ field, message: `最长 ${String(max)} 位` }] : [];
}

const inNumbers = /^[A-Za-z0-9]{1,20}$/;
const inNames = /^\S{1,20}$/;

/** The parts of a student number with the length of its serial number, which the rule says once. */
export function withSerial(segments: readonly Segment[], serialLength: number): Segment[] {
  return segments.map((segment) => (segment.type === 'serial' ? { ...segment, length: serialLength } : segment));
}

/**
 * What is wrong with a rule of student numbers (STUDENT-STATUS-13). What tells those apart who are counted separately
 * must be in it.
 */
export function idRuleProblems(
  segments: readonly Segment[],
  serialLength: number,
  serialScope: SerialScope,
): FieldError[] {
  const problems = segmentProblems('segments', withSerial(segments, serialLength), MAX_STUDENT_NUMBER, inNumbers);
  if (problems.length > 0) return problems;
  const has = (...types: SegmentType[]) => segments.some(({ type }) => types.includes(type));
  const wrong = (message: string) => [{ field: 'serialScope', message }];
  if (!has('grade', 'gradeShort')) return [{ field: 'segments', message: '应含年级，否则各年级的学号会重复' }];
  if (serialScope === BY_MAJOR && !has('major', 'classNumber')) return wrong('按专业编流水号时，学号中应含专业编号');
  return serialScope === BY_CLASS && !has('classNumber') ? wrong('按班级编流水号时，学号中应含班级编号') : [];
}

/** What is wrong with a rule of class numbers and names (STUDENT-STATUS-14). */
export function classRuleProblems(numberSegments: readonly Segment[], nameSegments: readonly Segment[]): FieldError[] {
  return [
    ...segmentProblems('numberSegments', numberSegments, MAX_CLASS_NUMBER, inNumbers),
    ...segmentProblems('nameSegments', nameSegments, MAX_CLASS_NAME, inNames),
  ];
}

/** A number as a rule would make it, of what samples are made of. */
export function sampleNumber(segments: readonly Segment[]): string {
  return formatNumber(segments, sampleValues, 1);
}

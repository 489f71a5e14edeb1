import { toDateTimeText } from '../kernel/fields.ts';
import type { ResourceName } from '../kernel/resource.vocabulary.ts';

/** What numbers are made for (`objectType`): its name, and where its numbers stand and what they may tell. */
interface CodedObject {
  readonly name: string;
  /** The resource whose rows have the number, the field that holds it, and fields that may be part of it. */
  readonly rows?: {
    readonly resource: ResourceName;
    readonly field: string;
    readonly sources: Readonly<Record<string, string>>;
  };
}

export const codedObjects = {
  '1': {
    name: '课程',
    rows: {
      resource: 'courseManage',
      field: 'ywbm',
      sources: { kkxy: '开课单位', kcsx: '课程属性', kcxz: '课程性质', kcbj: '课程类型' },
    },
  },
  '2': { name: '教学班' },
  '3': { name: '行政班' },
  '4': { name: '学号' },
  '5': { name: '证书' },
  '6': {
    name: '文号',
    rows: {
      resource: 'statusChange',
      field: 'documentNumber',
      sources: { changeType: '异动类别', departmentBefore: '原院系' },
    },
  },
} as const satisfies Readonly<Record<string, CodedObject>>;
export type ObjectType = keyof typeof codedObjects;

/** The number of a course. */
export const COURSE_CODE: ObjectType = '1';

/** An object by its type. */
export function codedObject(type: string): CodedObject | undefined {
  return Object.hasOwn(codedObjects, type) ? codedObjects[type as ObjectType] : undefined;
}

/** Parts of a number. */
export const segmentTypes = { fixed: '固定字符', field: '字段', date: '日期', serial: '流水号' } as const;
/** What a date may tell in a number. */
export const dateParts = { YYYY: '四位年份', YY: '两位年份', MM: '月', DD: '日' } as const;

/** One part: the text, the field or the part of the date; how many characters a field or the serial number takes. */
export interface Segment {
  readonly type: string;
  readonly value: string | null;
  readonly length: number | null;
}

/** Numbers count up by what stands before them, or through all of the rule. */
export const serialScopes = { prefix: '按其他部分分别编号', rule: '整个规则连续编号' } as const;

/** Longest number, as its columns hold it. */
export const MAX_CODE = 30;

/** What a number is made of. */
export interface CodeParts {
  /** Values of the row by field. */
  readonly values: Readonly<Record<string, string>>;
  /** Now: an instant. */
  readonly time: string;
  readonly serial: number;
}

/** A number by its parts; without the serial number it is what numbers that are counted together share. */
export function formatCode(segments: readonly Segment[], parts: CodeParts): { code: string; prefix: string } {
  const texts = segments.map((segment) => ({ segment, text: textOf(segment, parts) }));
  const joined = (all: typeof texts) => all.map(({ text }) => text).join('');
  return { code: joined(texts), prefix: joined(texts.filter(({ segment }) => segment.type !== 'serial')) };
}

function textOf({ type, value, length }: Segment, { values, time, serial }: CodeParts): string {
  switch (type) {
    case 'field':
      return lastOf((values[value ?? ''] ?? '').replace(/[^A-Za-z0-9]/g, ''), length ?? 0);
    case 'date': {
      const [year = '', month = '', day = ''] = toDateTimeText(time).slice(0, 10).split('-');
      return { YYYY: year, YY: year.slice(2), MM: month, DD: day }[value ?? ''] ?? '';
    }
    case 'serial':
      return String(serial).padStart(length ?? 1, '0');
    default:
      return value ?? '';
  }
}

/** The last characters, filled up with zeros before them. */
const lastOf = (text: string, length: number): string => text.padStart(length, '0').slice(-length);

/** The fields that a number needs and the row has not. */
export function missingSources(
  type: string,
  segments: readonly Segment[],
  values: Readonly<Record<string, string>>,
): { field: string; label: string }[] {
  const sources = codedObject(type)?.rows?.sources ?? {};
  return segments
    .filter((segment) => segment.type === 'field' && (values[segment.value ?? ''] ?? '') === '')
    .map(({ value }) => ({ field: value ?? '', label: sources[value ?? ''] ?? '' }));
}

/** A number as a rule would make it, each field told by letters. */
export function sampleCode(segments: readonly Segment[], time: string): string {
  const values = Object.fromEntries(segments.map(({ value, length }) => [value ?? '', 'X'.repeat(length ?? 0)]));
  return formatCode(segments, { values, time, serial: 1 }).code;
}

/** What is wrong with the parts of a rule, by part and column; an empty column: with the rule. */
export function segmentProblems(
  type: string,
  segments: readonly Segment[],
): { index: number | null; column: string; message: string }[] {
  const { name = '', rows } = codedObject(type) ?? {};
  const found = segments.flatMap(({ type: kind, value, length }, index) => {
    const wrong = (column: string, message: string) => [{ index, column, message }];
    const tooLong = length === null || length < 1 || length > 12;
    switch (kind) {
      case 'fixed':
        return /^[A-Za-z0-9._-]{1,20}$/.test(value ?? '') ? [] : wrong('value', '应为字母、数字和 . _ -');
      case 'field':
        return rows === undefined || !Object.hasOwn(rows.sources, value ?? '')
          ? wrong('value', rows ? `应为：${Object.keys(rows.sources).join('、')}` : `${name}的编号不能取字段`)
          : tooLong
            ? wrong('length', '应为 1 到 12')
            : [];
      case 'date':
        return Object.hasOwn(dateParts, value ?? '')
          ? []
          : wrong('value', `应为：${Object.keys(dateParts).join('、')}`);
      default:
        return tooLong ? wrong('length', '应为 1 到 12') : [];
    }
  });
  if (found.length > 0) return found;
  if (segments.filter((segment) => segment.type === 'serial').length !== 1)
    return [{ index: null, column: '', message: '应有一个流水号，不能多也不能少' }];
  return sampleCode(segments, new Date(0).toISOString()).length > MAX_CODE
    ? [{ index: null, column: '', message: `编号最长 ${String(MAX_CODE)} 位` }]
    : [];
}

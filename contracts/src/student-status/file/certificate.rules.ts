import { formatCode, type Segment } from '../../system-setting/code-format.ts';

/** Scans of certificates, by the id of the certificate. */
export const CERTIFICATE_FILES = 'T_XJ_ZS';

/** Kinds of certificates (STUDENT-STATUS-07). */
export const certificateTypes = {
  '1': '毕业证书',
  '2': '学位证书',
  '3': '语言证书',
  '4': '职业资格',
  '5': '辅修证书',
  '9': '其他',
} as const;
export type CertificateType = keyof typeof certificateTypes;

/** What the ministry prescribes of a number: its parts, what it is called, and the levels of study by XTGL_PYCC. */
interface NationalForm {
  readonly name: string;
  readonly length: number;
  /** Its code rule, with a count of its own for each of what stands before the serial number. */
  readonly segments: readonly Segment[];
  readonly levels: Readonly<Record<string, string>>;
  /** Where the year and the level stand. */
  readonly year: readonly [number, number];
  readonly level: readonly [number, number];
}

const field = (value: string, length: number): Segment => ({ type: 'field', value, length });
const serial: Segment = { type: 'serial', value: null, length: 6 };
/** Ordinary higher education, among the kinds of schooling. */
const ORDINARY: Segment = { type: 'fixed', value: '1', length: null };

/**
 * 学历证书电子注册: 18 digits (school 5, kind 1, year 4, level 2, serial 6); 学位证书: 16 digits (school 5, level 1,
 * year 4, serial 6).
 */
const nationalForms: Readonly<Partial<Record<CertificateType, NationalForm>>> = {
  '1': {
    name: '毕业证书编号',
    length: 18,
    segments: [field('school', 5), ORDINARY, field('year', 4), field('level', 2), serial],
    levels: { '1': '01', '2': '02', '3': '05', '4': '06' },
    year: [6, 10],
    level: [10, 12],
  },
  '2': {
    name: '学位证书编号',
    length: 16,
    segments: [field('school', 5), field('level', 1), field('year', 4), serial],
    levels: { '1': '2', '2': '3', '3': '4' },
    year: [6, 10],
    level: [5, 6],
  },
};

/** The prescribed form of a kind's numbers; undefined: people write them as they are. */
export function nationalFormOf(type: string): NationalForm | undefined {
  return nationalForms[type as CertificateType];
}

/** Why a number is not of its kind's form; null when it is. `issueDate`: the number tells its year. */
export function certificateNumberProblem(type: string, number: string, issueDate: string | null): string | null {
  const form = nationalFormOf(type);
  if (!form) return null;
  if (!/^\d+$/.test(number) || number.length !== form.length) return `${form.name}应为${String(form.length)}位数字`;
  if (!Object.values(form.levels).includes(number.slice(...form.level))) return `${form.name}中的培养层次不对`;
  const year = number.slice(...form.year);
  return issueDate !== null && issueDate.slice(0, 4) !== year ? `编号中的年份 ${year} 与发证日期不一致` : null;
}

/** What a number of a prescribed form tells: the school's national code, level of study (XTGL_PYCC), year. */
interface CertificateFacts {
  readonly school: string;
  readonly level: string;
  readonly year: string;
}

/**
 * The number of a certificate by its form, and what numbers that are counted together begin with; null: there is no
 * such certificate of this level.
 */
export function certificateNumber(
  type: string,
  { school, level, year }: CertificateFacts,
  count: number,
): { number: string; prefix: string } | null {
  const form = nationalFormOf(type);
  const levelCode = form?.levels[level];
  if (!form || levelCode === undefined) return null;
  const { code, prefix } = formatCode(form.segments, {
    values: { school, level: levelCode, year },
    time: new Date(0).toISOString(),
    serial: count,
  });
  return { number: code, prefix };
}

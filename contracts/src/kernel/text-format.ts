import { isDay } from './fields.ts';
import { lessonsOf, PERIOD_FORMAT } from './period-text.ts';
import { parseWeeks, WEEKS_AT_MOST } from './week-text.ts';

/** Weights of the first 17 digits of a resident's id number, and its check characters (GB 11643). */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = '10X98765432';

/** Why a text is no id number of a resident (18 characters, GB 11643); null when it is one. */
export function idNumberProblem(text: string): string | null {
  if (!/^\d{17}[\dX]$/.test(text)) return '身份证号应为18位数字，末位可以是大写X';
  if (!isDay(birthOf(text))) return '身份证号中的出生日期不存在';
  const sum = WEIGHTS.reduce((all, weight, index) => all + weight * Number(text[index]), 0);
  return CHECKS[sum % 11] === text[17] ? null : '身份证号校验位不对，请核对';
}

/** The day of birth that an id number of a resident says. */
export function birthOf(idNumber: string): string {
  return `${idNumber.slice(6, 10)}-${idNumber.slice(10, 12)}-${idNumber.slice(12, 14)}`;
}

/** The sex that an id number of a resident says, by GB/T 2261.1. */
export function sexOf(idNumber: string): '1' | '2' {
  return Number(idNumber[16]) % 2 === 1 ? '1' : '2';
}

const matching = (pattern: RegExp, message: string) => (text: string) => (pattern.test(text) ? null : message);

/** Ways in which a text is written: each says what is wrong with a text, null when nothing is. */
export const textFormats = {
  /** Letters, digits and half-width signs: part of addresses and file names. */
  code: matching(/^[A-Za-z0-9._-]+$/, '只能使用英文字母、数字和 . _ -'),
  category: matching(/^[A-Z]+_[A-Z]+$/, '应为大写字母和一个下划线，如 XTGL_XB'),
  mobile: matching(/^1[3-9]\d{9}$/, '手机号应为11位数字，以1开头'),
  phone: matching(/^[\d+()\- ]{5,20}$/, '电话只能使用数字、空格和 + - ( )'),
  email: matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, '邮箱格式不对'),
  zipCode: matching(/^\d{6}$/, '邮编应为6位数字'),
  /** Any kind of document of identity; a resident's has a checksum, which the row's check asks for. */
  identity: matching(/^[A-Za-z0-9()-]{5,20}$/, '证件号只能使用英文字母、数字和 ( ) -'),
  bankCard: matching(/^\d{10,30}$/, '银行卡号应为10至30位数字'),
  schoolYear: (text: string) =>
    /^\d{4}-\d{4}$/.test(text) && Number(text.slice(5)) === Number(text.slice(0, 4)) + 1
      ? null
      : '学年格式应为 2026-2027',
  semester: matching(/^\d{4}-\d{4}-[123]$/, '学年学期格式应为 2026-2027-1'),
  clock: matching(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式应为 08:00'),
  year: matching(/^(19|2\d)\d{2}$/, '应为四位年份'),
  period: (text: string) => (lessonsOf(text).length > 0 ? null : PERIOD_FORMAT),
  /** Weeks of a semester, whose number the school sets: that is asked where the rows are stored. */
  weeks: (text: string) => {
    const weeks = parseWeeks(text, WEEKS_AT_MOST);
    return 'problem' in weeks ? weeks.problem : null;
  },
  month: matching(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/, '年月格式应为 YYYY-MM'),
} as const satisfies Readonly<Record<string, (text: string) => string | null>>;
export type TextFormat = keyof typeof textFormats;

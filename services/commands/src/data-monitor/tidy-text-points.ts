import { monitorGroup, severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { changeOf, type MonitorPoint } from './monitor-point.ts';

interface TidyTable {
  readonly code: string;
  readonly what: string;
  readonly table: string;
  readonly key: string;
  /** SQL of the unit that owns a row `checked`. */
  readonly unit: string;
  readonly name: string;
  readonly names: readonly string[];
  readonly codes: readonly string[];
}

/** Tables whose names and codes people type (MONITOR-25, 27…32). */
const tables: readonly TidyTable[] = [
  {
    code: 'XX01',
    what: '单位',
    table: 'department',
    key: 'dwh',
    unit: 'checked.dwh',
    name: 'dwmc',
    names: ['dwmc', 'dwjc'],
    codes: ['ywbm'],
  },
  {
    code: 'XX02',
    what: '专业',
    table: 'major',
    key: 'zydm',
    unit: 'checked.dwh',
    name: 'zymc',
    names: ['zymc'],
    codes: ['ywbm', 'gjzydm'],
  },
  {
    code: 'XX03',
    what: '年级专业',
    table: 'grade_major',
    key: 'njzydm',
    unit: 'checked.dwh',
    name: 'njzymc',
    names: ['njzymc'],
    codes: [],
  },
  {
    code: 'XX04',
    what: '行政班',
    table: 'class_info',
    key: 'bjdm',
    unit: 'checked.dwh',
    name: 'bjmc',
    names: ['bjmc'],
    codes: ['ywbm'],
  },
  {
    code: 'XX05',
    what: '教师',
    table: 'teacher',
    key: 'gh',
    unit: 'checked.dwh',
    name: 'xm',
    names: ['xm'],
    codes: ['ywbm'],
  },
  {
    code: 'XX06',
    what: '学生',
    table: 'student',
    key: 'student_code',
    unit: 'checked.dwh',
    name: 'student_name',
    names: ['student_name'],
    codes: ['student_number'],
  },
  {
    code: 'XX07',
    what: '课程',
    table: 'course',
    key: 'kch',
    unit: 'checked.kkxy',
    name: 'kcmc',
    names: ['kcmc'],
    codes: ['ywbm'],
  },
];

/** Blanks and full-width digits in names and codes: the row is found by nobody who types it properly. */
export const tidyTextPoints: readonly MonitorPoint[] = tables.map(
  ({ code, what, table, key, unit, name, names, codes }) => {
    const tidied = [
      ...names.map((column) => [column, `base.tidy_name(checked.${column})`] as const),
      ...codes.map((column) => [column, `base.tidy_code(checked.${column})`] as const),
    ];
    return {
      code,
      name: `${what}名称、代码含多余空格或全角字符`,
      group: monitorGroup.baseInfo,
      severity: severity.warning,
      fix: 'quick',
      table,
      page: null,
      remedy: '去掉多余空格，全角数字和字母改为半角；整理后会与其他行重复的保持原样',
      find: `select checked.${key} as key, base.tidy_name(checked.${name}) as name, ${unit} as unit,
          '名称或代码含多余空格或全角字符' as problem, ${changeOf(key, Object.fromEntries(tidied))} as change
      from base.${table} checked
      where ${tidied.map(([column, tidy]) => `checked.${column} is distinct from ${tidy}`).join(' or ')}`,
    };
  },
);

import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { yesNo } from '../kernel/yes-no.ts';

/** BASE-DATA-15 年级, by the year of entry. */
export const grade = defineResource({
  name: 'nj',
  loggedAs: 'grade',
  service: 'baseInfo',
  table: 'grade',
  key: 'njdm',
  called: 'njmc',
  fields: {
    njdm: field.formatted('年级代码', 'year', 4, {
      required: true,
      fixed: true,
      list: 120,
      hint: '入学年份，如 2026',
    }),
    njmc: field.text('年级名称', 20, { required: true, search: true, list: 'auto' }),
    rxrq: field.date('入学日期', { list: 140 }),
    sfzx: field.yesNo('在校', { initial: yesNo.yes, list: 100 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'njdm', descending: true }],
  unique: [{ fields: ['njmc'], message: '年级名称已存在' }],
  check: ({ njdm, rxrq }) =>
    rxrq !== null && !rxrq.startsWith(njdm) ? [{ field: 'rxrq', message: '入学日期应在年级代码的年份内' }] : [],
  empty: '还没有年级。',
});

const DAY_MS = 86_400_000;
/** Weeks from a day to another, both included; the last may be a part. */
const weeksOf = (from: string, to: string): number =>
  Math.ceil((Date.parse(to) - Date.parse(from) + DAY_MS) / (7 * DAY_MS));

/**
 * BASE-DATA-16 学年学期. Year, term and name follow from the key. The current one is switched, and a past one archived,
 * by commands of their own; rows of an archived semester are read-only (C8).
 */
export const semester = defineResource({
  name: 'semester',
  service: 'baseInfo',
  table: 'semester',
  key: 'xnxq',
  called: 'xnxqmc',
  fields: {
    xnxq: field.formatted('学年学期', 'semester', 11, {
      required: true,
      fixed: true,
      list: 188,
      hint: '学年与学期，如 2026-2027-1；小学期为 3',
    }),
    xnzj: field.text('学年', 9, { readOnly: true, search: true }),
    xqm: field.dictionary('学期', 'XTGL_XQM', { readOnly: true, shownAs: 'xqmc' }),
    xnxqmc: field.text('名称', 40, { readOnly: true, list: 'auto' }),
    ksrq: field.date('起始日期', { required: true, list: 106, hint: '第一周的星期一' }),
    jsrq: field.date('结束日期', { required: true, list: 106 }),
    zs: field.integer('学期最大周数', [1, 30], { required: true, list: 120, initial: 20 }),
    sfdqxq: field.yesNo('当前学期', { readOnly: true, list: 90 }),
    sfgd: field.yesNo('已归档', { readOnly: true, list: 80 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'xnxq', descending: true }],
  check: ({ xnxq, ksrq, jsrq, zs }) => [
    ...(Number(xnxq.slice(5, 9)) === Number(xnxq.slice(0, 4)) + 1
      ? []
      : [{ field: 'xnxq', message: '学年的两个年份应相连' }]),
    ...(new Date(ksrq).getUTCDay() === 1 ? [] : [{ field: 'ksrq', message: '起始日期应为星期一' }]),
    ...(jsrq > ksrq
      ? zs > weeksOf(ksrq, jsrq)
        ? [{ field: 'zs', message: `起止日期之间只有${String(weeksOf(ksrq, jsrq))}周` }]
        : []
      : [{ field: 'jsrq', message: '结束日期应晚于起始日期' }]),
  ],
  empty: '还没有学年学期。请先新增一个，再设为当前学期。',
});

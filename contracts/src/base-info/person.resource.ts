import { field } from '../kernel/resource-field.ts';
import type { FieldError } from '../kernel/envelope.ts';
import { defineResource } from '../kernel/resource.ts';
import { birthOf, idNumberProblem, sexOf } from '../kernel/text-format.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { REGIONS } from './region.operations.ts';
import { ON_JOB } from './teacher.operations.ts';

/** A resident's id card among the kinds of documents (XTGL_SFZJLX). */
export const RESIDENT_CARD = '1';
/** The sexes that an id number can say (XTGL_XB); the other codes leave it open. */
const TOLD_SEXES: readonly string[] = ['1', '2'];

type Identity = { type: string | null; number: string | null; birth: string | null; sex: string };

/** An id number has its kind, and a resident's agrees with itself, with the day of birth and with the sex. */
export function identityErrors(
  { type, number, birth, sex }: Identity,
  names: Readonly<Record<keyof Identity, string>>,
): FieldError[] {
  if (number === null) return [];
  if (type === null) return [{ field: names.type, message: '填写证件号时应选择证件类型' }];
  if (type !== RESIDENT_CARD) return [];
  const problem = idNumberProblem(number);
  if (problem !== null) return [{ field: names.number, message: problem }];
  return [
    ...(birth !== null && birthOf(number) !== birth
      ? [{ field: names.birth, message: `与身份证号中的出生日期 ${birthOf(number)} 不一致` }]
      : []),
    ...(TOLD_SEXES.includes(sex) && sexOf(number) !== sex
      ? [{ field: names.sex, message: '与身份证号中的性别不一致' }]
      : []),
  ];
}

/** BASE-DATA-22 教师, with other staff. */
export const teacher = defineResource({
  name: 'teacher',
  service: 'baseInfo',
  table: 'teacher',
  key: 'gh',
  called: 'xm',
  fields: {
    ywbm: field.text('工号', 20, { required: true, search: true, list: 110, group: '基本信息' }),
    xm: field.text('姓名', 60, { required: true, search: true, list: 110 }),
    xmpy: field.text('拼音', 60, { search: true }),
    xbm: field.dictionary('性别', 'XTGL_XB', { required: true, list: 70, shownAs: 'xb' }),
    csrq: field.date('出生日期', { personal: 'birth' }),
    sfzjlxm: field.dictionary('证件类型', 'XTGL_SFZJLX', { shownAs: 'sfzjlxmc' }),
    sfzjh: field.formatted('证件号', 'identity', 20, { personal: 'idNumber' }),
    mzm: field.dictionary('民族', 'XTGL_MZ', { shownAs: 'mzmc' }),
    zzmmm: field.dictionary('政治面貌', 'XTGL_ZZMM', { shownAs: 'zzmmmc' }),
    zgxlm: field.dictionary('最高学历', 'XTGL_XL', { shownAs: 'zgxlmc' }),
    zgxwm: field.dictionary('最高学位', 'XTGL_XW', { shownAs: 'zgxwmc' }),
    dwh: field.reference('所在单位', 'department', {
      required: true,
      search: true,
      list: 'auto',
      shownAs: 'dwmc',
      group: '任职',
    }),
    zcm: field.dictionary('职称', 'XTGL_ZC', { search: true, list: 100, shownAs: 'zcmc' }),
    xqdm: field.reference('校区', 'campus', { shownAs: 'xqmc' }),
    jzglbm: field.dictionary('教职工类别', 'XTGL_JZGLB', { list: 110, shownAs: 'jzglbmc' }),
    dqztm: field.dictionary('当前状态', 'XTGL_JZGDQZT', {
      required: true,
      search: true,
      list: 90,
      state: true,
      initial: ON_JOB,
      shownAs: 'dqztmc',
    }),
    lxrq: field.date('来校日期', {}),
    sfwp: field.yesNo('外聘', {}),
    sfrk: field.yesNo('可任课', { initial: yesNo.yes, list: 80 }),
    sjh: field.formatted('手机', 'mobile', 11, { personal: 'phone', group: '联系方式' }),
    dzxx: field.formatted('邮箱', 'email', 60, { personal: 'email' }),
  },
  order: [{ by: 'ywbm' }],
  scope: { DW: 'dwh' },
  unique: [
    { fields: ['ywbm'], message: '工号已存在' },
    { fields: ['sfzjh'], message: '该证件号已有教职工', unlessEmpty: true },
  ],
  check: ({ sfzjlxm, sfzjh, csrq, xbm }) =>
    identityErrors(
      { type: sfzjlxm, number: sfzjh, birth: csrq, sex: xbm },
      { type: 'sfzjlxm', number: 'sfzjh', birth: 'csrq', sex: 'xbm' },
    ),
  empty: '还没有教师。请先建立单位。',
  note: '离校的教师不删除：改变当前状态即可，历史保留。',
});

const fromClass = { readOnly: true, follows: 'bjdm', search: true } as const;

/**
 * STUDENT-STATUS-05 学生信息. Grade-major, unit, grade, major and campus are those of the class; the status changes by
 * status changes alone.
 */
export const student = defineResource({
  name: 'studentInfo',
  loggedAs: 'student',
  service: 'student',
  table: 'student',
  key: 'studentCode',
  called: 'studentName',
  fields: {
    studentNumber: field.text('学号', 20, { required: true, search: true, list: 112, group: '学籍' }),
    studentName: field.text('姓名', 60, { required: true, search: true, list: 92 }),
    namePinyin: field.text('拼音', 60, { search: true, column: 'xmpy' }),
    sexCode: field.dictionary('性别', 'XTGL_XB', {
      required: true,
      search: true,
      list: 70,
      column: 'xbm',
      shownAs: 'sexName',
    }),
    bjdm: field.reference('行政班', 'classInfo', {
      required: true,
      search: true,
      list: 126,
      shownAs: 'administrativeClassName',
    }),
    njzydm: field.reference('年级专业', 'gradeMajor', { ...fromClass, list: 'auto', shownAs: 'gradeMajorName' }),
    grade: field.reference('年级', 'grade', { ...fromClass, column: 'njdm' }),
    departmentId: field.reference('院系', 'department', { ...fromClass, list: 150, column: 'dwh' }),
    majorId: field.reference('专业', 'major', { ...fromClass, column: 'zydm' }),
    schoolZone: field.reference('校区', 'campus', { ...fromClass, column: 'xqdm' }),
    studentType: field.dictionary('学生类别', 'XTGL_XSLB', {
      required: true,
      search: true,
      column: 'xslbdm',
    }),
    studentStatus: field.dictionary('学籍状态', 'XTGL_XSDQZT', {
      readOnly: true,
      search: true,
      list: 90,
      state: true,
      column: 'dqztm',
    }),
    enrollDate: field.date('入学日期', {}),
    admitType: field.dictionary('录取类别', 'XJ_LQLB', {}),
    examineeNumber: field.formatted('考生号', 'code', 14, { search: true }),
    sourcePlace: field.dictionary('生源地', REGIONS, {}),
    idType: field.dictionary('证件类型', 'XTGL_SFZJLX', { group: '身份' }),
    idNumber: field.formatted('证件号', 'identity', 20, { personal: 'idNumber' }),
    birthDate: field.date('出生日期', { personal: 'birth' }),
    nationCode: field.dictionary('民族', 'XTGL_MZ', {}),
    nativePlace: field.dictionary('籍贯', REGIONS, {}),
    politicalCode: field.dictionary('政治面貌', 'XTGL_ZZMM', {}),
    healthCode: field.dictionary('健康状况', 'XTGL_JKZK', { personal: 'health' }),
    maritalCode: field.dictionary('婚姻状况', 'XTGL_HYZK', { personal: 'other' }),
    englishName: field.text('英文姓名', 100, {}),
    formerName: field.text('曾用名', 60, {}),
    mobile: field.formatted('手机', 'mobile', 11, { personal: 'phone', group: '联系方式' }),
    email: field.formatted('邮箱', 'email', 60, { personal: 'email' }),
    address: field.text('家庭住址', 120, { personal: 'address' }),
    zipCode: field.formatted('邮编', 'zipCode', 6, {}),
    dormitory: field.text('宿舍', 40, {}),
    emergencyName: field.text('紧急联系人', 60, { personal: 'other' }),
    emergencyPhone: field.formatted('紧急联系电话', 'phone', 20, { personal: 'phone' }),
    bankCard: field.formatted('银行卡号', 'bankCard', 30, { personal: 'bank' }),
  },
  order: [{ by: 'studentNumber' }],
  scope: {
    NJ: 'grade',
    XQ: 'schoolZone',
    XSLB: 'studentType',
    DW: 'departmentId',
    ZY: 'majorId',
    XZB: 'bjdm',
  },
  unique: [
    { fields: ['studentNumber'], message: '学号已存在' },
    { fields: ['idNumber'], message: '该证件号已有学生', unlessEmpty: true },
    { fields: ['examineeNumber'], message: '该考生号已有学生', unlessEmpty: true },
  ],
  check: ({ idType, idNumber, birthDate, sexCode }) =>
    identityErrors(
      { type: idType, number: idNumber, birth: birthDate, sex: sexCode },
      { type: 'idType', number: 'idNumber', birth: 'birthDate', sex: 'sexCode' },
    ),
  empty: '还没有学生。请先建立行政班。',
});

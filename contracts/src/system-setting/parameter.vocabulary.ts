import { dateTimeText } from '../kernel/fields.ts';
import { numberProblem } from '../kernel/number-text.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { effectiveRuleNames } from '../score/score-rules.ts';
import {
  address,
  isImageText,
  MAX_IMAGE,
  parameterType,
  publicParameters,
  type Parameter,
  type ParameterOption,
} from './public-parameter.vocabulary.ts';

const { text, number, yesNo: flag, image, option } = parameterType;
const score = { group: '成绩' } as const;

/** Every parameter that programs read (SYSADMIN-03), with its only default. */
export const parameters = {
  ...publicParameters,
  SMDLDZ: { group: '登录', title: '扫码登录地址', type: text, initial: '', empty: '不提供扫码登录', check: address },
  XJ_ZZYCS: { group: '学籍', title: '在校期间可转专业次数', type: number, initial: '1', range: [1, 9] },
  CJ_JGX: { ...score, title: '及格线', type: number, initial: '60', range: [1, 100] },
  CJ_BKFDX: {
    ...score,
    title: '补考及格封顶分（空为不封顶）',
    type: number,
    initial: '60',
    empty: '不封顶',
    range: [0, 100],
  },
  CJ_CXFDX: {
    ...score,
    title: '重修及格封顶分（空为不封顶）',
    type: number,
    initial: '',
    empty: '不封顶',
    range: [0, 100],
  },
  CJ_BKCS: { ...score, title: '每门课程可补考次数', type: number, initial: '1', range: [0, 9] },
  CJ_YXGZ: {
    ...score,
    title: '有效成绩规则',
    type: option,
    initial: 'ZGF',
    options: Object.entries(effectiveRuleNames).map(([code, name]) => ({ code, name })),
  },
  CJ_YZDZ: {
    ...score,
    title: '成绩单验证网址（空：按 PUBLIC_ORIGIN，两者皆空则只印验证码）',
    type: text,
    initial: '',
    empty: '按运行参数 PUBLIC_ORIGIN',
    check: address,
  },
  CJ_CKPJ: { ...score, title: '按成绩查询控制要求先评教再看成绩', type: flag, initial: yesNo.yes },
  RDSXXF: { ...score, title: '认定学分上限百分比', type: number, initial: '50', range: [0, 100] },
  XJ_XXDCYX: { group: '学籍', title: '一次休学最长月数', type: number, initial: '12', range: [1, 60] },
  XJ_XXZDNX: { group: '学籍', title: '累计休学最长月数', type: number, initial: '24', range: [1, 120] },
  GXK_JSMSSX: {
    group: '选课与公选课',
    title: '教师每学期公选课申报门数上限',
    type: number,
    initial: '3',
    range: [0, 99],
  },
  XKKSSJ: {
    group: '选课与公选课',
    title: '选课开始时间',
    type: text,
    initial: '',
    empty: '没有选课轮次',
    isTime: true,
  },
  XKJSSJ: {
    group: '选课与公选课',
    title: '选课结束时间',
    type: text,
    initial: '',
    empty: '没有选课轮次',
    isTime: true,
  },
  XJ_QJTS: { group: '学籍', title: '辅导员可批准的请假天数', type: number, initial: '3', range: [1, 30] },
  XJ_QJXX: { group: '学籍', title: '一学期累计请假超过多少天建议休学', type: number, initial: '42', range: [1, 200] },
  XJ_DCDY: { group: '学籍', title: '学生等次中德育成绩的权重', type: number, initial: '20', range: [0, 100] },
  XJ_DCXY: { group: '学籍', title: '学生等次中学业成绩的权重', type: number, initial: '70', range: [0, 100] },
  XJ_DCTY: { group: '学籍', title: '学生等次中体育成绩的权重', type: number, initial: '10', range: [0, 100] },
  XJ_QFZC: { group: '学籍', title: '有欠费不能注册（绿色通道除外）', type: flag, initial: yesNo.no },
  XJ_BNXH: {
    group: '学籍',
    title: '教学班名单和成绩录入按行政班和班内序号排列（否则按学号）',
    type: flag,
    initial: yesNo.no,
  },
  XJ_WZCX: { group: '学籍', title: '逾期未注册的学生不能选课和报名', type: flag, initial: yesNo.yes },
  SP_CBTS: { group: '审批', title: '审批催办天数', type: number, initial: '3', range: [1, 365] },
  SP_CSTS: { group: '审批', title: '审批超时天数', type: number, initial: '7', range: [1, 365] },
  FJ_MRGS: { group: '附件', title: '每人每天上传附件个数上限', type: number, initial: '200', range: [0, 100_000] },
  FJ_MRDX: {
    group: '附件',
    title: '每人每天上传附件总大小上限（MB）',
    type: number,
    initial: '500',
    range: [0, 1_000_000],
  },
  XXDM: {
    group: '学籍',
    title: '学校代码（教育部五位，证书编号用）',
    type: text,
    initial: '',
    empty: '证书编号须手工填写',
    check: (value) => (/^\d{5}$/.test(value) ? null : '学校代码应为5位数字'),
  },
  GWCZ_EJQR: { group: '其他', title: '高危操作须另一人确认', type: flag, initial: yesNo.no },
  XQZDZS: { group: '教学周', title: '学期最大周数', type: number, initial: '25', range: [1, 30] },
} as const satisfies Readonly<Record<string, Parameter>>;
export type ParameterCode = keyof typeof parameters;

/** The declaration of a parameter; undefined for one that a school has for itself. */
export function parameterOf(code: string): Parameter | undefined {
  return Object.hasOwn(parameters, code) ? parameters[code as ParameterCode] : undefined;
}

/** Rows that every school starts with. */
export const parameterRows = Object.entries(parameters).map(([paramCode, declared], index) => {
  const { title, type, initial, group, options = [], isPublic }: Parameter = declared;
  return {
    paramCode,
    paraName: title,
    paraValue: initial,
    paraType: type,
    paraOptions: options,
    groupName: group,
    isPublic: isPublic ? yesNo.yes : yesNo.no,
    sortNum: index + 1,
  };
});

/** Longest text of a parameter that says nothing else. */
const MAX_TEXT = 500;
/** What is wrong with a value of a parameter, by its kind; null when nothing is. */
export function parameterProblem(
  row: { readonly paramCode: string; readonly paraType: string; readonly paraOptions: readonly ParameterOption[] },
  value: string,
): string | null {
  const {
    empty,
    range = [-1e9, 1e9],
    max = MAX_TEXT,
    check,
    isTime,
  }: Partial<Parameter> = parameterOf(row.paramCode) ?? {
    empty: '',
  };
  if (value === '') return empty === undefined ? '必填' : null;
  switch (row.paraType) {
    case number:
      return numberProblem(value, { places: 0, min: range[0], max: range[1] });
    case flag:
      return value === yesNo.yes || value === yesNo.no ? null : '只能是或否';
    case image:
      if (value.length > MAX_IMAGE) return '图片不能超过 500 KB';
      return isImageText(value) ? null : '应为 PNG、JPEG、WebP、GIF 或 SVG 图片';
    case option:
      return row.paraOptions.some(({ code }) => code === value) ? null : '不在选项之中';
    default:
      if (isTime) return dateTimeText.safeParse(value).success ? null : '时间格式应为 2026-09-01 08:00:00';
      return value.length > max ? `最多 ${String(max)} 个字符` : (check?.(value) ?? null);
  }
}

/** A value in words, as a person reads it before and after a change. */
export function parameterText(
  row: { readonly paraType: string; readonly paraOptions: readonly ParameterOption[] },
  value: string,
): string {
  if (value === '') return '（空）';
  if (row.paraType === flag) return value === yesNo.yes ? '是' : '否';
  if (row.paraType === image) return `图片（${String(Math.max(1, Math.round((value.length * 3) / 4 / 1024)))} KB）`;
  return row.paraOptions.find(({ code }) => code === value)?.name ?? value;
}

import { yesNo } from '../kernel/yes-no.ts';

/** Kinds of parameters (`paraType`). */
export const parameterType = { text: '1', number: '2', yesNo: '3', image: '4', option: '5' } as const;
export type ParameterType = (typeof parameterType)[keyof typeof parameterType];
export const parameterTypeNames = {
  [parameterType.text]: '文本',
  [parameterType.number]: '数字',
  [parameterType.yesNo]: '是否',
  [parameterType.image]: '图片',
  [parameterType.option]: '选项',
} as const satisfies Record<ParameterType, string>;

/** One choice of a parameter that has some. */
export type ParameterOption = { readonly code: string; readonly name: string };

/** A parameter that programs read. */
export interface Parameter {
  readonly title: string;
  readonly group: ParameterGroup;
  readonly type: ParameterType;
  /** What a school starts with. */
  readonly initial: string;
  /** What an empty value means; undefined: it must not be empty. */
  readonly empty?: string;
  /** Whoever has not signed in may read it. */
  readonly isPublic?: true;
  /** Of numbers. */
  readonly range?: readonly [min: number, max: number];
  readonly options?: readonly ParameterOption[];
  /** Of texts: longest, and what is wrong with one. */
  readonly max?: number;
  readonly check?: (value: string) => string | null;
  /** A text that is a moment in school time. */
  readonly isTime?: true;
}

/** Groups of parameters, in the order in which the page shows them. */
export const parameterGroups = [
  '登录页与外观',
  '登录',
  '成绩',
  '学籍',
  '选课与公选课',
  '学籍',
  '审批',
  '附件',
  '教学周',
  '其他',
] as const;
export type ParameterGroup = (typeof parameterGroups)[number];

const { text, yesNo: flag, image } = parameterType;
const appearance = { group: '登录页与外观', isPublic: true } as const;
const drawn = '系统自带的图案';

/** What is wrong with an address of a site. */
export const address = (value: string): string | null =>
  /^https?:\/\/\S+$/.test(value) && URL.canParse(value) ? null : '应为 http:// 或 https:// 开头的网址';

/**
 * Parameters that whoever has not signed in may read: texts, pictures and switches of the login page and the shell
 * (LOGIN-09…22), each with its only default. In a file of their own, because the login page loads nothing else.
 */
export const publicParameters = {
  schoolName: { ...appearance, title: '学校名称', type: text, initial: '教务系统', max: 30 },
  schoolEnglishName: { ...appearance, title: '学校英文名称', type: text, initial: '', empty: '不印英文校名', max: 100 },
  dlbt: { ...appearance, title: '登录页标题', type: text, initial: '教务系统', max: 40 },
  zxx: { ...appearance, title: '登录页左侧标语', type: text, initial: '厚德博学', max: 40 },
  yxx: { ...appearance, title: '登录页右侧标语', type: text, initial: '笃行致远', max: 40 },
  COPYRIGHT: { ...appearance, title: '版权信息', type: text, initial: '版权所有 © 教务处', max: 100 },
  xxlogo: { ...appearance, title: '学校标志', type: image, initial: '', empty: drawn },
  cdlogo: { ...appearance, title: '菜单标志', type: image, initial: '', empty: drawn },
  dlybj: { ...appearance, title: '登录页背景', type: image, initial: '', empty: drawn },
  dlnybj: { ...appearance, title: '登录框背景', type: image, initial: '', empty: '纯色' },
  sybj: { ...appearance, title: '首页背景', type: image, initial: '', empty: drawn },
  LOGIN_VRIFY: { group: '登录', isPublic: true, title: '登录滑块验证', type: flag, initial: yesNo.yes },
  XSFWDZ: {
    group: '登录',
    isPublic: true,
    title: '学生服务地址',
    type: text,
    initial: '',
    empty: '页头没有这个链接',
    check: address,
  },
} as const satisfies Readonly<Record<string, Parameter>>;

/** Characters of a picture at most: what fits into one call, half a megabyte of picture. */
export const MAX_IMAGE = 700_000;

/** Whether a text is a picture that pages can show. */
export function isImageText(value: string): boolean {
  return value.length <= MAX_IMAGE && /^data:image\/(png|jpeg|webp|gif|svg\+xml);base64,[A-Za-z0-9+/]+=*$/.test(value);
}

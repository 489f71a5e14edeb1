import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { FOR_SIGN_IN } from './session.vocabulary.ts';

const open = { public: '登录页在登录之前就要显示' } as const;
const none = z.object({});
/** An image as a data URL; empty: the page draws its own (LOGIN-11). */
const image = z.string();

/**
 * Texts, images and switches of the login page and the shell, each with its default when the school set none (LOGIN-09,
 * LOGIN-11, LOGIN-12). Field names are the parameters' codes.
 */
export const appearance = z.object({
  schoolName: z.string(),
  dlbt: z.string(),
  zxx: z.string(),
  yxx: z.string(),
  COPYRIGHT: z.string(),
  LOGIN_VRIFY: z.string(),
  XSFWDZ: z.string(),
  /** Background of the login page, and of its card. */
  dlybj: image,
  dlnybj: image,
  /** Background of the home page. */
  sybj: image,
  /** Logo of the school (login page) and of the menu. */
  xxlogo: image,
  cdlogo: image,
});
export type Appearance = z.output<typeof appearance>;

/** Who reads a part of the appearance by itself; the pages read all of it at once. */
const partReaders = 'Other sites of the school that show a part of its appearance.';

/** LOGIN-20: all of it at once, what the pages read. */
export const systemSet = defineOperation({
  id: 'sysSet.systemSet',
  method: 'GET',
  path: '/system/sysSet/systemSet',
  access: open,
  alwaysOn: FOR_SIGN_IN,
  summary: '登录页与外观设置',
  input: none,
  output: appearance,
});
/** LOGIN-14. */
export const schoolLogo = defineOperation({
  id: 'sysSet.schoolLogo',
  method: 'GET',
  path: '/system/sysSet/schoolLogo',
  access: open,
  summary: '学校标志',
  calledBy: partReaders,
  input: none,
  output: appearance.pick({ schoolName: true, xxlogo: true }),
});
/** LOGIN-15. */
export const menuLogo = defineOperation({
  id: 'sysSet.menuLogo',
  method: 'GET',
  path: '/system/sysSet/menuLogo',
  access: open,
  summary: '菜单标志',
  calledBy: partReaders,
  input: none,
  output: appearance.pick({ schoolName: true, cdlogo: true }),
});
/** LOGIN-16. */
export const loginBackground = defineOperation({
  id: 'sysSet.loginBackground',
  method: 'GET',
  path: '/system/sysSet/loginBackground',
  access: open,
  summary: '登录页背景',
  calledBy: partReaders,
  input: none,
  output: appearance.pick({ dlybj: true, dlnybj: true }),
});
/** LOGIN-17. */
export const systemTitle = defineOperation({
  id: 'sysSet.title',
  method: 'GET',
  path: '/system/sysSet/title',
  access: open,
  summary: '系统标题',
  calledBy: partReaders,
  input: none,
  output: appearance.pick({ dlbt: true }),
});
/** LOGIN-18. */
export const mottos = defineOperation({
  id: 'sysSet.mottos',
  method: 'GET',
  path: '/system/sysSet/mottos',
  access: open,
  summary: '左右标语',
  calledBy: partReaders,
  input: none,
  output: appearance.pick({ zxx: true, yxx: true }),
});
/** LOGIN-19. */
export const mainBackground = defineOperation({
  id: 'sysSet.mainBackground',
  method: 'GET',
  path: '/system/sysSet/mainBackground',
  access: open,
  summary: '首页背景',
  calledBy: partReaders,
  input: none,
  output: appearance.pick({ sybj: true }),
});

const parameter = z.object({ paramCode: z.string(), paraName: z.string(), paraValue: z.string() });

/**
 * CLIENT-19: one parameter by its code. Without a session only those that are public; others are 53000010 then.
 * NOT_FOUND when there is none.
 */
export const parameterByCode = defineOperation({
  id: 'sysSet.selectByParamCode',
  method: 'GET',
  path: '/system/sysSet/selectByParamCode',
  access: { public: '登录之前要读取登录参数；其他参数须先登录' },
  summary: '按编码读取参数',
  calledBy: 'Programs that read one parameter by its code; pages read by name.',
  input: z.object({ paramCode: z.string().min(1, '请输入参数编码').max(50, '最多 50 个字符') }),
  output: parameter,
});
/** CLIENT-20: one parameter by its name, such as 学期最大周数. NOT_FOUND when there is none. */
export const parameterByName = defineOperation({
  id: 'sysSet.selectByParaName',
  method: 'GET',
  path: '/system/sysSet/selectByParaName',
  access: { signedIn: '各页面按名称读取系统参数' },
  summary: '按名称读取参数',
  input: z.object({ paraName: z.string().min(1, '请输入参数名称').max(100, '最多 100 个字符') }),
  output: parameter,
});

/**
 * LOGIN-21: whether the login page offers signing in by scanning a code, and where. Off unless the school set an
 * address.
 */
export const qrCheck = defineOperation({
  id: 'session.qrCheck',
  method: 'GET',
  path: '/qrCode/check',
  access: open,
  summary: '扫码登录是否启用',
  input: none,
  output: z.object({ enabled: z.enum(yesNo), url: z.string() }),
});

export const appearanceOperations = [
  systemSet,
  schoolLogo,
  menuLogo,
  loginBackground,
  systemTitle,
  mottos,
  mainBackground,
  parameterByCode,
  parameterByName,
  qrCheck,
] as const;

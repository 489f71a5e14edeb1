import { z } from 'zod';
import { commandId, dateTimeText } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

/** The signed-in person, as the shell needs it. */
export const currentUserView = z.object({
  userName: z.string(), name: z.string(), roleNames: z.array(z.string()), roleCodes: z.array(z.string()), kind: z.string(), departmentName: z.string().nullable(),
  gh: z.string().nullable(), permissions: z.array(z.string()), semester: z.string(), semesterName: z.string(), week: z.number().int().nullable(),
  sso: z.string(), csrfSecret: z.string(), serverTime: dateTimeText,
});
export type CurrentUserView = z.output<typeof currentUserView>;

export const login = defineOperation({
  id: 'session.login', method: 'POST', path: '/login', access: { public: '登录之前没有会话' }, summary: '登录', encoding: 'form', failureText: '账号或密码错误！',
  input: z.object({
    userName: z.string().trim().min(1, '请输入用户名').max(64, '最多64个字符'), token: z.string().min(1, '请输入密码').max(512),
    vrifyCode: z.string().max(10).optional(), pattern: z.string().max(20).default('manager-login'), timestamp: z.string().max(20).optional(), uuid: z.string().max(64).optional(),
  }),
  output: currentUserView,
});
export const logout = defineOperation({ id: 'session.logout', method: 'GET', path: '/logout', access: { public: '会话已失效时也能退出' }, summary: '退出登录', input: z.object({}), output: z.object({}) });
export const currentUser = defineOperation({ id: 'session.current', method: 'GET', path: '/system/user/current', access: { signedIn: '读取自己的信息' }, summary: '当前用户、权限与学期', input: z.object({}), output: currentUserView });
/** Captcha image, as an SVG data URL; only asked for after a failed login (LOGIN-13, 23). */
export const captcha = defineOperation({ id: 'session.captcha', method: 'GET', path: '/captcha', access: { public: '登录之前没有会话' }, summary: '验证码图片', input: z.object({ pattern: z.string().max(20).optional(), uuid: z.string().min(8).max(64) }), output: z.object({ image: z.string() }) });
/** Texts and pictures of the login page and shell, with defaults (LOGIN-09…22). */
export const publicSettings = defineOperation({
  id: 'system.publicSettings', method: 'GET', path: '/system/sysSet/public', access: { public: '登录页在登录之前就要显示' }, summary: '登录页与外观设置',
  input: z.object({}), output: z.object({ schoolName: z.string(), dlbt: z.string(), zxx: z.string(), yxx: z.string(), COPYRIGHT: z.string(), LOGIN_VRIFY: z.string() }),
});
export const changePasswordOperation = defineOperation({
  id: 'user.updatePassword', method: 'POST', path: '/system/user/updatePassword', access: { signedIn: '修改自己的密码' }, summary: '修改密码', encoding: 'form', outcome: 'modify',
  input: z.object({ commandId, oldToken: z.string().min(1, '请输入原密码！'), newToken: z.string().min(1, '请输入新密码！'), confirmToken: z.string().min(1, '请再次输入密码！') }), output: z.object({}),
});

export const sessionOperations = [login, logout, currentUser, captcha, publicSettings, changePasswordOperation] as const;

import type { SupervisorConfig } from './supervisor.config.ts';

/** The people of the demo university who can sign in, in the order of the main job. */
const demoAccounts = [
  ['admin', '管理员'],
  ['teacher1', '教师'],
  ['teacher2', '教师'],
  ['dean1', '院系审核'],
  ['registrar1', '教务处审核'],
  ['auditor1', '审计'],
  ['clerk1', '成绩认定'],
  ['office1', '教务处办公室'],
] as const;
const demoPassword = 'Jwxt@2026';

/** The last line of a start: where to open the page and, with the demo university, who can sign in. */
export function welcomeLine(config: Pick<SupervisorConfig, 'HOST'>, port: number, demo: boolean): string {
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(config.HOST) ? 'localhost' : config.HOST;
  const where = `教务系统已启动，请用浏览器打开 http://${host}:${port}`;
  if (!demo) return where;
  const people = demoAccounts.map(([userName, role]) => `${userName}（${role}）`).join('、');
  return `${where}　演示账号：${people}，密码均为 ${demoPassword}`;
}

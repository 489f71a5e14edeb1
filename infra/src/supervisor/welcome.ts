import { demoPassword, namedAccounts } from '../demo/account.ts';
import type { SupervisorConfig } from './supervisor.config.ts';

/** The last line of a start: where to open the page and, with the demo university, who can sign in. */
export function welcomeLine(config: Pick<SupervisorConfig, 'HOST'>, port: number, demo: boolean): string {
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(config.HOST) ? 'localhost' : config.HOST;
  const where = `教务系统已启动，请用浏览器打开 http://${host}:${port}`;
  if (!demo) return where;
  const people = namedAccounts.map(({ userName, purpose }) => `${userName}（${purpose}）`).join('、');
  return `${where}　演示账号，密码均为 ${demoPassword}：${people}`;
}

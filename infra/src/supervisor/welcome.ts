import { demoPassword, namedAccounts } from '../demo/account.ts';
import { noAdministratorText } from '../base-data/administrator.ts';
import type { SupervisorConfig } from './supervisor.config.ts';
import type { Started } from './system.ts';

/** The last line of a start: where to open the page and who can sign in. */
export function welcomeLine(
  config: Pick<SupervisorConfig, 'HOST' | 'TLS_CERT_FILE'>,
  { port, demo, administrated }: Started,
): string {
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(config.HOST) ? 'localhost' : config.HOST;
  const where = `教务系统已启动，请用浏览器打开 http${config.TLS_CERT_FILE === undefined ? '' : 's'}://${host}:${port}`;
  if (!administrated) return `${where}　${noAdministratorText}`;
  if (!demo) return where;
  const people = namedAccounts.map(({ userName, purpose }) => `${userName}（${purpose}）`).join('、');
  return `${where}　演示账号，密码均为 ${demoPassword}：${people}`;
}

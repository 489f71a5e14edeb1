import type { HealthReport, HealthState } from '@jwxt/infra/runtime/health.ts';

export type ServiceState = 'up' | 'degraded' | 'down' | 'away' | 'unknown';

/** What an administrator reads. */
export const serviceStateNames: Record<ServiceState, string> = {
  up: '正常',
  degraded: '部分受限',
  down: '未就绪',
  away: '无响应',
  unknown: '未知',
};

/** What a probe that is not up means, by its name. */
const probeTexts: Record<string, string> = {
  database: '数据库无响应',
  eventStore: '事件库无响应',
  notices: '数据库通知中断，正在重连，页面更新会变慢',
  commands: '连不上命令服务，暂时不能提交',
  projections: '连不上投影服务，读到的数据暂不更新',
  policies: '自动处理受阻',
  readModels: '有读模型不在服务中',
  lag: '读模型落后过多',
  drain: '正在停止',
};

/** How a service is, by its own word; `away` without one. */
export function stateOf(health: HealthReport | null): ServiceState {
  if (!health) return 'away';
  if (!health.ready) return 'down';
  return Object.values(health.checks).some(({ status }) => status !== 'up') ? 'degraded' : 'up';
}

/** Why it is not simply well, one sentence each. */
export function reasonsOf(health: HealthReport | null): string[] {
  if (!health) return ['没有应答，通常会自动重启；若一直如此，请查看日志'];
  return Object.entries(health.checks)
    .filter(([, { status }]) => status !== 'up')
    .flatMap(([name, state]) => textsOf(name, state));
}

function textsOf(name: string, { detail }: HealthState): string[] {
  if (Array.isArray(detail) && detail.every((line) => typeof line === 'string')) return detail;
  const parked = parkedIn(name, detail);
  return parked > 0 ? [`有 ${parked} 个事件被搁置，等待处理`] : [probeTexts[name] ?? name];
}

function parkedIn(name: string, detail: unknown): number {
  if (name === 'policies' && typeof detail === 'object' && detail !== null && 'parked' in detail)
    return Number(detail.parked);
  if (name !== 'readModels' || !Array.isArray(detail)) return 0;
  return detail.reduce(
    (sum: number, model: unknown) =>
      sum + (typeof model === 'object' && model !== null && 'parked' in model ? Number(model.parked) : 0),
    0,
  );
}

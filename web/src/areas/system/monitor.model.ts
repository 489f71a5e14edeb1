import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { monitorQuery } from '@jwxt/contracts/system/monitor.operations.ts';
import type { z } from 'zod';
import type { Tone } from '../../ui/tokens.ts';

export type Monitor = z.output<typeof monitorQuery.output>;
export type Service = Monitor['services'][number];
export type MonitoredModel = Monitor['readModels'][number];
export type History = Monitor['history'];
export type HistoryFigure = Exclude<keyof History, 'at'>;

export const serviceTones: Record<Service['state'], Tone> = {
  up: 'green',
  degraded: 'orange',
  down: 'red',
  away: 'red',
  unknown: 'grey',
};

/** Milliseconds as people read them: tenths below ten, seconds from a thousand; a dash where nothing was measured. */
export function durationText(ms: number | null): string {
  if (ms === null) return NOTHING;
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} 秒`;
  return `${ms < 10 ? ms.toFixed(1) : String(Math.round(ms))} 毫秒`;
}

/** A number, or a dash where it is not known. */
export function figureText(value: number | null, unit = ''): string {
  return value === null ? NOTHING : `${value.toLocaleString('zh-CN')}${unit}`;
}

/** Services and engines that somebody should look at; of an unknown one nothing is known to be wrong. */
export function failing(services: readonly Service[]): Service[] {
  return services.filter(({ state }) => state !== 'up' && state !== 'unknown');
}

/** What needs somebody, one sentence each: services first, then what follows the log, then what is set aside. */
export function troubles(monitor: Monitor): string[] {
  return [
    ...failing(monitor.services).map(({ title, stateName, reasons }) => `${title}${stateName}：${reasons.join('；')}`),
    ...monitor.subscriptions
      .filter(({ healthy }) => !healthy)
      .map(({ title, stateName, failures }) => `${title}${stateName}，已连续失败 ${String(failures)} 次`),
    ...monitor.readModels
      .filter(({ state }) => state === 'stopped')
      .map(({ title }) => `读模型“${title}”已停止，页面上的相关数据不再更新`),
  ];
}

/** The figures of one line of the last hour, as pairs; gaps where nothing was known. */
export function lineOf(history: History, figure: HistoryFigure): [number, number | null][] {
  return history.at.map((at, index) => [at, history[figure][index] ?? null]);
}

/** The last hour as a table, the newest first, a row a minute. */
export function historyRows(history: History, figures: readonly HistoryFigure[]): (string | number)[][] {
  const rows = history.at.map((at, index) => [
    new Date(at).toLocaleTimeString('zh-CN'),
    ...figures.map((figure) => history[figure][index] ?? NOTHING),
  ]);
  const step = Math.max(1, Math.floor(rows.length / 60));
  return rows.filter((_, index) => (rows.length - 1 - index) % step === 0).toReversed();
}

/** A watched disk. */
export type Disk = Monitor['disks'][number];

/** The last backup, in a sentence; an old one and none at all say what to do. */
export function backupText(backup: Monitor['lastBackup']): string {
  if (backup === null) return '没有 npm run backup 的记录：请安排每晚备份（使用自带工具备份的引擎不在此列）';
  const when =
    backup.ageHours < 1
      ? '不到 1 小时前'
      : backup.ageHours < 48
        ? `${String(backup.ageHours)} 小时前`
        : `${String(Math.floor(backup.ageHours / 24))} 天前`;
  return (
    `上次备份：${backup.at}（${when}），在 ${backup.folder}` +
    `${backup.ageHours >= 48 ? '；已超过两天，请检查备份任务' : ''}`
  );
}

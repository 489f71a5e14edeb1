import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { repeatedly } from '../kernel/repeatedly.ts';
import { lookAtData } from './check-points.ts';

/** When the school sleeps: 03:00 in Shanghai is 19:00 UTC of the day before. */
const hourUtc = 19;
const everyMs = 60_000;

/** The last 03:00 (school time) before a moment. */
export function lastNight(now: Date): Date {
  const night = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hourUtc));
  return night > now ? new Date(night.getTime() - 86_400_000) : night;
}

/** Work that brings or changes many rows at once. */
const bringing = ['import', 'importUndo', 'merge', 'mergeUndo'];

/**
 * Looks at all data when nobody has since last night or since many rows came in, and again at what could not be looked
 * at, asked every minute; for the process that leads.
 */
export function startNightlyCheck(
  pool: Pool,
  logger: Logger,
  now: () => Date = () => new Date(),
): { close(): Promise<void> } {
  return repeatedly(everyMs, async () => {
    try {
      const at = now();
      const {
        rows: [last],
      } = await pool.query<{ at: Date | null; failed: string[] | null; outdated: boolean }>(
        `select max(last_run_time) as at, array_agg(point_code) filter (where last_failure is not null and sfqy = '1')
            as failed,
          coalesce((select max(ended_at) from base.long_job where kind = any($1)) > max(last_run_time), false)
            as outdated
          from base.monitor_point`,
        [bringing],
      );
      const done = last?.at !== undefined && last.at !== null && last.at >= lastNight(at) && !last.outdated;
      if (done && last.failed === null) return;
      const { points, problems, failed } = await lookAtData(
        pool,
        at.toISOString(),
        done ? (last.failed ?? []) : undefined,
      );
      logger.info({ points, problems, failed }, '数据监测完成');
    } catch (error) {
      logger.warn({ err: error }, '数据监测未完成，稍后重试');
    }
  });
}

import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { monitorQuery } from '@jwxt/contracts/system/monitor.operations.ts';
import type { DiskSpace, DiskState } from '@jwxt/infra/runtime/disk-watch.ts';
import type { LastBackup } from '@jwxt/infra/runtime/last-backup.ts';
import type { Metrics } from '@jwxt/infra/runtime/metrics.ts';

type MonitorView = z.output<typeof monitorQuery.output>;

const stateNames: Record<DiskState, string> = { ample: '充足', low: '不多', full: '不足，已暂停写入' };
const HOUR_MS = 3_600_000;

/** The disks and the last backup as the page 运行状态 shows them. */
export function storageView(
  spaces: readonly DiskSpace[],
  backup: LastBackup | null,
  now: Date,
): Pick<MonitorView, 'disks' | 'lastBackup'> {
  return {
    disks: spaces.map((space) => ({ ...space, stateName: stateNames[space.state] })),
    lastBackup: backup && {
      ...backup,
      at: toDateTimeText(new Date(backup.at)),
      ageHours: Math.max(0, Math.floor((now.getTime() - Date.parse(backup.at)) / HOUR_MS)),
    },
  };
}

/** Tells when the last backup ended; without a known one the figure has no value. */
export function observeLastBackup(metrics: Metrics, lastBackup: () => Promise<LastBackup | null>): void {
  metrics.gauge(
    'jwxt_last_backup_timestamp_seconds',
    'When the last npm run backup ended, seconds since 1970',
    [],
    async (gauge) => {
      const backup = await lastBackup();
      if (backup) gauge.set(Date.parse(backup.at) / 1000);
      else gauge.remove();
    },
  );
}

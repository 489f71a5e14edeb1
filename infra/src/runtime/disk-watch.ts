import { statfs } from 'node:fs/promises';
import type { HealthRegistry } from './health.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import { sqlState } from './sql-state.ts';

/** `low` is warned of; from `full` on nothing more is accepted, so that the engines keep room to end well. */
export type DiskState = 'ample' | 'low' | 'full';

/** A folder whose disk is watched. */
export interface WatchedFolder {
  /** Label of the metric. */
  readonly name: string;
  /** What it holds, in Chinese. */
  readonly title: string;
  readonly path: string;
}

/** Bytes of a disk, and those that are free for us. */
export interface DiskRoom {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** The room on the disk of a folder, as last measured. */
export interface DiskSpace extends WatchedFolder, DiskRoom {
  readonly state: DiskState;
}

/** The disks of a service's folders. */
export interface DiskWatch {
  /** Folders that are not there (yet, or not on this machine) are left out. */
  spaces(): readonly DiskSpace[];
  /** Some disk has no room left. */
  full(): boolean;
  close(): void;
}

/** Options of {@link watchDisks}. */
export interface DiskWatchOptions {
  readonly folders: readonly WatchedFolder[];
  readonly logger: Logger;
  readonly health: HealthRegistry;
  readonly metrics: Metrics;
  readonly lookMs?: number;
  /** Another way to measure, in tests. */
  readonly measure?: (path: string) => Promise<DiskRoom>;
}

const MB = 1024 * 1024;
/**
 * Less than this is full: room for a checkpoint of PostgreSQL and the last segment of the event log. Uploads stop
 * before, at the reserve of the file store.
 */
const FULL_BYTES = 128 * MB;
/** Less than a tenth of the disk, but no more than this, is low; and less than {@link LEAST_BYTES} always. */
const LOW_BYTES = 10_240 * MB;
const LEAST_BYTES = 1_024 * MB;
const LOOK_MS = 5_000;
const REPEAT_MS = 3_600_000;
const stateTexts: Record<Exclude<DiskState, 'ample'>, string> = {
  low: '磁盘空间不多，请尽快清理或扩容',
  full: '磁盘空间不足，暂停写入，请立即清理或扩容',
};

/**
 * Watches the disks of folders: a line in the log when a state changes (and each hour while it is not ample), a probe,
 * and a metric.
 */
export async function watchDisks({
  folders,
  logger,
  health,
  metrics,
  lookMs = LOOK_MS,
  measure = measureDisk,
}: DiskWatchOptions): Promise<DiskWatch> {
  const measured = new Map<string, DiskSpace>();
  const spaces = (): DiskSpace[] => folders.flatMap(({ name }) => measured.get(name) ?? []);
  const asked = new Set<string>();
  const told = new Map<string, { state: DiskState; at: number }>();

  const tell = ({ name, title, path, freeBytes, state }: DiskSpace): void => {
    const last = told.get(name);
    if (last?.state === state && (state === 'ample' || Date.now() - last.at < REPEAT_MS)) return;
    told.set(name, { state, at: Date.now() });
    if (state === 'full')
      logger.error({ path, freeBytes }, `${title}：${stateTexts.full}（剩余 ${sizeText(freeBytes)}）`);
    else if (state === 'low')
      logger.warn({ path, freeBytes }, `${title}：${stateTexts.low}（剩余 ${sizeText(freeBytes)}）`);
    else if (last) logger.info({ path, freeBytes }, `${title}：磁盘空间已恢复（剩余 ${sizeText(freeBytes)}）`);
  };
  const lookAt = async (folder: WatchedFolder): Promise<void> => {
    // A share on the network that does not answer is not asked again meanwhile: each question holds one of the
    // process's few threads.
    if (asked.has(folder.name)) return;
    asked.add(folder.name);
    const room = await measure(folder.path).catch(() => undefined);
    asked.delete(folder.name);
    if (!room) return void measured.delete(folder.name);
    const space: DiskSpace = { ...folder, ...room, state: stateOf(room) };
    measured.set(folder.name, space);
    tell(space);
  };
  const look = async (): Promise<void> => void (await Promise.all(folders.map(lookAt)));

  health.register(
    'disk',
    () => {
      const scarce = spaces().filter(({ state }) => state !== 'ample');
      if (scarce.length === 0) return { status: 'up' };
      return {
        status: scarce.some(({ state }) => state === 'full') ? 'down' : 'degraded',
        detail: scarce.map(scarceText),
      };
    },
    { startup: false },
  );
  metrics.gauge('jwxt_disk_free_bytes', 'Room left on the disk of a folder', ['folder'], (gauge) => {
    for (const { name, freeBytes } of spaces()) gauge.set({ folder: name }, freeBytes);
  });
  await look();
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return { spaces, full: () => spaces().some(({ state }) => state === 'full'), close: () => clearInterval(timer) };
}

/** A watch of nothing, for tests and programs without folders. */
export const noDisks: DiskWatch = { spaces: () => [], full: () => false, close: () => undefined };

/** Whether an error says that a disk is full: PostgreSQL's, or the system's own codes. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === sqlState.diskFull || code === 'ENOSPC' || code === 'EDQUOT') return true;
  return error instanceof Error && error.cause !== undefined && isDiskFull(error.cause);
}

/** Measures the disk of a folder. */
export async function measureDisk(path: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

function stateOf({ freeBytes, totalBytes }: DiskRoom): DiskState {
  if (freeBytes < FULL_BYTES) return 'full';
  return freeBytes < Math.max(LEAST_BYTES, Math.min(totalBytes / 10, LOW_BYTES)) ? 'low' : 'ample';
}

const scarceText = ({ title, freeBytes, state }: DiskSpace): string =>
  `${title}：${state === 'full' ? stateTexts.full : stateTexts.low}（剩余 ${sizeText(freeBytes)}）`;
const sizeText = (bytes: number): string =>
  bytes < 1_024 * MB ? `${Math.floor(bytes / MB)} MB` : `${(bytes / 1_024 / MB).toFixed(1)} GB`;

import type { readModelView } from '@jwxt/contracts/system/system.operations.ts';
import type { z } from 'zod';
import type { Tone } from '../../ui/tokens.ts';

export type ReadModel = z.output<typeof readModelView>;
export type Rebuild = NonNullable<ReadModel['rebuild']>;

/** Seconds of lag from which a read model needs a look. */
export const LAG_ALARM_SECONDS = 60;

/** Tone of a read model's status: parked or stopped ones need somebody. */
export function toneOf(model: ReadModel): Tone {
  if (model.status === 'building') return 'blue';
  if (model.status === 'serving' && model.parkedCount === 0 && model.lagSeconds < LAG_ALARM_SECONDS) return 'green';
  return 'red';
}

/** What the status tag says. */
export function statusText(model: ReadModel): string {
  if (model.rebuild) return `重建中 ${percentText(model.rebuild.percent)}`;
  if (model.parkedCount > 0) return `${String(model.parkedCount)} 个事件搁置`;
  return model.statusName;
}

/** Those that need somebody first, then those being rebuilt, then the rest in the server's order. */
export function inOrderOfNeed(models: readonly ReadModel[]): ReadModel[] {
  const rank = (model: ReadModel): number => (toneOf(model) === 'red' ? 0 : model.rebuild ? 1 : 2);
  return [...models].sort((a, b) => rank(a) - rank(b));
}

/** Counts by what an administrator wants to know. */
export function summaryOf(models: readonly ReadModel[]): {
  healthy: number;
  rebuilding: number;
  failing: number;
  worst: ReadModel | null;
} {
  const failing = models.filter((model) => toneOf(model) === 'red');
  const worst = models.reduce<ReadModel | null>(
    (found, model) => (found === null || model.lagSeconds > found.lagSeconds ? model : found),
    null,
  );
  return {
    healthy: models.filter((model) => toneOf(model) === 'green').length,
    rebuilding: models.filter((model) => model.rebuild !== null).length,
    failing: failing.length,
    worst,
  };
}

/** Whole per cent, never 100 before the end. */
export function percentText(percent: number): string {
  return `${String(percent >= 100 ? 100 : Math.min(99, Math.floor(percent)))}%`;
}

/** Rebuilds that run at the same time as one: events of all, and the time until the last is through. Not for none. */
export function combined(rebuilds: readonly Rebuild[]): Rebuild {
  const sum = (figure: (rebuild: Rebuild) => number) => rebuilds.reduce((total, rebuild) => total + figure(rebuild), 0);
  const [done, total] = [sum((rebuild) => rebuild.done), sum((rebuild) => rebuild.total)];
  const left = rebuilds.map((rebuild) => rebuild.secondsLeft);
  return {
    done,
    total,
    percent: total === 0 ? 0 : (done / total) * 100,
    speed: sum((rebuild) => rebuild.speed),
    secondsLeft: left.includes(null) ? null : Math.max(...left.map(Number)),
    elapsedSeconds: Math.max(...rebuilds.map((rebuild) => rebuild.elapsedSeconds)),
    requestedBy: [...new Set(rebuilds.map((rebuild) => rebuild.requestedBy))].join('、'),
    startedAt: rebuilds.map((rebuild) => rebuild.startedAt).toSorted()[0] ?? '',
  };
}

/** Lag as people read it: tenths below a minute, then minutes and seconds. */
export function lagText(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} 秒`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${String(Math.floor(whole / 60))}分${String(whole % 60)}秒`;
  return `${String(Math.floor(whole / 3600))}小时${String(Math.floor(whole / 60) % 60)}分`;
}

/** The last observations of a visit, oldest first: what the two small charts draw. Bounded. */
export type Observation = { readonly at: number; readonly lag: number; readonly speed: number };
export const OBSERVATIONS_KEPT = 900;

/** Adds one observation of all read models. */
export function observe(kept: readonly Observation[], at: number, models: readonly ReadModel[]): Observation[] {
  const lag = models.reduce((most, model) => Math.max(most, model.lagSeconds), 0);
  const speed = models.reduce((sum, model) => sum + (model.rebuild?.speed ?? 0), 0);
  return [...kept.slice(-(OBSERVATIONS_KEPT - 1)), { at, lag, speed }];
}

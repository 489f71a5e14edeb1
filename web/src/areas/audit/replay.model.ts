import type { rawEvent, scoreMoment, scoreStep } from '@jwxt/contracts/audit/audit.operations.ts';
import type { z } from 'zod';
import type { Tone } from '../../ui/tokens.ts';

export type ScoreStep = z.output<typeof scoreStep>;
export type ScoreMoment = z.output<typeof scoreMoment>;
export type RawEvent = z.output<typeof rawEvent>;

/** Status colour of a step. */
export const toneOf: Record<ScoreStep['tone'], Tone> = {
  neutral: 'grey',
  progress: 'blue',
  passed: 'green',
  refused: 'red',
  changed: 'blue',
};

/** Index of the last step that had happened at a moment (`YYYY-MM-DD HH:mm:ss`); -1 before the first. */
export function indexAt(steps: readonly ScoreStep[], moment: string): number {
  return steps.findLastIndex((step) => step.atText <= moment);
}

/** Decisions on the application behind a step, up to that step, oldest first. */
export function decisionsUpTo(steps: readonly ScoreStep[], index: number): NonNullable<ScoreStep['decision']>[] {
  const applyId = steps[index]?.application?.applyId;
  if (applyId === undefined) return [];
  return steps
    .slice(0, index + 1)
    .flatMap((step) => (step.application?.applyId === applyId && step.decision ? [step.decision] : []));
}

/**
 * Points of the value line between 0 (lowest) and 1 (highest); null where there is no value. A flat line lies in the
 * middle.
 */
export function levels(
  steps: readonly ScoreStep[],
  passMark: number,
): { points: (number | null)[]; passLine: number | null } {
  const values = steps.map((step) => step.after.final);
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return { points: values.map(() => null), passLine: null };
  const low = Math.min(...known, passMark);
  const high = Math.max(...known, passMark);
  const scale = (value: number): number => (high === low ? 0.5 : (value - low) / (high - low));
  return { points: values.map((value) => (value === null ? null : scale(value))), passLine: scale(passMark) };
}

/** Every how many steps a label fits, for steps `pitch` pixels apart. */
export function labelStride(pitch: number): number {
  return Math.max(1, Math.ceil(58 / Math.max(1, pitch)));
}

/**
 * How the total comes about: `68.0×40% + 62.0×60% = 64.40`; null when an item is missing, is a grade or counts nothing.
 */
export function formulaOf(moment: ScoreMoment): string | null {
  if (
    moment.items.length === 0 ||
    moment.items.some((item) => item.value === null || item.barredBy !== null || !/^\d/.test(item.value))
  )
    return null;
  return (
    `总评 = ${moment.items.map((item) => `${item.value ?? ''}×${String(item.proportion)}%`).join(' + ')} = ` +
    `${moment.finalText}`
  );
}

/** Whether an item's value, or whether it counts, differs between two moments. */
export function itemChanged(before: ScoreMoment, after: ScoreMoment, dataKey: string): boolean {
  const shown = ({ items }: ScoreMoment): string => {
    const { value = null, barredBy = null } = items.find((item) => item.dataKey === dataKey) ?? {};
    return `${String(barredBy !== null)} ${value ?? ''}`;
  };
  return shown(before) !== shown(after);
}

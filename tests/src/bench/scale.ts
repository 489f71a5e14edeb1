import type { Plan } from './rounds.ts';

/** How much is measured. */
export interface Scale {
  /** Of the demo university. */
  readonly students: number;
  plan(full: Plan): Plan;
  /** Of what is counted or waited for: as much as gives a figure, or as little as shows that the part runs. */
  size(full: number, small: number): number;
}

/** The figures that are published. */
export const fullScale: Scale = { students: 2_000, plan: (full) => full, size: (full) => full };

/** Every part once, in seconds: its figures say nothing. */
export const shortScale: Scale = {
  students: 600,
  plan: ({ inFlight }) => ({ inFlight: Math.min(inFlight, 4), rounds: 1, roundMs: 100 }),
  size: (_full, small) => small,
};

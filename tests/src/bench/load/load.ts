/** One piece of work of one of several workers, who work side by side; each has no more than one under way. */
export type Load = (worker: number) => Promise<unknown>;

import { quantile } from '../figure.ts';
import { createEventQueue } from './event-queue.ts';

/** Something that works on jobs: so many instances, each with servers that share one queue, first come first served. */
export interface Station {
  readonly name: string;
  readonly instances: number;
  /** Of each instance: 1 for a Node process, its cores for a database. */
  readonly servers: number;
}

/** Work at one station, exponentially distributed around a mean. */
export interface Step {
  readonly station: string;
  readonly ms: number;
}

/**
 * Jobs of one kind: they arrive at random moments, go through their steps, and leave work behind that nobody waits for.
 */
export interface JobKind {
  readonly name: string;
  readonly perSecond: number;
  readonly steps: readonly Step[];
  readonly afterwards?: readonly Step[];
}

/** What to simulate. `random` gives numbers from 0 up to 1. */
export interface Network {
  readonly stations: readonly Station[];
  readonly kinds: readonly JobKind[];
  readonly seconds: number;
  /** Left out of the outcome, while queues fill. */
  readonly warmUpSeconds: number;
  random(): number;
}

/** Milliseconds from arrival to the last step. */
export interface Waits {
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** What came out. */
export interface Outcome {
  readonly kinds: Readonly<Record<string, Waits>>;
  /** What was left behind, from the moment when the job was answered. */
  readonly afterwards: Readonly<Record<string, Waits>>;
  /** Share of the time that servers work. */
  readonly utilisation: Readonly<Record<string, number>>;
}

interface Job {
  readonly kind: JobKind;
  readonly arrived: number;
  readonly steps: readonly Step[];
  at: number;
  readonly left: boolean;
}
interface Instance {
  busy: number;
  readonly queue: Job[];
}

/** Lets jobs come and go for some time. */
export function simulate({ stations, kinds, seconds, warmUpSeconds, random }: Network): Outcome {
  const [endMs, beginMs] = [seconds * 1000, warmUpSeconds * 1000];
  const events = createEventQueue<() => void>();
  const places = new Map(
    stations.map((station) => [
      station.name,
      {
        station,
        workMs: 0,
        instances: Array.from({ length: station.instances }, (): Instance => ({ busy: 0, queue: [] })),
      },
    ]),
  );
  const times = new Map(kinds.map(({ name }) => [name, [] as number[]]));
  const timesAfter = new Map(kinds.map(({ name }) => [name, [] as number[]]));
  const exponential = (mean: number): number => -mean * Math.log(1 - random());
  let now = 0;

  const begin = (job: Job, instance: Instance): void => {
    const { station, ms } = job.steps[job.at]!;
    const place = places.get(station)!;
    const work = exponential(ms);
    place.workMs += Math.max(0, Math.min(now + work, endMs) - Math.max(now, beginMs));
    instance.busy += 1;
    events.add(now + work, () => {
      instance.busy -= 1;
      const next = instance.queue.shift();
      if (next) begin(next, instance);
      job.at += 1;
      proceed(job);
    });
  };
  const proceed = (job: Job): void => {
    const step = job.steps[job.at];
    if (step) {
      const { station, instances } = places.get(step.station)!;
      const instance = instances[Math.floor(random() * instances.length)]!;
      if (instance.busy < station.servers) begin(job, instance);
      else instance.queue.push(job);
      return;
    }
    if (job.arrived >= beginMs) (job.left ? timesAfter : times).get(job.kind.name)!.push(now - job.arrived);
    if (!job.left && job.kind.afterwards)
      proceed({ kind: job.kind, arrived: now, steps: job.kind.afterwards, at: 0, left: true });
  };
  const arrive = (kind: JobKind): void => {
    events.add(now + exponential(1000 / kind.perSecond), () => {
      proceed({ kind, arrived: now, steps: kind.steps, at: 0, left: false });
      arrive(kind);
    });
  };

  for (const kind of kinds) if (kind.perSecond > 0) arrive(kind);
  for (let event = events.take(); event && event.at <= endMs; event = events.take()) {
    now = event.at;
    event.content();
  }
  const utilisation = [...places].map(
    ([
      name,
      {
        workMs,
        station: { instances, servers },
      },
    ]) => [name, workMs / ((endMs - beginMs) * instances * servers)] as const,
  );
  return { kinds: waitsOf(times), afterwards: waitsOf(timesAfter), utilisation: Object.fromEntries(utilisation) };
}

function waitsOf(times: ReadonlyMap<string, readonly number[]>): Record<string, Waits> {
  return Object.fromEntries(
    [...times]
      .filter(([, list]) => list.length > 0)
      .map(([name, list]) => [
        name,
        {
          mean: list.reduce((sum, ms) => sum + ms, 0) / list.length,
          p50: quantile(list, 0.5),
          p95: quantile(list, 0.95),
          p99: quantile(list, 0.99),
        },
      ]),
  );
}

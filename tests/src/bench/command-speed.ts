import { encodeChained, encodeEvent, prepareKeys } from '@jwxt/commands/kernel/event-codec.ts';
import { eventHistory } from '@jwxt/contracts/all-events.ts';
import type { EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import { mapPersonal, personalPlan } from '@jwxt/contracts/kernel/personal.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { openPersonKeys, withPersonKeys } from '@jwxt/infra/runtime/person-keys.ts';
import { readPersonal } from '@jwxt/infra/runtime/personal-cipher.ts';
import { atLeast, atMost, median, type Figure } from './figure.ts';
import { commandLoad, gatewayLoad, lastEvents, openDesks, rawLoad, type Desk } from './desks.ts';
import { inTurns, type Plan, type Summary } from './rounds.ts';
import type { ProductStage, Stage } from './stage.ts';

const sideBySide: Plan = { inFlight: 32, rounds: 3, roundMs: 2_000 };
const alone: Plan = { inFlight: 1, rounds: 3, roundMs: 1_000 };
const against = 'appendToStream of the same events';

/** Saves of one cell through the commands service while nothing but it and its engines runs, beside raw appends. */
export async function measureWriteSide(stage: Stage): Promise<Figure[]> {
  const plan = stage.scale.plan(sideBySide);
  const desks = await openDesks(stage, plan.inFlight, { rowsInSave: 1 });
  const commands = await commandLoad(stage, desks);
  await commands(desks.length, 1);
  const raw = await rawLoad(stage, desks);
  const [throughput, rawThroughput] = await inTurns(stage.processes, [commands, raw], plan);
  const [latency, rawLatency] = await inTurns(stage.processes, [commands, raw], stage.scale.plan(alone));
  return [
    ...commandFigures('commands.alone', throughput!, rawThroughput!, latency!, rawLatency!),
    ...(await encodingFigures(stage, desks, throughput!.cpu.commands!)),
  ];
}

const encodedTimes = [20_000, 500] as const;
const firstTimes = [1_000, 100] as const;
const turns = 7;

type Sample = Readonly<{
  event: Parameters<typeof encodeChained>[0];
  place: Parameters<typeof encodeChained>[1];
  about: Parameters<typeof encodeChained>[2];
}>;

/**
 * What it costs that an event names the one before it (decision 092), and that its personal values are enciphered
 * (093), beside the whole save that it is part of. The service knows most values, as equal ones have equal bytes;
 * `first`: those of somebody of whom it has not written since it started.
 */
async function encodingFigures({ env, db, log, scale }: Stage, desks: readonly Desk[], saveMs: number) {
  const logger = createLogger('bench', { level: 'silent' });
  const { DATABASE_URL: databaseUrl, PERSON_KEY: secret } = env;
  const keys = openPersonKeys({ pool: db, databaseUrl, secrets: [secret], logger });
  try {
    const samples = (await lastEvents(withPersonKeys(log, keys), desks)).map(({ stream, type, data, metadata }) => {
      const { schemaVersion: _, prev, ...about } = readPersonal(metadata as EventMetadata);
      return {
        event: { type, data: readPersonal(data as object) },
        place: { stream, index: 0, revision: 100, prev: prev ?? null },
        about,
      };
    });
    for (const { event, about } of samples) await prepareKeys([event], about, keys);
    const plain = (each: Sample): unknown => encodeEvent(each.event, each.place, each.about, null);
    const chained = (each: Sample): unknown => encodeChained(each.event, each.place, each.about, null);
    const sealed = (each: Sample): unknown => encodeEvent(each.event, each.place, each.about, keys);
    if (samples.some((each) => sealed(each) === null)) throw new Error('keys are missing');
    const [times, first] = [scale.size(...encodedTimes), scale.size(...firstTimes)];
    const again = Array.from({ length: times }, (_, time) => samples[time % samples.length]!);
    const anew = (turn: number): Sample[] =>
      Array.from({ length: first }, (_, time) => ofOthers(samples[time % samples.length]!, `${turn}-${time}`));
    const costs = {
      'proof.append': extra(chained, plain, () => again),
      'personal.append': extra(sealed, plain, () => again),
      'personal.first': extra(sealed, plain, anew),
    };
    return Object.entries(costs).map(([id, value]): Figure => ({
      id,
      unit: 'ms',
      value,
      baseline: saveMs,
      against: 'CPU of the commands service for the whole save',
      // Once for each person and process: it has no aim.
      aims: id === 'personal.first' ? [] : [atMost(value / saveMs, 0.05, ' of it')],
    }));
  } finally {
    await keys.close();
  }
}

/** CPU that one way of encoding takes more than another, in milliseconds an event: medians of turns. */
function extra(
  way: (each: Sample) => unknown,
  other: (each: Sample) => unknown,
  of: (turn: number) => Sample[],
): number {
  const taken: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    const samples = of(turn);
    for (const [index, encode] of [other, way].entries()) {
      const before = process.cpuUsage();
      for (const sample of samples) encode(sample);
      const { user, system } = process.cpuUsage(before);
      taken[index]!.push((user + system) / 1000 / samples.length);
    }
  }
  return Math.max(0, median(taken[1]) - median(taken[0]));
}

/** The same event with other texts about people in it. */
function ofOthers({ event, place, about }: Sample, mark: string): Sample {
  const plan = personalPlan(eventHistory.definitions.get(event.type)!.data);
  const data = mapPersonal(event.data, plan, about.actor, (text) => `${text}${mark}`);
  return { event: { ...event, data }, place, about };
}

/** The same in the whole running product, where read models follow, and through the gateway. */
export async function measureCommands(stage: ProductStage): Promise<Figure[]> {
  const plan = stage.scale.plan(sideBySide);
  const desks = await openDesks(stage, plan.inFlight, { rowsInSave: 1 });
  const commands = await commandLoad(stage, desks);
  // Desks of its own: two windows of one person who both type into a cell are a conflict.
  const gateway = await gatewayLoad(stage, await openDesks(stage, plan.inFlight, { rowsInSave: 1 }));
  await commands(desks.length, 1);
  const raw = await rawLoad(stage, desks);
  const [throughput, rawThroughput, throughGateway] = await inTurns(stage.processes, [commands, raw, gateway], plan);
  const [latency, rawLatency, gatewayLatency] = await inTurns(
    stage.processes,
    [commands, raw, gateway],
    stage.scale.plan(alone),
  );
  return [
    ...commandFigures('commands', throughput!, rawThroughput!, latency!, rawLatency!),
    {
      id: 'gateway.throughput',
      unit: '1/s',
      value: throughGateway!.perSecond,
      baseline: throughput!.perSecond,
      against: 'the same through the commands service',
      cpu: throughGateway!.cpu,
      aims: [atLeast(throughGateway!.perSecond / throughput!.perSecond, 0.5, ' of it')],
    },
    {
      id: 'gateway.p50',
      unit: 'ms',
      value: gatewayLatency!.p50,
      baseline: latency!.p50,
      against: 'the same through the commands service',
      cpu: gatewayLatency!.cpu,
    },
    {
      id: 'gateway.p99',
      unit: 'ms',
      value: gatewayLatency!.p99,
      baseline: latency!.p99,
      against: 'the same through the commands service',
    },
  ];
}

function commandFigures(
  id: string,
  throughput: Summary,
  rawThroughput: Summary,
  latency: Summary,
  rawLatency: Summary,
): Figure[] {
  return [
    {
      id: `${id}.throughput`,
      unit: '1/s',
      value: throughput.perSecond,
      baseline: rawThroughput.perSecond,
      against,
      cpu: throughput.cpu,
      aims: [
        atLeast(throughput.perSecond / rawThroughput.perSecond, 0.4, ' of raw'),
        atLeast(throughput.perSecond, 2_500, '/s'),
      ],
    },
    {
      id: `${id}.p50`,
      unit: 'ms',
      value: latency.p50,
      baseline: rawLatency.p50,
      against,
      cpu: latency.cpu,
      aims: [atMost(latency.p50 - rawLatency.p50, 1, ' ms over raw')],
    },
    { id: `${id}.p99`, unit: 'ms', value: latency.p99, baseline: rawLatency.p99, against },
    {
      id: `${id}.raw`,
      unit: '1/s',
      value: rawThroughput.perSecond,
      baseline: rawThroughput.perSecond,
      against: 'itself: what a raw append costs',
      cpu: rawThroughput.cpu,
    },
  ];
}

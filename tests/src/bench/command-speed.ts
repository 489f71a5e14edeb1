import { encodeChained, encodeEvent } from '@jwxt/commands/kernel/event-codec.ts';
import type { EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
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
    await chainFigure(stage, desks, throughput!.cpu.commands!),
  ];
}

const chainedTimes = [20_000, 500] as const;
const turns = 7;

/** What it costs that an event names the one before it (decision 092), beside the whole save that it is part of. */
async function chainFigure({ log, scale }: Stage, desks: readonly Desk[], saveMs: number): Promise<Figure> {
  const samples = (await lastEvents(log, desks)).map(({ stream, type, data, metadata }) => {
    const { schemaVersion: _, prev, ...about } = metadata as EventMetadata;
    return {
      event: { type, data: data as object },
      place: { stream, index: 0, revision: 100, prev: prev ?? null },
      about,
    };
  });
  const times = scale.size(...chainedTimes);
  const msOf = (encode: (sample: (typeof samples)[number]) => unknown): number => {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) encode(samples[time % samples.length]!);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / times;
  };
  const ways = [
    () => msOf(({ event, place, about }) => encodeEvent(event, place, about, null)),
    () => msOf(({ event, place, about }) => encodeChained(event, place, about, null)),
  ];
  const taken: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) for (const [way, measure] of ways.entries()) taken[way]!.push(measure());
  const value = Math.max(0, median(taken[1]) - median(taken[0]));
  return {
    id: 'proof.append',
    unit: 'ms',
    value,
    baseline: saveMs,
    against: 'CPU of the commands service for the whole save',
    aims: [atMost(value / saveMs, 0.05, ' of it')],
  };
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

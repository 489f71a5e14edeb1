import { brokenConnections } from './broken-connections.ts';
import { busyPolicies } from './busy-policies.ts';
import { damagedIndex } from './damaged-index.ts';
import { damagedMiddle, tornTail } from './damaged-log.ts';
import type { Fault } from './fault.ts';
import type { ProxyName } from './fault-site.ts';
import { frozen } from './frozen-engine.ts';
import { fullDisk } from './full-disk.ts';
import { stopsOf, type Stoppable } from './given-engine.ts';
import { killed, postgresRestarted } from './killed-process.ts';
import { killedRebuild } from './killed-rebuild.ts';
import { lostAnswer } from './lost-answer.ts';
import { oneOfTwoFrozen, oneOfTwoKilled } from './one-of-two.ts';
import { poisonEvent } from './poison-event.ts';
import type { SeededRandom } from './seeded-random.ts';
import { sentTwice } from './sent-twice.ts';
import { services } from './service-process.ts';
import { shiftedClock } from './shifted-clock.ts';
import { slowDisk } from './slow-disk.ts';

/** Faults that happen one after the other, audited together. */
export interface FaultRound {
  readonly name: string;
  readonly faults: readonly Fault[];
}

const allProxied: readonly ProxyName[] = ['eventstore', 'postgres', 'commands'];
const processes = ['eventstore', 'commands', 'projections', 'gateway', 'postgres'] as const;
/** 5 × 8 kills in the long form: each process that the supervisor keeps, and the second of each service. */
const killRounds = 5;

/**
 * The short form belongs to every test run, with one process of each service; the long one, with two of each, is the
 * proof; the given one, with two of each, is for engines that run already and belong to others.
 */
export type FaultForm = 'short' | 'long' | 'given';

/** `cuttable`: what stands behind a proxy; `stoppable`: engines of others that may be stopped. */
export function planFaults(
  form: FaultForm,
  random: SeededRandom,
  cuttable: readonly ProxyName[] = allProxied,
  stoppable?: Stoppable,
): FaultRound[] {
  if (form === 'given') return planBeside(random, cuttable, stoppable);
  const kills = (round: number, two: boolean): FaultRound => ({
    name: `each process killed, round ${round}`,
    faults: random.shuffled([...processes.map(killed), ...(two ? services.map(oneOfTwoKilled) : [])]),
  });
  if (form === 'short') {
    const cuts = [
      brokenConnections('eventstore', 'cut'),
      brokenConnections('postgres', 'cut'),
      brokenConnections('commands', 'cut'),
    ];
    return [{ name: 'each process killed, and connections cut', faults: [...kills(1, false).faults, ...cuts] }];
  }
  const alone = [
    brokenConnections('eventstore', 'cut'),
    brokenConnections('eventstore', 'cutAgain'),
    brokenConnections('eventstore', 'silent'),
    brokenConnections('eventstore', 'forgotten'),
    brokenConnections('eventstore', 'slow'),
    brokenConnections('postgres', 'cut'),
    brokenConnections('postgres', 'cutAgain'),
    brokenConnections('postgres', 'silent'),
    brokenConnections('postgres', 'forgotten'),
    brokenConnections('postgres', 'slow'),
    brokenConnections('commands', 'cut'),
    brokenConnections('commands', 'cutAgain'),
    brokenConnections('commands', 'forgotten'),
    lostAnswer,
    fullDisk('eventstore'),
    fullDisk('postgres'),
    slowDisk('eventstore'),
    slowDisk('postgres'),
    shiftedClock('forward'),
    shiftedClock('back'),
    postgresRestarted,
    tornTail,
    damagedMiddle,
    damagedIndex,
    frozen('eventstore'),
    frozen('postgres'),
    oneOfTwoFrozen('commands'),
    oneOfTwoFrozen('projections'),
    busyPolicies,
    sentTwice,
    poisonEvent,
    killedRebuild,
  ];
  return [
    ...Array.from({ length: killRounds }, (_, index) => kills(index + 1, true)),
    ...random.shuffled(alone).map((fault): FaultRound => ({ name: fault.name, faults: [fault] })),
  ];
}

/** What can happen beside engines: services die, connections break, and engines are stopped by those who may. */
function planBeside(
  random: SeededRandom,
  cuttable: readonly ProxyName[],
  stoppable: Stoppable | undefined,
): FaultRound[] {
  const kills = random.shuffled([...services.map(killed), ...services.map(oneOfTwoKilled)]);
  const cuts = cuttable.flatMap((name) => [brokenConnections(name, 'cut'), brokenConnections(name, 'cutAgain')]);
  const stops = stoppable ? stopsOf(stoppable) : [];
  const alone = random.shuffled([
    ...stops,
    lostAnswer,
    oneOfTwoFrozen('commands'),
    oneOfTwoFrozen('projections'),
    busyPolicies,
    sentTwice,
    poisonEvent,
    killedRebuild,
  ]);
  return [
    { name: 'each service killed, and connections cut', faults: [...kills, ...cuts] },
    ...alone.map((fault): FaultRound => ({ name: fault.name, faults: [fault] })),
  ];
}

import { brokenConnections } from './broken-connections.ts';
import { damagedMiddle, tornTail } from './damaged-log.ts';
import type { Fault } from './fault.ts';
import { fullDisk } from './full-disk.ts';
import { killed, postgresRestarted } from './killed-process.ts';
import { killedRebuild } from './killed-rebuild.ts';
import { lostAnswer } from './lost-answer.ts';
import { poisonEvent } from './poison-event.ts';
import type { SeededRandom } from './seeded-random.ts';
import { shiftedClock } from './shifted-clock.ts';
import { slowDisk } from './slow-disk.ts';
import { twoCommands, twoProjections } from './two-processes.ts';

/** Faults that happen one after the other, audited together. */
export interface FaultRound {
  readonly name: string;
  readonly faults: readonly Fault[];
}

const processes = ['eventstore', 'commands', 'projections', 'gateway', 'postgres'] as const;
/** 5 × 5 kills in the long form. */
const killRounds = 5;

/** The short form belongs to every test run; the long one is the proof. */
export function planFaults(form: 'short' | 'long', random: SeededRandom): FaultRound[] {
  const kills = (round: number): FaultRound => ({ name: `each process killed, round ${round}`, faults: random.shuffled(processes).map(killed) });
  if (form === 'short') {
    const cuts = [brokenConnections('eventstore', 'cut'), brokenConnections('postgres', 'cut'), brokenConnections('commands', 'cut')];
    return [{ name: 'each process killed, and connections cut', faults: [...kills(1).faults, ...cuts] }];
  }
  const alone = [
    brokenConnections('eventstore', 'cut'), brokenConnections('eventstore', 'cutAgain'), brokenConnections('eventstore', 'silent'), brokenConnections('eventstore', 'forgotten'), brokenConnections('eventstore', 'slow'),
    brokenConnections('postgres', 'cut'), brokenConnections('postgres', 'cutAgain'), brokenConnections('postgres', 'silent'), brokenConnections('postgres', 'forgotten'), brokenConnections('postgres', 'slow'),
    brokenConnections('commands', 'cut'), brokenConnections('commands', 'cutAgain'), brokenConnections('commands', 'forgotten'), lostAnswer,
    fullDisk('eventstore'), fullDisk('postgres'), slowDisk('eventstore'), slowDisk('postgres'), shiftedClock('forward'), shiftedClock('back'), postgresRestarted,
    tornTail, damagedMiddle, twoProjections, twoCommands, poisonEvent, killedRebuild,
  ];
  return [
    ...Array.from({ length: killRounds }, (_, index) => kills(index + 1)),
    ...random.shuffled(alone).map((fault): FaultRound => ({ name: fault.name, faults: [fault] })),
  ];
}

import { brokenConnections } from './broken-connections.ts';
import type { Fault } from './fault.ts';
import { killed } from './killed-process.ts';
import type { SeededRandom } from './seeded-random.ts';

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
    brokenConnections('commands', 'cut'), brokenConnections('commands', 'cutAgain'), brokenConnections('commands', 'forgotten'),
  ];
  return [
    ...Array.from({ length: killRounds }, (_, index) => kills(index + 1)),
    ...random.shuffled(alone).map((fault): FaultRound => ({ name: fault.name, faults: [fault] })),
  ];
}

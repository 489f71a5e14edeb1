import { afterEach, expect, it, vi } from 'vitest';
import { planFaults } from './faults/fault-plan.ts';
import type { FaultScene } from './faults/fault.ts';
import { stoppableOf as readVariable, stopsOf } from './faults/given-engine.ts';
import { seededRandom } from './faults/seeded-random.ts';
import { stoppableOf } from './stoppable-engines.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const nothing = { cluster: false, stopNode: [], startNode: [], stopDatabase: undefined, startDatabase: undefined };

it('stops each node, most of a cluster, and the database that leads', () => {
  const said = {
    cluster: true,
    stopNode: ['stop a', 'stop b', 'stop c'],
    startNode: ['start a', 'start b', 'start c'],
    stopDatabase: 'stop pg',
    startDatabase: 'start pg',
  };
  const stoppable = stoppableOf(said);
  if (stoppable === undefined || stoppable === 'unclear') throw new Error('all is said');
  expect(readVariable(JSON.stringify(stoppable))).toEqual(stoppable);
  const stops = stopsOf(stoppable);
  expect(stops.map(({ name, how }) => [name, how])).toEqual([
    ['node 1 of 3 stopped', 'stop a'],
    ['node 2 of 3 stopped', 'stop b'],
    ['node 3 of 3 stopped', 'stop c'],
    ['most nodes stopped', 'stop a; stop b'],
    ['the PostgreSQL that leads stopped', 'stop pg'],
  ]);
  const planned = planFaults('given', seededRandom(1), [], stoppable).map(({ name }) => name);
  expect(planned).toEqual(expect.arrayContaining(stops.map(({ name }) => name)));
  expect(planFaults('given', seededRandom(1), []).filter(({ name }) => name.endsWith(' stopped'))).toEqual([]);
});

it('stops nothing unless it knows how to start it again', () => {
  expect(stoppableOf(nothing)).toBeUndefined();
  expect(stoppableOf({ ...nothing, cluster: true })).toBe('unclear');
  expect(stoppableOf({ ...nothing, stopNode: ['stop a'], startNode: ['start a'] })).toBe('unclear');
  expect(stoppableOf({ ...nothing, cluster: true, stopNode: ['stop a', 'stop b'], startNode: ['start a'] })).toBe(
    'unclear',
  );
  expect(stoppableOf({ ...nothing, stopDatabase: 'stop pg' })).toBe('unclear');
});

it('runs stop and start commands without the store’s address, which EventStoreDB takes for an option', async () => {
  vi.stubEnv('EVENTSTORE_URL', 'esdb://127.0.0.1:1');
  const [fault] = stopsOf({ nodes: [{ stop: 'test -z "$EVENTSTORE_URL"', start: 'exit 3' }], database: null });
  const provoked = await fault!.provoke({} as FaultScene);
  await expect(provoked.heal()).rejects.toMatchObject({ code: 3 });
});

import { randomBytes } from 'node:crypto';
import { addressOfShare } from '@jwxt/infra/runtime/shared-log.ts';
import { atLeast, type Figure } from './figure.ts';
import { startHotService } from './hot-service.ts';
import { inTurns } from './rounds.ts';
import type { Stage } from './stage.ts';

const people = [1_000, 8] as const;
const seats = 60;
/** What is stored of a seat. */
const sample = {
  type: 'ScoresForceSubmitted',
  data: { teachingClassId: 'seats', scoreType: '1', reason: '', byName: 'student1' },
  metadata: {
    actor: { userName: 'student1', name: '学生1', roleNames: ['学生'], permission: 'seat:take' },
    commandId: '6f0f3a5c-1d8e-4b7a-9c2e-5d7f80a1b3c4',
    command: 'test.takeSeat:6f0f3a5c1d8e4b7a9c2e5d7f80a1b3c4',
    correlationId: '6f0f3a5c-1d8e-4b7a-9c2e-5d7f80a1b3c4',
    causationId: null,
    time: '2026-11-20T01:00:00.000Z',
    clientAddress: null,
    schemaVersion: 1,
  },
};

/**
 * A thousand people who want one of the sixty seats of one stream, all at once, stream after stream; beside it as many
 * raw appends at a time, each to a stream of its own.
 */
export async function measureHotStream({ env, rawUrl, driver, processes, scale }: Stage): Promise<Figure[]> {
  const inFlight = scale.size(...people);
  // Seats are nothing that the product knows: they stay out of its streams.
  const apart = addressOfShare(rawUrl, { streamPrefix: `hot${randomBytes(5).toString('hex')}-`, from: 'start' });
  const service = await startHotService({ ...env, EVENTSTORE_URL: apart });
  try {
    const hot = await driver.prepare('takeSeats', {
      url: service.url,
      secret: env.OPERATOR_SECRET,
      seats,
      people: inFlight,
    });
    const raw = await driver.prepare('appendEvents', { url: rawUrl, samples: [sample] });
    const plan = { ...scale.plan({ inFlight, rounds: 3, roundMs: 3_000 }), inFlight };
    const [decided, appended] = await inTurns({ ...processes, commands: { pids: [service.pid] } }, [hot, raw], plan);
    const against = 'appendToStream of the same events, one each';
    return [
      {
        id: 'commands.hot',
        unit: '1/s',
        value: decided!.perSecond,
        baseline: appended!.perSecond,
        against,
        cpu: decided!.cpu,
        aims: [atLeast(decided!.perSecond, 1_000, '/s')],
      },
      { id: 'commands.hot.p99', unit: 'ms', value: decided!.p99, baseline: appended!.p99, against },
    ];
  } finally {
    service.stop();
  }
}

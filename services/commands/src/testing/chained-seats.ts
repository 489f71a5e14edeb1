import { randomUUID } from 'node:crypto';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { createCommandHandler } from '../kernel/command-handler.ts';
import { person } from './person.ts';
import { seatDecider, seatStream } from './seats.ts';

/** So many events in one stream, written as commands write them; the name of the stream. */
export async function writeSeats(log: EventLog, name: string, count: number): Promise<string> {
  const handler = createCommandHandler({ log });
  const stream = seatStream(name);
  for (let number = 0; number < count; number += 1) {
    const commandId = randomUUID();
    await handler.execute({
      stream,
      decider: seatDecider,
      command: { who: `student${number}` },
      context: {
        commandId,
        command: 'test',
        correlationId: commandId,
        causationId: null,
        clientAddress: null,
        actor: person('teacher1'),
        permission: null,
        time: new Date().toISOString(),
      },
      facts: () => 1_000_000,
    });
  }
  return stream;
}

/**
 * Fills a data folder with small events, without a client: the store itself writes them, so the folder is as a node
 * leaves it.
 */
import { randomUUID } from 'node:crypto';
import type { EventStore, Outcome } from '../src/event-store.ts';
import { openEventStore } from '../src/open-store.ts';
import type { ProposedEvent } from '../src/recorded-event.ts';

const AT_ONCE = 500;
const METADATA = Buffer.from('{"by":"teacher1","commandId":"c0ffee"}');

/** How far a fill has come. */
export interface FillProgress {
  events: number;
  /** CPU of this process since the fill began, in microseconds per event. */
  cpuPerEvent: number;
  residentMB: number;
  heapMB: number;
}

/**
 * Appends `count` single events to randomly chosen ones of `streams` streams; tells how it stands every `every` events.
 */
export async function fillStore(
  directory: string,
  count: number,
  streams: number,
  every: number,
  tell: (progress: FillProgress) => void,
): Promise<void> {
  const raise = (error: Error): never => {
    throw error;
  };
  const store = await openEventStore({ directory, onFull: raise, onFatal: raise, onIndexFailure: raise });
  const begin = process.cpuUsage();
  for (let done = 0; done < count;) {
    const size = Math.min(AT_ONCE, count - done);
    await Promise.all(Array.from({ length: size }, (_, index) => appendOne(store, streams, done + index)));
    done += size;
    if (done % every < AT_ONCE && done >= every) {
      const { user, system } = process.cpuUsage(begin);
      const { rss, heapUsed } = process.memoryUsage();
      tell({ events: done, cpuPerEvent: (user + system) / done, residentMB: rss / 1e6, heapMB: heapUsed / 1e6 });
    }
  }
  await store.close();
}

function appendOne(store: EventStore, streams: number, number: number): Promise<void> {
  const stream = `scoreSheet-${Math.floor(Math.random() * streams)}`;
  return new Promise((resolve, reject) => {
    store.append(stream, 'any', [scoreSaved(number)], (outcome: Outcome) => {
      if (outcome.kind === 'written') resolve();
      else reject(new Error(`an append ended with ${outcome.kind}`));
    });
  });
}

function scoreSaved(number: number): ProposedEvent {
  const data = Buffer.from(
    `{"studentCode":"2026${number}","items":[{"name":"平时","score":880},{"name":"期末","score":915}]}`,
  );
  return { id: randomUUID(), type: 'ScoreSaved', isJson: true, data, metadata: METADATA };
}

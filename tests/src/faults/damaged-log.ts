import { appendFileSync, closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { killProcess } from '../testing/product.ts';
import type { Fault } from './fault.ts';
import { lastSegment } from './log-segment.ts';
import { untilUp } from './process-up.ts';
import { loggedFromNow } from './system-log.ts';

/** A crash in the middle of a write leaves half a frame behind: it is cut off, kept aside, and said. */
export const tornTail: Fault = {
  name: 'log damaged at its end',
  how: 'SIGKILL, then 300 bytes of noise behind the last event',
  lastsMs: 0,
  async provoke({ site }) {
    const logged = loggedFromNow(site);
    const file = lastSegment(site);
    const pid = await killProcess(site.product, 'eventstore');
    appendFileSync(file, randomBytes(300));
    return {
      heal: () => untilUp(site, 'eventstore', pid),
      check() {
        const said = logged().some((line) => line.includes(file) && line.includes('截断'));
        return Promise.resolve(said ? [] : ['nobody was told of the torn end']);
      },
    };
  },
};

/**
 * A byte of what was acknowledged long ago is wrong: the store refuses to start and names the place, until it is
 * repaired.
 */
export const damagedMiddle: Fault = {
  name: 'log damaged in its middle',
  how: 'SIGKILL, then one byte half-way through the last file inverted; afterwards put right',
  lastsMs: 5_000,
  async provoke({ site, load }) {
    const logged = loggedFromNow(site);
    const file = lastSegment(site);
    const pid = await killProcess(site.product, 'eventstore');
    const offset = Math.floor(statSync(file).size / 2);
    invertByte(file, offset);
    const before = load.journal.acknowledged;
    let during = 0;
    return {
      async heal() {
        during = load.journal.acknowledged - before;
        invertByte(file, offset);
        await untilUp(site, 'eventstore', pid);
      },
      check() {
        const said = logged().some((line) => line.includes(file) && line.includes('已损坏'));
        // One answer may have been on its way when the store was killed.
        return Promise.resolve([
          ...(said ? [] : ['nobody was told of the damage and where it is']),
          ...(during > load.writers ? [`${during} commands were acknowledged by a damaged store`] : []),
        ]);
      },
    };
  },
};

function invertByte(file: string, offset: number): void {
  const fd = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  readSync(fd, byte, 0, 1, offset);
  byte[0] = ~byte[0]! & 0xff;
  writeSync(fd, byte, 0, 1, offset);
  closeSync(fd);
}

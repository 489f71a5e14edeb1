import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { killProcess } from '../testing/product.ts';
import type { Fault } from './fault.ts';
import { untilUp } from './process-up.ts';
import { loggedFromNow } from './system-log.ts';

const pageBytes = 4_096;

/**
 * The event store's index is worth nothing any more, its log is sound: it is made anew from the log, said, and
 * everything is as it was.
 */
export const damagedIndex: Fault = {
  name: 'index of the log damaged',
  how: 'one byte of each page of index.sqlite inverted while it is in use, then SIGKILL',
  lastsMs: 0,
  async provoke({ site }) {
    const logged = loggedFromNow(site);
    const file = join(site.product.dataDir, 'eventstore', 'index.sqlite');
    invertPages(file);
    const pid = await killProcess(site.product, 'eventstore');
    return {
      heal: () => untilUp(site, 'eventstore', pid),
      check: () =>
        Promise.resolve(
          logged().some((line) => /索引已损坏|正在根据日志补全索引/.test(line))
            ? []
            : ['nobody was told of the damaged index'],
        ),
    };
  },
};

/** All but the first page, without which it would not even be an index. */
function invertPages(file: string): void {
  const fd = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  const size = statSync(file).size;
  for (let offset = 1.5 * pageBytes; offset < size; offset += pageBytes) {
    readSync(fd, byte, 0, 1, offset);
    byte[0] = ~byte[0]! & 0xff;
    writeSync(fd, byte, 0, 1, offset);
  }
  closeSync(fd);
}

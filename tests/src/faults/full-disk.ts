import { statSync } from 'node:fs';
import { programIfThere } from '@jwxt/infra/testing/programs.ts';
import { loggedFromNow } from './system-log.ts';
import { engineTitles, keepDoing, type EngineName } from './engine-processes.ts';
import type { Fault, FaultScene } from './fault.ts';
import { lastSegment } from './log-segment.ts';
import { untilUp } from './process-up.ts';

/** Sets the largest file that a process may write, in bytes; `unlimited` lets it write again. */
async function limitFiles(pid: number, bytes: number | 'unlimited'): Promise<void> {
  // As the account of the process: being root is not enough everywhere.
  const account = statSync(`/proc/${pid}`, { throwIfNoEntry: false });
  if (!account) return;
  const prlimit = programIfThere(['prlimit']);
  if (!prlimit)
    throw new Error('there is no prlimit on this machine (package util-linux): a full disk cannot be played');
  await prlimit
    .run(
      ['--pid', String(pid), `--fsize=${bytes}:`],
      process.getuid?.() === 0 ? { uid: account.uid, gid: account.gid } : {},
    )
    .catch((error: Error) => {
      // It has ended meanwhile.
      if (!/No such process/.test(error.message)) throw error;
    });
}

/**
 * What still fits: the event store gets one or two small appends further, PostgreSQL's log of changes is full at once.
 */
function room({ site }: FaultScene, engine: EngineName): number {
  return engine === 'eventstore' ? statSync(lastSegment(site)).size + 500 : 8_192;
}

/**
 * The disk under an engine is full: no file of its processes may grow beyond a limit (needs Linux and no privilege,
 * unlike a small file system), so writes fail as they do on a full disk, with EFBIG for ENOSPC.
 */
export function fullDisk(engine: EngineName): Fault {
  return {
    name: `disk full: ${engineTitles[engine]}`,
    how: 'file size limit (prlimit): writes fail',
    lastsMs: 5_000,
    async provoke(scene) {
      const { site, load } = scene;
      const bytes = room(scene, engine);
      const limited = new Set<number>();
      // Counted first: the disk is full, and said to be, a moment after the first limit.
      const logged = loggedFromNow(site);
      const before = load.journal.acknowledged;
      const end = keepDoing(site, engine, 20, async (pids) => {
        for (const pid of pids.filter((one) => !limited.has(one))) {
          limited.add(pid);
          await limitFiles(pid, bytes);
        }
      });
      let during = 0;
      return {
        async heal() {
          await end();
          during = load.journal.acknowledged - before;
          for (const pid of limited) await limitFiles(pid, 'unlimited');
          await untilUp(site, engine);
        },
        check() {
          const told = logged().some((line) => /EFBIG|File too large|写入日志失败/.test(line));
          return Promise.resolve(
            told ? [] : [`nobody was told that the disk is full (${during} commands acknowledged meanwhile)`],
          );
        },
      };
    },
  };
}

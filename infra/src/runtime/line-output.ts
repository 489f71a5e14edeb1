import { write, writeSync } from 'node:fs';

/**
 * Where lines go: gathered, and written in blocks, since a system call for each line costs more than the rest of the
 * line.
 */
export interface LineOutput {
  write(text: string): void;
  /** Writes what is held at once, before the process ends or may be killed. */
  flush(): void;
}

const usual = { blockLength: 4_096, everyMs: 100, longest: 8 * 1024 * 1024 };

/**
 * Opens an output over a file descriptor. When its reader is gone it takes lines and drops them: a process that is
 * about to end for that very reason must not wait for somebody to read why. A reader that is only slow gets all of it,
 * up to `longest` characters that wait.
 */
export function openLineOutput(fd: number, { blockLength, everyMs, longest }: typeof usual = usual): LineOutput {
  let held = '';
  let writing = false;
  let gone = false;
  let timer: NodeJS.Timeout | undefined;

  const later = (): void => {
    timer ??= setTimeout(writeOut, everyMs).unref();
  };
  const giveUp = (): void => {
    gone = true;
    held = '';
  };
  const writeOut = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (writing || gone || held === '') return;
    writing = true;
    const block = Buffer.from(held);
    held = '';
    writeRest(block);
  };
  const writeRest = (block: Buffer): void => {
    write(fd, block, (error, written) => {
      if (error && !isBusy(error)) return giveUp();
      const rest = error ? block : block.subarray(written);
      if (rest.length > 0) return void setTimeout(() => writeRest(rest), error ? everyMs : 0);
      writing = false;
      if (held.length >= blockLength) writeOut();
      else if (held !== '') later();
    });
  };

  return {
    write(text) {
      if (gone || held.length > longest) return;
      held += text;
      if (held.length >= blockLength) writeOut();
      else later();
    },
    flush() {
      let rest = Buffer.from(held);
      held = '';
      while (rest.length > 0 && !gone) {
        try {
          rest = rest.subarray(writeSync(fd, rest));
        } catch (error) {
          if (!isBusy(error)) return giveUp();
          // It goes out when the reader takes something again.
          held = rest.toString('utf8') + held;
          return later();
        }
      }
    },
  };
}

function isBusy(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EAGAIN' || code === 'EBUSY';
}

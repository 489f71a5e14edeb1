import { createWriteStream, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { join } from 'node:path';
import pretty from 'pino-pretty';
import { createLogger } from '../runtime/logger.ts';
import type { Logger } from '../runtime/logger.ts';

/** How much room the log takes: the size of a file, in bytes, and how many there are at most, two or more. */
export interface LogSpace {
  fileBytes: number;
  files: number;
}

/** Where all log lines of the system go: readable to the console, complete as JSON to a file. */
export interface SystemLog {
  /** The supervisor's own logger. */
  logger: Logger;
  /**
   * Takes one output line of a child: JSON of its logger, or plain text, which counts as `plainLevel` (a warning unless
   * told otherwise, since a service writes plain text only when something goes wrong).
   */
  childLine(service: string, line: string, plainLevel?: 'info' | 'warn', from?: 'service' | 'program'): void;
  close(): Promise<void>;
}

const severity: Record<string, number> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 };

/**
 * Opens `logs/jwxt.log` in the data folder, begins a new file when one has reached its size, and keeps as many as asked
 * for (`jwxt.log.1` is the last one). The console shows the supervisor from `level` on, as it does programs that run
 * once and tell how far they are, and the services from warnings on unless `level` asks for more.
 */
export function openSystemLog(dataDir: string, level: string, space: LogSpace): SystemLog {
  const console_ = pretty({
    colorize: process.stdout.isTTY,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,service',
    messageFormat: '[{service}] {msg}',
    singleLine: true,
  });
  process.stdout.on('error', () => undefined);
  const file = openRotatingFile(join(dataDir, 'logs', 'jwxt.log'), space);
  const own = severity[level] ?? 30;
  const services = own < 30 ? own : Math.max(own, 40);
  const destination = {
    write(line: string) {
      file.write(line);
      console_.write(line);
    },
  };
  return {
    logger: createLogger('supervisor', { level, destination }),
    childLine(service, line, plainLevel = 'warn', from = 'service') {
      if (line.trim() === '') return;
      const parsed = parseLogLine(line);
      const json = parsed
        ? line
        : JSON.stringify({ level: plainLevel, time: new Date().toISOString(), service, msg: line });
      file.write(`${json}\n`);
      if ((severity[parsed?.level ?? plainLevel] ?? 40) >= (from === 'program' ? own : services))
        console_.write(`${json}\n`);
    },
    close: () => file.close(),
  };
}

function parseLogLine(line: string): { level: string } | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    const level = typeof value === 'object' && value !== null && 'level' in value ? value.level : undefined;
    return typeof level === 'string' ? { level } : undefined;
  } catch {
    return undefined;
  }
}

interface RotatingFile {
  write(text: string): void;
  close(): Promise<void>;
}

function openRotatingFile(path: string, { fileBytes, files }: LogSpace): RotatingFile {
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const open = (): WriteStream => {
    const stream = createWriteStream(path, { ...opened(path), flags: 'a', mode: 0o640 });
    stream.on('error', () => undefined);
    return stream;
  };
  let stream = open();
  return {
    write(text) {
      if (size > fileBytes) {
        stream.end();
        shiftFiles(path, files);
        stream = open();
        size = 0;
      }
      // After a failed write (a full disk) the stream takes nothing more: the next line tries anew.
      if (stream.destroyed) stream = open();
      stream.write(text);
      size += Buffer.byteLength(text);
    },
    async close() {
      await new Promise<void>((resolve) => {
        stream.end(() => resolve());
      });
    },
  };
}

/**
 * Opened at once, so that a rotation right after it moves a file that is there; on a full disk it is tried again in the
 * background.
 */
function opened(path: string): { fd?: number } {
  try {
    return { fd: openSync(path, 'a', 0o640) };
  } catch {
    return {};
  }
}

/** Makes room for a new file: what would be too many goes, also after fewer are wanted than before. */
function shiftFiles(path: string, files: number): void {
  for (let index = files - 1; existsSync(`${path}.${index}`); index += 1) rmSync(`${path}.${index}`);
  for (let index = files - 2; index >= 0; index -= 1) {
    const from = index === 0 ? path : `${path}.${index}`;
    if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${path}.${index + 1}`);
  }
}

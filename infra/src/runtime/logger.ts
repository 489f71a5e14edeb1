import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { openLineOutput, type LineOutput } from './line-output.ts';

export type { Logger } from 'pino';

const secretKeys = [
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'authorization',
  'cookie',
  'secret',
  'csrf',
  'INTERNAL_TOKEN',
  'COMMANDS_SECRET',
  'PROJECTIONS_SECRET',
  'OPERATOR_SECRET',
  'FACTOR_SECRET',
  'PERSON_KEY',
  'METRICS_TOKEN',
  'DATABASE_URL',
  'EVENTSTORE_URL',
  'SMTP_URL',
];

/** Paths which never reach a log line, at the top, one and two levels down. */
const redactedPaths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

let opened: LineOutput | undefined;

/**
 * One for all loggers of the process. A line that goes out at once may overtake some that are being written: each has
 * its time.
 */
function standardOutput(): LineOutput {
  if (opened === undefined) {
    const output = openLineOutput(1);
    process.on('exit', () => output.flush());
    opened = output;
  }
  return opened;
}

/** Options of {@link createLogger}. `destination` defaults to standard output. */
export interface LoggerOptions {
  level?: string;
  destination?: DestinationStream;
}

/**
 * JSON log lines of one service: level by name, ISO time, `service`, errors under `err`.
 * Secrets (passwords, tokens, cookies, connection strings) are replaced by `[已隐藏]`.
 */
export function createLogger(service: string, options: LoggerOptions = {}): Logger {
  const settings = {
    level: options.level ?? process.env.LOG_LEVEL ?? 'info',
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: '[已隐藏]' },
  };
  if (options.destination) return pino(settings, options.destination);
  // What is still held goes out when the process ends; a warning or worse goes out at once, since the process may be
  // killed for what it warns of.
  const output = standardOutput();
  return pino(
    {
      ...settings,
      hooks: {
        logMethod(args, method, level) {
          method.apply(this, args);
          if (level >= pino.levels.values.warn!) output.flush();
        },
      },
    },
    output,
  );
}

import type { SystemLog } from '../supervisor/console-log.ts';
import { createLogger } from '../runtime/logger.ts';

/** A system log for tests that keeps its lines instead of showing them. */
export function collectingLog(): SystemLog & { lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    logger: createLogger('supervisor', {
      level: 'debug',
      destination: { write: (line: string) => void lines.push(line) },
    }),
    childLine: (service, line) => void lines.push(`${service}: ${line}`),
    close: () => Promise.resolve(),
  };
}

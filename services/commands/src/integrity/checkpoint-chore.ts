import { withTimeout } from '@jwxt/infra/runtime/backoff.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { repeatedly } from '../kernel/repeatedly.ts';
import { createCheckpointWriter, type CheckpointWriterOptions } from './checkpoint-writer.ts';
import { loadSigningKeys } from './signing-key.ts';

/** What the operator has set about checkpoints. */
export interface CheckpointSettings extends Pick<CheckpointWriterOptions, 'everyEvents' | 'everyMs'> {
  readonly eventStoreUrl: string;
  /** Folder with the key that signs. */
  readonly keyFolder: string;
}

/** How often the log is looked at: what is read then waits in memory for its checkpoint. */
const lookEveryMs = 15_000;

/** A stop waits no longer for a look that goes on, as it does when the store has gone. */
const patienceMs = 3_000;

/**
 * Seals the log by itself, in the process that leads. What fails is tried again at the next look. In its first
 * `everyMs`, when a demo university or base data may just have been laid, it does not wait longer than until nothing
 * more comes. What is not sealed when it stops, its next start seals as soon.
 */
export function startCheckpoints(
  { eventStoreUrl, keyFolder, everyEvents, everyMs }: CheckpointSettings,
  logger: Logger,
): { close(): Promise<void> } {
  const log = connectEventLog(eventStoreUrl, { name: 'checkpoints', logger });
  const stopping = new AbortController();
  const keys = () => loadSigningKeys(keyFolder);
  const writer = createCheckpointWriter({ log, keys, everyEvents, everyMs, logger });
  const startedAt = performance.now();
  const looks = repeatedly(Math.min(lookEveryMs, everyMs), async () => {
    try {
      const when = performance.now() - startedAt < everyMs ? 'quiet' : 'due';
      if (!stopping.signal.aborted) await writer.look(when, stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) logger.warn({ err: error }, '暂时无法写入检查点，稍后重试');
    }
  });
  return {
    async close() {
      stopping.abort();
      const tooLong = (): Error => new Error(`a look at the log goes on after ${patienceMs} ms`);
      await withTimeout(looks.close(), patienceMs, tooLong).catch((error: unknown) => {
        logger.info({ err: error }, '停止时日志没有应答，未封存的内容下次启动后补上');
      });
      await log.close();
    },
  };
}

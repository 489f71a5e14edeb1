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

/** Seals the log by itself, in the process that leads. What fails is tried again at the next look. */
export function startCheckpoints(
  { eventStoreUrl, keyFolder, everyEvents, everyMs }: CheckpointSettings,
  logger: Logger,
): { close(): Promise<void> } {
  const log = connectEventLog(eventStoreUrl, { name: 'checkpoints', logger });
  const stopping = new AbortController();
  const keys = () => loadSigningKeys(keyFolder);
  const writer = createCheckpointWriter({ log, keys, everyEvents, everyMs, logger });
  const looks = repeatedly(Math.min(lookEveryMs, everyMs), async () => {
    try {
      if (!stopping.signal.aborted) await writer.look(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) logger.warn({ err: error }, '暂时无法写入检查点，稍后重试');
    }
  });
  return {
    async close() {
      stopping.abort();
      await looks.close();
      await log.close();
    },
  };
}

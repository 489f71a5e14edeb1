import { outcomeTexts, type InputOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import { useState } from 'react';
import { OWN_EXPORTS_PATH } from '@jwxt/contracts/file/export-job.vocabulary.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { LONG_TIMEOUT_MS, MadeLater } from './api-client.ts';
import { file } from './api.ts';
import { notify } from './notify.ts';
import { invalidateOperations } from './queries.ts';
import { questions } from './open-questions.ts';

/** Hands a blob to the browser to be saved. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}

/**
 * Downloads an operation that answers a file. Shows the server's message when it refuses; when the file is made later,
 * the way to where it will be. `start` is idle while one runs.
 */
export function useDownload<O extends Operation>(
  operation: O,
): { start: (input: InputOf<O>, fileName?: string) => void; isPending: boolean } {
  const [isPending, setPending] = useState(false);
  const client = useQueryClient();
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const laterMade = async (message: string): Promise<void> => {
    void invalidateOperations(client, ['exportJob.']);
    if (await questions.ask({ title: '提示', message, confirmText: '查看进度', cancelText: '继续操作', danger: false }))
      await router?.navigate({ to: OWN_EXPORTS_PATH });
  };
  return {
    isPending,
    start(input, fileName) {
      if (isPending) return;
      setPending(true);
      file(operation, input, { timeoutMs: LONG_TIMEOUT_MS })
        .then((answer) => {
          saveBlob(answer.blob, answer.fileName ?? fileName ?? operation.summary);
        })
        .catch((error: unknown) =>
          error instanceof MadeLater
            ? void laterMade(error.message)
            : notify.failure(error, outcomeTexts(operation).failure),
        )
        .finally(() => {
          setPending(false);
        });
    },
  };
}

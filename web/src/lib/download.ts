import { outcomeTexts, type InputOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import { useState } from 'react';
import { LONG_TIMEOUT_MS } from './api-client.ts';
import { file } from './api.ts';
import { notify } from './notify.ts';

/** Hands a blob to the browser to be saved. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => { URL.revokeObjectURL(url); }, 10_000);
}

/** Downloads an operation that answers a file. Shows the server's message when it refuses. `start` is idle while one runs. */
export function useDownload<O extends Operation>(operation: O): { start: (input: InputOf<O>, fileName?: string) => void; isPending: boolean } {
  const [isPending, setPending] = useState(false);
  return {
    isPending,
    start(input, fileName) {
      if (isPending) return;
      setPending(true);
      file(operation, input, { timeoutMs: LONG_TIMEOUT_MS })
        .then((answer) => { saveBlob(answer.blob, answer.fileName ?? fileName ?? operation.summary); })
        .catch((error: unknown) => { notify.failure(error, outcomeTexts(operation).failure); })
        .finally(() => { setPending(false); });
    },
  };
}

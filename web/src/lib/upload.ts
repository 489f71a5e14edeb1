import type { InputOf, Operation, OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { LONG_TIMEOUT_MS } from './api-client.ts';
import { call } from './api.ts';

export type UploadOptions = {
  /** Told how many bytes of the request have left, of how many. */
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
};

/** Sends a multipart operation with its file. Refusals, an expired session and time-outs are those of every call. */
export function upload<O extends Operation>(
  operation: O,
  fields: InputOf<O>,
  file: Blob,
  { onProgress, signal }: UploadOptions = {},
): Promise<OutputOf<O>> {
  return call(operation, fields, {
    timeoutMs: LONG_TIMEOUT_MS,
    ...(signal ? { signal } : {}),
    upload: { file, ...(onProgress ? { fetch: progressFetch(onProgress) } : {}) },
  });
}

/** `fetch` that tells how far its body is. The browser's own cannot. */
export function progressFetch(onProgress: (sent: number, total: number) => void): typeof fetch {
  return (url, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => {
        request.abort();
      };
      request.open(init.method ?? 'GET', url instanceof Request ? url.url : url);
      request.responseType = 'arraybuffer';
      request.withCredentials = init.credentials === 'include';
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => {
        onProgress(loaded, total);
      };
      request.onload = () => {
        resolve(
          new Response(request.response as ArrayBuffer, {
            status: request.status,
            headers: headersOf(request.getAllResponseHeaders()),
          }),
        );
      };
      request.onerror = () => {
        reject(new TypeError('Failed to fetch'));
      };
      request.onabort = () => {
        reject(new DOMException('The operation was aborted.', 'AbortError'));
      };
      request.onloadend = () => {
        init.signal?.removeEventListener('abort', abort);
      };
      if (init.signal?.aborted) {
        reject(new DOMException('The operation was aborted.', 'AbortError'));
        return;
      }
      init.signal?.addEventListener('abort', abort);
      request.send(init.body as XMLHttpRequestBodyInit | null | undefined);
    });
}

/** Header lines as the browser gives them, `name: value` each. */
function headersOf(lines: string): Headers {
  const headers = new Headers();
  for (const line of lines.trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return headers;
}

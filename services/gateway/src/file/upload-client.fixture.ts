import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { API_ROOT, type InputOf } from '@jwxt/contracts/kernel/operation.ts';
import { CSRF_HEADER, csrfToken, PUBLIC_CSRF_KEY, TIMESTAMP_PARAM } from '@jwxt/contracts/kernel/transport.ts';
import { uploadFile, type fileItem } from '@jwxt/contracts/file/file.operations.ts';
import type { z } from 'zod';
import type { Browser } from '../testing/browser.ts';

type Form = InputOf<typeof uploadFile>;
/** What an upload came to. */
export interface UploadAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly data: z.output<typeof fileItem>;
}

/** Address of the upload, with the time in it. */
export function uploadAddress(base: string, stamp = Math.floor(Date.now() / 1000)): string {
  return `${base}${API_ROOT}${uploadFile.path}?${TIMESTAMP_PARAM}=${stamp}`;
}

/** What our page sends along with an upload: the csrf value is made of the time and the fixed key (CLIENT-07). */
export function uploadHeaders(browser: Browser, stamp = Math.floor(Date.now() / 1000)): Record<string, string> {
  return { cookie: browser.cookieHeader, [CSRF_HEADER]: csrfToken(stamp, PUBLIC_CSRF_KEY) };
}

/** Uploads as our page does, over a real connection; `form` may lie. */
export async function uploadAs(
  browser: Browser,
  base: string,
  bytes: Buffer,
  form: Partial<Form> & Pick<Form, 'fileName' | 'businessId'>,
  headers: Record<string, string> = {},
): Promise<UploadAnswer> {
  const body = new FormData();
  const fields = {
    fileUid: crypto.randomUUID(),
    fileSize: bytes.length,
    fileType: '',
    businessTable: 'T_CJGL_XTWCJRD',
    ...form,
  };
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
  body.set('file', new Blob([Uint8Array.from(bytes)]), 'file');
  const answer = await fetch(uploadAddress(base), {
    method: 'POST',
    headers: { ...uploadHeaders(browser), ...headers },
    body,
  });
  return { status: answer.status, ...((await answer.json()) as Omit<UploadAnswer, 'status'>) };
}

/**
 * An upload that is written by hand: its fields and the beginning of its file part are on their way, the bytes are the
 * test's.
 */
export interface RawUpload {
  readonly outgoing: ClientRequest;
  /** What the server says, whether or not the body has been sent. Nothing more is sent then. */
  answer(): Promise<Pick<UploadAnswer, 'status' | 'code' | 'message'>>;
  /** Sends the last bytes and ends the body. */
  end(bytes: Buffer): void;
}

/** Begins an upload as `fields` say. */
export function beginUpload(
  browser: Browser,
  base: string,
  fields: Partial<Form> & Pick<Form, 'businessId' | 'fileSize'>,
): RawUpload {
  const outgoing = request(uploadAddress(base), {
    method: 'POST',
    headers: { ...uploadHeaders(browser), 'content-type': 'multipart/form-data; boundary=B' },
  });
  outgoing.on('error', () => undefined);
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  for (const [name, value] of Object.entries({
    fileUid: randomUUID(),
    fileName: 'a.pdf',
    businessTable: 'T_CJGL_XTWCJRD',
    ...fields,
  })) {
    outgoing.write(`--B\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`);
  }
  outgoing.write('--B\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n');
  return {
    outgoing,
    async answer() {
      const [response] = await answered;
      const { code, message } = JSON.parse(await text(response)) as UploadAnswer;
      outgoing.destroy();
      return { status: response.statusCode ?? 0, code, message };
    },
    end: (bytes) => void outgoing.end(Buffer.concat([bytes, Buffer.from('\r\n--B--\r\n')])),
  };
}

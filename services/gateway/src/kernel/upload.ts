import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Refused } from './refused.ts';

/** An upload whose fields have arrived; its file is still on its way. */
export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: Readable;
  /**
   * To be called when the file has been read: the request must end there, complete. Throws FILE_INCOMPLETE and
   * MALFORMED_REQUEST.
   */
  end(): Promise<void>;
}

/** The parser hands over names of any length. */
const longestName = 60;
/** An upload that stands still for so long is given up. */
const idleMs = 60_000;

/**
 * Reads a multipart request up to its file. The fields stand before it, so that what is refused is refused before its
 * bytes are taken.
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new Refused('MALFORMED_REQUEST', {}, { status: 415 });
  giveUpWhenIdle(request.raw);
  const parts = request.parts();
  const fields: Record<string, string> = {};
  for (;;) {
    const { value: part, done } = await complete(parts.next());
    if (done || !part) throw new Refused('MALFORMED_REQUEST');
    if (part.type === 'file') {
      return {
        fields,
        file: part.file,
        async end() {
          const rest = await complete(parts.next());
          if (!rest.done) throw new Refused('MALFORMED_REQUEST');
        },
      };
    }
    if (
      typeof part.value !== 'string' ||
      part.valueTruncated ||
      part.fieldname.length > longestName ||
      part.fieldname in fields
    )
      throw new Refused('MALFORMED_REQUEST');
    fields[part.fieldname] = part.value;
  }
}

/** Whatever the parser says of a body that ends early or is not well formed. */
async function complete<T>(next: Promise<T>): Promise<T> {
  try {
    return await next;
  } catch (error) {
    const tooMuch = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
    throw tooMuch ? new Refused('REQUEST_TOO_LARGE') : new Refused('FILE_INCOMPLETE');
  }
}

function giveUpWhenIdle(raw: IncomingMessage): void {
  let before: number | undefined;
  const timer = setInterval(() => {
    if (raw.socket.bytesRead === before) raw.destroy();
    before = raw.socket.bytesRead;
  }, idleMs);
  raw.once('close', () => clearInterval(timer));
}

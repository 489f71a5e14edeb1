import type { EncodedRequest } from '@jwxt/web/lib/request-encoding.ts';
import type { PlainRequest } from './load/requests.ts';

/** A call as the driver sends it: it is good for the five minutes that its time may be off. */
export function asPlainRequest({ method, url, headers, body }: EncodedRequest): PlainRequest {
  if (body instanceof FormData) throw new TypeError('the driver sends no uploads');
  const { pathname, search } = new URL(url);
  return { method, path: `${pathname}${search}`, headers, ...(body === undefined ? {} : { body }) };
}

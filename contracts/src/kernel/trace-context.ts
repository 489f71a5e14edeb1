import { z } from 'zod';

/** Header that carries the trace through browser, gateway and services (W3C Trace Context). */
export const TRACEPARENT_HEADER = 'traceparent';

/** `00-<trace id, 32 hexadecimal digits>-<span id, 16>-<flags, 2>`; ids of zeros are none. */
const pattern = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;
export const traceparent = z.string().regex(pattern);

/** Begins a trace, sampled: a random trace id and a random id for the caller's own span. */
export function newTraceparent(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(24))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-01`;
}

/** The value of a header when it is a traceparent, else null. */
export function readTraceparent(header: unknown): string | null {
  return typeof header === 'string' && pattern.test(header) ? header : null;
}

/** The 32 digits by which a trace is found, in logs, in a tracing tool, and in what a user reports. */
export function traceIdIn(parent: string): string {
  return parent.slice(3, 35);
}

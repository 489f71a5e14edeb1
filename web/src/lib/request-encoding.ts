import { API_ROOT, hasBody, permissionOf, type Method, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import {
  csrfToken,
  CSRF_HEADER,
  PERMISSION_HEADER,
  PUBLIC_CSRF_KEY,
  takesPublicCsrf,
  TIMESTAMP_PARAM,
} from '@jwxt/contracts/kernel/transport.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What `fetch` is called with, for one operation and its input. */
export type EncodedRequest = {
  url: string;
  method: Method;
  headers: Record<string, string>;
  body: string | FormData | undefined;
};

/**
 * Writes a call as the contract declares it: path parameters into the path, `_t` in whole seconds into the query
 * (CLIENT-05), the csrf value (CLIENT-06; the public key before there is a session) and the permission code, `null` for
 * ungated calls (CLIENT-21), into headers; bodies as a form unless the contract says JSON (CLIENT-09) or
 * multipart: then the file follows its fields (FILES-02).
 */
export function encodeRequest(
  operation: Operation,
  input: Fields,
  context: { origin: string; seconds: number; secret: string | null; file?: Blob | undefined },
): EncodedRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
  const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(formValue(name, value ?? ''));
  });
  const query = new URLSearchParams();
  const addressed = hasBody(operation.method) ? (operation.inAddress ?? []) : [...rest.keys()];
  for (const name of addressed) {
    if (rest.has(name)) query.set(name, formValue(name, rest.get(name)));
    rest.delete(name);
  }
  query.set(TIMESTAMP_PARAM, String(context.seconds));
  const headers: Record<string, string> = {
    [CSRF_HEADER]: csrfToken(
      context.seconds,
      takesPublicCsrf(operation) ? PUBLIC_CSRF_KEY : (context.secret ?? PUBLIC_CSRF_KEY),
    ),
    [PERMISSION_HEADER]: permissionOf(operation) ?? 'null',
    accept: 'application/json',
  };
  let body: string | FormData | undefined;
  if (operation.encoding === 'multipart') {
    // The browser writes the content type itself: it has the mark between the parts.
    body = new FormData();
    for (const [name, value] of rest) body.set(name, formValue(name, value));
    if (context.file) body.set('file', context.file, 'file');
  } else if (hasBody(operation.method)) {
    const json = operation.encoding === 'json';
    headers['content-type'] = json ? 'application/json' : 'application/x-www-form-urlencoded;charset=UTF-8';
    body = json
      ? JSON.stringify(Object.fromEntries(rest))
      : new URLSearchParams([...rest].map(([name, value]) => [name, formValue(name, value)])).toString();
  }
  return { url: `${context.origin}${API_ROOT}${path}?${query.toString()}`, method: operation.method, headers, body };
}

/** One value as forms and query strings carry it; lists are joined by commas. */
function formValue(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((part) => formValue(name, part)).join(',');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(`"${name}" is nested: its operation must be declared with encoding "json"`);
}

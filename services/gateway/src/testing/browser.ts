import type { FastifyInstance } from 'fastify';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import {
  API_ROOT,
  hasBody,
  permissionOf,
  type InputOf,
  type Operation,
  type OutputOf,
} from '@jwxt/contracts/kernel/operation.ts';
import {
  CSRF_HEADER,
  csrfToken,
  encodePassword,
  PERMISSION_HEADER,
  PUBLIC_CSRF_KEY,
  takesPublicCsrf,
  TIMESTAMP_PARAM,
} from '@jwxt/contracts/kernel/transport.ts';
import { currentUser, login } from '@jwxt/contracts/session/session.operations.ts';
import { TEMP_LOGIN } from '@jwxt/contracts/session/session.vocabulary.ts';
import { PASSWORD } from './school.data.ts';

/** What came back: HTTP status, and the envelope or failure. */
export interface Answer<T = unknown> {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly traceId?: string;
  readonly data: T;
  readonly fieldErrors?: { field: string; message: string }[];
  readonly headers: Record<string, unknown>;
  /** The answer as it came: a download. */
  readonly bytes: Buffer;
}

/** What a request may do differently from our page. */
export interface Tampering {
  readonly headers?: Record<string, string | undefined>;
  readonly stamp?: number | undefined;
  readonly secret?: string;
  readonly json?: boolean;
  /** File of a multipart operation. */
  readonly file?: Buffer;
}

/** One browser: keeps cookies and the session's secret, and calls operations as our page does. */
export interface Browser {
  call<O extends Operation>(operation: O, input: InputOf<O>, tampering?: Tampering): Promise<Answer<OutputOf<O>>>;
  /** {@link call} that fails the test when it is refused. */
  get<O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>>;
  login(userName: string, password?: string, more?: { uuid?: string; vrifyCode?: string }): Promise<Answer>;
  /** Signs in by the token of a temporary link. */
  loginByLink(token: string): Promise<Answer>;
  readonly cookies: ReadonlyMap<string, string>;
  readonly cookieHeader: string;
}

/** Opens a browser on an app; with a user name it signs in. */
export function createBrowser(app: FastifyInstance, clock: () => Date = () => new Date()): Browser {
  const cookies = new Map<string, string>();
  let secret = PUBLIC_CSRF_KEY;
  const cookieHeader = (): string =>
    [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');

  const call = async (operation: Operation, given: unknown, tampering: Tampering = {}): Promise<Answer> => {
    const input = { ...(given as Record<string, string | undefined>) };
    const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = input[name] ?? '';
      delete input[name];
      return encodeURIComponent(value);
    });
    const stamp = tampering.stamp ?? Math.floor(clock().getTime() / 1000);
    const fields = Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)] as [string, string]);
    const addressed = hasBody(operation.method)
      ? fields.filter(([name]) => operation.inAddress?.includes(name))
      : fields;
    const query = new URLSearchParams([[TIMESTAMP_PARAM, String(stamp)], ...addressed]);
    const json = tampering.json ?? operation.encoding === 'json';
    const form =
      operation.encoding === 'multipart' ? await multipartOf(fields, tampering.file ?? Buffer.alloc(0)) : null;
    const headers = {
      host: 'jw.example',
      cookie: cookieHeader(),
      [PERMISSION_HEADER]: permissionOf(operation) ?? 'null',
      [CSRF_HEADER]: csrfToken(stamp, tampering.secret ?? (takesPublicCsrf(operation) ? PUBLIC_CSRF_KEY : secret)),
      ...(hasBody(operation.method)
        ? { 'content-type': form ? form.contentType : json ? 'application/json' : 'application/x-www-form-urlencoded' }
        : {}),
      ...tampering.headers,
    };
    const answer = await app.inject({
      method: operation.method,
      url: `${API_ROOT}${path}?${query.toString()}`,
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
      ...(hasBody(operation.method)
        ? { payload: form ? form.body : json ? JSON.stringify(input) : new URLSearchParams(fields).toString() }
        : {}),
    });
    for (const cookie of answer.cookies) {
      if (cookie.value === '') cookies.delete(cookie.name);
      else cookies.set(cookie.name, cookie.value);
    }
    const body = answer.headers['content-type']?.toString().startsWith('application/json')
      ? answer.json<Record<string, unknown>>()
      : {};
    // As a page does that is opened anew.
    if (operation.id === currentUser.id && body['code'] === SUCCESS_CODE)
      secret = (body['data'] as OutputOf<typeof currentUser>).csrfSecret;
    const meta = body['meta'] as { statusCode: string; message: string } | undefined;
    return {
      status: answer.statusCode,
      headers: answer.headers,
      bytes: answer.rawPayload,
      code: meta?.statusCode ?? '',
      message: meta?.message ?? '',
      data: undefined,
      ...body,
    };
  };

  const signIn = async (input: InputOf<typeof login>): Promise<Answer> => {
    const answer = await call(login, input);
    if (answer.code === SUCCESS_CODE) secret = (answer.data as OutputOf<typeof login>).csrfSecret;
    return answer;
  };

  return {
    call: call as Browser['call'],
    async get(operation, input) {
      const answer = await call(operation, input);
      if (answer.code !== SUCCESS_CODE)
        throw new Error(
          `${operation.id}: ${answer.status} ${answer.code} ${answer.message} ` +
            `${JSON.stringify(answer.fieldErrors ?? answer.data ?? null)}`,
        );
      return answer.data as never;
    },
    login: (userName, password = PASSWORD, more = {}) => signIn({ userName, token: encodePassword(password), ...more }),
    loginByLink: (token) => signIn({ userName: TEMP_LOGIN, token, pattern: TEMP_LOGIN }),
    cookies,
    get cookieHeader() {
      return cookieHeader();
    },
  };
}

/** Fields with one file after them, as a browser writes them. */
async function multipartOf(
  fields: readonly [string, string][],
  file: Buffer,
): Promise<{ contentType: string; body: Buffer }> {
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value);
  form.set('file', new Blob([Uint8Array.from(file)]), 'file');
  const written = new Response(form);
  return { contentType: written.headers.get('content-type') ?? '', body: Buffer.from(await written.arrayBuffer()) };
}

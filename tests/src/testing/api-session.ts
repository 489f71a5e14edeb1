import { SUCCESS_CODE, type Failure } from '@jwxt/contracts/kernel/envelope.ts';
import type { InputOf, Operation, OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { encodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { login } from '@jwxt/contracts/session/session.operations.ts';
import { encodeRequest, type EncodedRequest } from '@jwxt/web/lib/request-encoding.ts';

/** Password of the demo accounts. */
export const demoPassword = 'Jwxt@2026';

/** The API refused a call. */
export class ApiRefused extends Error {
  readonly status: number;
  readonly failure: Failure;

  constructor(operation: Pick<Operation, 'id'>, status: number, failure: Failure) {
    super(`${operation.id}: ${status} ${failure.code} ${failure.message}`);
    this.name = 'ApiRefused';
    this.status = status;
    this.failure = failure;
  }
}

/** A person at the API, without a browser. */
export interface ApiSession {
  readonly userName: string;
  /** `Cookie` header of the session. */
  readonly cookie: string;
  /** Secret of its csrf values. */
  readonly secret: string;
  /** A call as it would be sent now, cookie included, for a sender of its own. */
  encode<O extends Operation>(operation: O, input: InputOf<O>): EncodedRequest;
  /** Throws {@link ApiRefused} for anything but success. A missing answer throws what `fetch` throws. */
  call<O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>>;
  /** The bytes of an operation that answers a file. */
  file<O extends Operation>(operation: O, input: InputOf<O>): Promise<Buffer>;
}

/** Signs a person in. `now` is the clock of the person's machine. */
export async function signInToApi(
  url: string,
  userName: string,
  password: string = demoPassword,
  now: () => number = Date.now,
): Promise<ApiSession> {
  const session = { cookie: '', secret: null as string | null };
  const encode = (operation: Operation, input: object): EncodedRequest => {
    const request = encodeRequest(operation, input as Record<string, unknown>, {
      origin: url,
      seconds: Math.floor(now() / 1000),
      secret: session.secret,
    });
    return session.cookie === '' ? request : { ...request, headers: { ...request.headers, cookie: session.cookie } };
  };
  const send = async (operation: Operation, input: object): Promise<Response> => {
    const { url: address, method, headers, body } = encode(operation, input);
    return await fetch(address, { method, headers, ...(body === undefined ? {} : { body }) });
  };
  const call = async <O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>> => {
    const response = await send(operation, input as object);
    const answer = (await response.json()) as Failure;
    if (response.ok && answer.code === SUCCESS_CODE) return answer.data as OutputOf<O>;
    throw new ApiRefused(operation, response.status, answer);
  };
  const loginResponse = await send(login, { userName, token: encodePassword(password), pattern: 'manager-login' });
  const answer = (await loginResponse.json()) as Failure & { data: OutputOf<typeof login> };
  if (!loginResponse.ok) throw new ApiRefused(login, loginResponse.status, answer);
  session.cookie = loginResponse.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  session.secret = answer.data.csrfSecret;
  return {
    userName,
    cookie: session.cookie,
    secret: session.secret ?? '',
    call,
    encode: (operation, input) => encode(operation, input as object),
    async file(operation, input) {
      const response = await send(operation, input as object);
      if (!response.ok || response.headers.get('content-type')?.includes('json'))
        throw new ApiRefused(operation, response.status, (await response.json()) as Failure);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}

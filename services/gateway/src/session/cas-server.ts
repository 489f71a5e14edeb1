import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { SSO_CALLBACK_PATH } from '@jwxt/contracts/session/session.vocabulary.ts';
import { LONGEST_ANSWER, readTicketAnswer, type TicketAnswer } from './cas-answer.ts';

declare module '../kernel/services.ts' {
  interface Services {
    /** The single-sign-on server; null where there is none. */
    readonly cas: CasServer | null;
  }
}

/** Where the CAS 3 server is, and under which origin it knows us. */
export interface CasSettings {
  /** Without a slash at its end, e.g. `https://sso.example.edu.cn/cas`. */
  readonly url: string;
  readonly origin: string;
  readonly timeoutMs?: number;
}

/**
 * What a login carries through the CAS server: the state that its browser keeps, where to go afterwards, whether it is
 * the second try.
 */
export interface ServiceParams {
  readonly state: string;
  readonly returnUrl: string;
  readonly again: boolean;
}

/** The single-sign-on server. */
export interface CasServer {
  /** Where a person signs in. */
  loginUrl(params: ServiceParams): string;
  /** Where the server ends its own session. */
  logoutUrl(): string;
  /**
   * Asks the server whose ticket this is. The service must be the one of the login. Throws when there is no answer that
   * can be read; the error names no ticket.
   */
  validate(ticket: string, params: ServiceParams): Promise<TicketAnswer>;
}

/** The server could not be asked. */
export class CasUnavailable extends Error {
  constructor(reason: string) {
    super(`single sign-on server: ${reason}`);
    this.name = 'CasUnavailable';
  }
}

const usualTimeoutMs = 5_000;

/** Speaks the CAS 3 protocol to a server. */
export function createCasServer({ url, origin, timeoutMs = usualTimeoutMs }: CasSettings): CasServer {
  const service = ({ state, returnUrl, again }: ServiceParams): string =>
    `${origin}${SSO_CALLBACK_PATH}?` +
    `${new URLSearchParams({ state, returnUrl, ...(again ? { again: yesNo.yes } : {}) }).toString()}`;
  const address = (path: string, params: Record<string, string>): string =>
    `${url}${path}?${new URLSearchParams(params).toString()}`;
  return {
    loginUrl: (params) => address('/login', { service: service(params) }),
    logoutUrl: () => address('/logout', { service: `${origin}/login` }),
    async validate(ticket, params) {
      const text = await read(
        address('/p3/serviceValidate', { service: service(params), ticket, format: 'XML' }),
        timeoutMs,
      );
      try {
        return readTicketAnswer(text);
      } catch {
        throw new CasUnavailable('an answer that cannot be read');
      }
    },
  };
}

/** The text at an address, within a time and a size. Errors are told without the address: it has the ticket in it. */
async function read(address: string, timeoutMs: number): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, { signal, redirect: 'error', headers: { accept: 'application/xml' } });
    if (!response.ok || response.body === null) throw new CasUnavailable(`HTTP ${response.status}`);
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of response.body) {
      text += decoder.decode(part, { stream: true });
      if (text.length > LONGEST_ANSWER) throw new CasUnavailable('an answer without an end');
    }
    return text;
  } catch (error) {
    if (error instanceof CasUnavailable) throw error;
    const cause =
      error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : '';
    throw new CasUnavailable(signal.aborted ? `no answer within ${timeoutMs} ms` : `not reached ${cause}`.trim());
  }
}

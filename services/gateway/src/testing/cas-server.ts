import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A CAS 3 server of a test: knows who is signed in there, hands out tickets for a service, and tells of sign-outs. */
export interface CasTestServer {
  readonly url: string;
  /** Who the browser is to this server; null: nobody, then `/login` shows a form. */
  user: string | null;
  /** A ticket for a service, as `/login` would hand out. */
  ticket(user: string, service: string): string;
  /** Answers the next validations with this instead; null: as a server should. */
  answer: ((response: ServerResponse) => void) | null;
  /** Sends the notice of a sign-out to the service of a ticket, as the server does by itself. */
  noticeOf(ticket: string): { url: string; body: string };
  /** Services whose sign-out was asked for by a browser at `/logout`. */
  readonly loggedOutTo: string[];
  readonly validations: number;
  stop(): Promise<void>;
}

/** Starts it on a free port. */
export async function startCasServer(): Promise<CasTestServer> {
  const tickets = new Map<string, { user: string; service: string; used: boolean }>();
  const state = {
    user: null as string | null,
    answer: null as CasTestServer['answer'],
    validations: 0,
    loggedOutTo: [] as string[],
  };
  const ticket = (user: string, service: string): string => {
    const name = `ST-${tickets.size + 1}-${randomBytes(12).toString('hex')}-cas`;
    tickets.set(name, { user, service, used: false });
    return name;
  };

  const validate = (query: URLSearchParams, response: ServerResponse): void => {
    state.validations += 1;
    if (state.answer) {
      state.answer(response);
      return;
    }
    const known = tickets.get(query.get('ticket') ?? '');
    response.setHeader('content-type', 'application/xml');
    if (!known || known.used) response.end(failure('INVALID_TICKET'));
    else if (known.service !== query.get('service')) response.end(failure('INVALID_SERVICE'));
    else response.end(success(known.user));
    if (known) known.used = true;
  };
  const login = (query: URLSearchParams, response: ServerResponse): void => {
    const service = query.get('service') ?? '';
    if (state.user === null)
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end('<!doctype html><html lang="zh"><title>统一身份认证</title><h1>统一身份认证</h1></html>');
    else
      response
        .writeHead(302, {
          location: `${service}${service.includes('?') ? '&' : '?'}ticket=${ticket(state.user, service)}`,
        })
        .end();
  };
  const logout = (query: URLSearchParams, response: ServerResponse): void => {
    const service = query.get('service') ?? '';
    state.user = null;
    state.loggedOutTo.push(service);
    response.writeHead(302, { location: service }).end();
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cas.example');
    if (pathname === '/cas/login') login(searchParams, response);
    else if (pathname === '/cas/logout') logout(searchParams, response);
    else if (pathname === '/cas/p3/serviceValidate') validate(searchParams, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/cas`,
    ticket,
    loggedOutTo: state.loggedOutTo,
    get user() {
      return state.user;
    },
    set user(user) {
      state.user = user;
    },
    get answer() {
      return state.answer;
    },
    set answer(answer) {
      state.answer = answer;
    },
    get validations() {
      return state.validations;
    },
    noticeOf(name) {
      const known = tickets.get(name);
      if (!known) throw new TypeError(`no ticket ${name}`);
      const xml =
        '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="LR-1" Version="2.0" ' +
        'IssueInstant="2026-11-22T01:00:00Z"><saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">' +
        `${known.user}</saml:NameID><samlp:SessionIndex>${name}</samlp:SessionIndex></samlp:LogoutRequest>`;
      return { url: known.service, body: new URLSearchParams({ logoutRequest: xml }).toString() };
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const envelope = (inside: string): string =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inside}</cas:serviceResponse>`;
const failure = (code: string): string =>
  envelope(`<cas:authenticationFailure code="${code}">Ticket is not recognized</cas:authenticationFailure>`);
const attributes = '<cas:name>姓名</cas:name><cas:memberOf>teacher</cas:memberOf><cas:memberOf>dean</cas:memberOf>';
const success = (user: string): string =>
  envelope(`<cas:authenticationSuccess>
  <cas:user>${user}</cas:user>
  <cas:attributes>${attributes}</cas:attributes>
</cas:authenticationSuccess>`);

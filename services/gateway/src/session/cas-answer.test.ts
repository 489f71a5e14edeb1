import { describe, expect, it } from 'vitest';
import { LONGEST_ANSWER, readLogoutTicket, readTicketAnswer } from './cas-answer.ts';

const response = (inside: string): string =>
  `<cas:serviceResponse xmlns:cas='http://www.yale.edu/tp/cas'>${inside}</cas:serviceResponse>`;
const success = (user: string): string =>
  response(`<cas:authenticationSuccess><cas:user>${user}</cas:user></cas:authenticationSuccess>`);

describe('the answer to a ticket', () => {
  it('names the person and the attributes, the first of several values', () => {
    const inside =
      '<cas:authenticationSuccess><cas:user> 007 </cas:user><cas:attributes><cas:name>张三 &amp; ' +
      '李四</cas:name><cas:role>a</cas:role><cas:role>b</cas:role></cas:attributes></cas:authenticationSuccess>';
    expect(readTicketAnswer(response(inside))).toEqual({ user: '007', attributes: { name: '张三 & 李四', role: 'a' } });
  });

  it('or says why not', () => {
    expect(
      readTicketAnswer(response('<cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>')),
    ).toEqual({ refused: 'INVALID_TICKET' });
  });

  it.each([
    ['nothing', ''],
    ['a page', '<!doctype html><html><body>cas</body></html>'],
    ['no XML', '{"user":"admin"}'],
    ['broken XML', success('admin').slice(0, -12)],
    ['nobody', success(' ')],
    [
      'two persons',
      response(
        '<cas:authenticationSuccess><cas:user>a</cas:user><cas:user>admin</cas:user></cas:authenticationSuccess>',
      ),
    ],
    ['success outside the answer', '<cas:user>admin</cas:user>'],
    ['an XML bomb', `<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>${success('&b;')}`],
    ['an external entity', `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${success('&f;')}`],
    ['endless depth', '<a>'.repeat(20_000)],
    ['endless length', success('a'.repeat(LONGEST_ANSWER))],
  ])('%s is none', (_what, xml) => {
    expect(() => readTicketAnswer(xml)).toThrow('no answer to a ticket');
  });
});

describe('the notice of a sign-out', () => {
  it('names its ticket, whatever the prefixes', () => {
    expect(
      readLogoutTicket(
        '<samlp:LogoutRequest xmlns:samlp="x"><samlp:SessionIndex>ST-1</samlp:SessionIndex></samlp:LogoutRequest>',
      ),
    ).toBe('ST-1');
    expect(readLogoutTicket('<LogoutRequest><SessionIndex>ST-2</SessionIndex></LogoutRequest>')).toBe('ST-2');
  });

  it.each([
    '',
    'ST-1',
    '<LogoutRequest/>',
    '<x><SessionIndex>ST-1</SessionIndex></x>',
    '<!DOCTYPE a><LogoutRequest><SessionIndex>ST-1</SessionIndex></LogoutRequest>',
    '<a>'.repeat(20_000),
  ])('anything else names none: %.40s', (xml) => {
    expect(readLogoutTicket(xml)).toBeNull();
  });
});

import { XMLParser } from 'fast-xml-parser';

/** What a CAS 3 server says about a ticket. */
export type TicketAnswer =
  | { readonly user: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly refused: string };

/** No answer of a server is longer. */
export const LONGEST_ANSWER = 64 * 1024;
/** No notice of a sign-out is longer: it names one person and one ticket. */
export const LONGEST_NOTICE = 8 * 1024;

/** Texts stay texts: an account `007` is not `7`. */
const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: false,
});

/** Reads the answer of `/p3/serviceValidate`. Throws TypeError for anything that is none. */
export function readTicketAnswer(xml: string): TicketAnswer {
  const answer = objectOf(parse(xml)['serviceResponse']);
  const success = objectOf(answer['authenticationSuccess']);
  const user = textOf(success['user']);
  if (user !== '')
    return {
      user,
      attributes: Object.fromEntries(
        Object.entries(objectOf(success['attributes'])).map(([name, value]) => [
          name,
          textOf(Array.isArray(value) ? value[0] : value),
        ]),
      ),
    };
  const failure = objectOf(answer['authenticationFailure']);
  if (typeof failure['@code'] === 'string') return { refused: failure['@code'] };
  throw noAnswer();
}

/** The ticket that a sign-out notice names (`SessionIndex` of a SAML LogoutRequest); null for anything else. */
export function readLogoutTicket(xml: string): string | null {
  try {
    return textOf(objectOf(parse(xml)['LogoutRequest'])['SessionIndex']) || null;
  } catch {
    return null;
  }
}

function noAnswer(): TypeError {
  return new TypeError('no answer to a ticket');
}

/** Without a document type nothing can be declared that grows or reads files. */
function parse(xml: string): Record<string, unknown> {
  if (xml.length > LONGEST_ANSWER || /<!(DOCTYPE|ENTITY)/i.test(xml)) throw noAnswer();
  try {
    return objectOf(parser.parse(xml, true));
  } catch {
    throw noAnswer();
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : objectOf(value)['#text'];
  return typeof text === 'string' ? text.trim() : '';
}

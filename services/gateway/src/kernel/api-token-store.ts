import { createHmac, hash } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { TOKEN_PREFIX } from '@jwxt/contracts/session/program.vocabulary.ts';
import { loginWay } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { Cache } from '@jwxt/infra/runtime/cache-figures.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { createKeptValues } from './expiring-values.ts';
import { prepared } from './prepared-query.ts';
import { Refused } from './refused.ts';
import type { Session } from './session-store.ts';

/** What a token that was shown is: a session for this one call, or why it opens nothing. */
export interface ShownToken {
  /** Null when nobody knows it. */
  readonly tokenId: string | null;
  readonly outcome: Session | Refused;
}

/** One call of a program, for the record. */
export interface ApiCallRecord {
  readonly tokenId: string;
  readonly at: Date;
  readonly operation: string;
  readonly clientAddress: string | null;
  readonly status: number;
  readonly milliseconds: number;
  readonly traceId: string;
}

/** Tokens of programs, of which only hashes are kept. */
export interface ApiTokenStore {
  /** Looks at a token as it comes along: whether it is one, of now, and may be used from there. */
  look(token: string, clientAddress: string | null, now: Date): Promise<ShownToken>;
  /** The token of a command: it follows from the id, so that a command that is sent again names the same one. */
  tokenFor(commandId: string, createdBy: string): { token: string; tokenHash: string };
  record(call: ApiCallRecord): Promise<void>;
  readonly cache: Cache;
}

interface TokenRow {
  token_id: string;
  user_name: string;
  name: string;
  addresses: string[];
  created_by: string;
  expires_at: Date;
  revoked_at: Date | null;
}

/** A token that was found is believed for this long, while the gateway hears of changes. */
const keptMs = 5_000;

/** Creates the store; `key` is a secret of the services, `onChanged` tells when tokens may have changed. */
export function createApiTokenStore(
  db: Queryable,
  key: string,
  news: { subscribe(onChanged: () => void): void },
): ApiTokenStore {
  const kept = createKeptValues<Promise<TokenRow | null>>(keptMs);
  news.subscribe(() => kept.clear());
  const rowOf = (tokenHash: string, now: Date): Promise<TokenRow | null> => {
    const hit = kept.get(tokenHash, now);
    if (hit) return hit;
    const row = db
      .query<TokenRow>(
        prepared(
          `select token_id, user_name, name, addresses, created_by, expires_at, revoked_at from base.api_token
            where token_hash = $1`,
          [tokenHash],
        ),
      )
      .then(({ rows }) => rows[0] ?? null);
    kept.set(tokenHash, row, now);
    row.catch(() => kept.delete(tokenHash));
    return row;
  };
  return {
    cache: kept,
    async look(token, clientAddress, now) {
      const tokenHash = hashOf(token);
      const row = token.startsWith(TOKEN_PREFIX) ? await rowOf(tokenHash, now) : null;
      if (!row) return { tokenId: null, outcome: new Refused('TOKEN_UNKNOWN') };
      const refused = refusalOf(row, clientAddress, now);
      return {
        tokenId: row.token_id,
        outcome: refused ?? {
          idHash: tokenHash,
          userName: row.user_name,
          csrfSecret: '',
          loginWay: loginWay.program,
          issuedBy: row.created_by,
        },
      };
    },
    tokenFor(commandId, createdBy) {
      const secret = createHmac('sha256', key).update(`api-token\n${commandId}\n${createdBy}`, 'utf8');
      const token = TOKEN_PREFIX + secret.digest('base64url');
      return { token, tokenHash: hashOf(token) };
    },
    async record({ tokenId, at, operation, clientAddress, status, milliseconds, traceId }) {
      await db.query(
        `insert into gateway.api_call (token_id, at, operation, client_address, status, milliseconds, trace_id)
          values ($1, $2, $3, $4, $5, $6, $7)`,
        [tokenId, at, operation, clientAddress, status, milliseconds, traceId],
      );
    },
  };
}

function refusalOf({ name, addresses, ...row }: TokenRow, clientAddress: string | null, now: Date): Refused | null {
  if (row.revoked_at) return new Refused('TOKEN_REVOKED', { name });
  if (row.expires_at <= now) return new Refused('TOKEN_EXPIRED', { name, time: toDateTimeText(row.expires_at) });
  return isAllowedFrom(addresses, clientAddress)
    ? null
    : new Refused('TOKEN_ADDRESS', { name, address: clientAddress ?? '未知地址' });
}

/** Whether an address is one of those named, or in one of the networks; none named: any. */
export function isAllowedFrom(addresses: readonly string[], clientAddress: string | null): boolean {
  if (addresses.length === 0) return true;
  if (clientAddress === null) return false;
  const list = new BlockList();
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list.check(clientAddress, isIPv6(clientAddress) ? 'ipv6' : 'ipv4');
}

const hashOf = (token: string): string => hash('sha256', token, 'hex');

import { createHmac, hash } from 'node:crypto';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { Refused } from '../kernel/refused.ts';

/** Temporary links (LOGIN-43…45): a token opens one session of the person it was issued for. */
export interface TempLogins {
  /** The token of a command. It follows from the command's id, so that a command that is sent again names the same link. */
  tokenFor(commandId: string, issuedBy: string): { token: string; tokenHash: string };
  /** Uses a token up and answers whose it is. Throws TEMP_LOGIN_INVALID. */
  use(token: string, now: Date): Promise<string>;
}

/** Creates them; `key` is a secret of the services. */
export function createTempLogins(db: Queryable, key: string): TempLogins {
  return {
    tokenFor(commandId, issuedBy) {
      const token = createHmac('sha256', key).update(`temp-login\n${commandId}\n${issuedBy}`, 'utf8').digest('base64url');
      return { token, tokenHash: hash('sha256', token, 'hex') };
    },
    async use(token, now) {
      const { rows: [row] } = await db.query<{ user_name: string }>(
        'update gateway.temp_login set used_at = $2 where token_hash = $1 and used_at is null and expires_at > $2 returning user_name', [hash('sha256', token, 'hex'), now],
      );
      if (!row) throw new Refused('TEMP_LOGIN_INVALID');
      return row.user_name;
    },
  };
}

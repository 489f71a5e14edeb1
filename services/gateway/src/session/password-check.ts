import { verify } from '@node-rs/argon2';
import { isInitialHash } from '@jwxt/infra/runtime/initial-password.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/**
 * Verified against when there is no such account, so that the answer takes as long as with one. Hash of a random text,
 * made as those of the accounts are.
 */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$E36kanL/2cqM6xhVpXMvEw$RzAz0Jbctu6fd3fV4jWIj39ni9kOA6V7gw+oYIbj/h8';

/**
 * Whether an account that is switched on and not over has this password. Nobody's account, and one without a password,
 * cost the same work; so does an initial password, whose own hash is quick.
 */
export async function isPassword(
  db: Queryable,
  userName: string,
  password: string,
  check: typeof verify = verify,
): Promise<boolean> {
  const { rows } = await db.query<{ password_hash: string | null }>(
    `select password_hash from base.user_account where user_name = $1 and sfqy = '1'
      and (valid_to is null or valid_to >= base.school_day())`,
    [userName],
  );
  const known = rows[0]?.password_hash ?? undefined;
  if (known !== undefined && isInitialHash(known)) await check(nobodysHash, password).catch(() => false);
  const right = await check(known ?? nobodysHash, password).catch(() => false);
  return right && known !== undefined;
}

import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';

/**
 * One thing that only one may have: a room in one lesson, a seat of a class, a place of a quota, the number of a
 * certificate.
 */
export interface Claim {
  /** What sort of thing, such as `room`. */
  readonly kind: string;
  /** Which one, with whatever makes it unique. */
  readonly thing: string;
  /** Its part: lesson, seat or place; 0 where it has none. */
  readonly unit: number;
}

/**
 * Takes claims for a holder in the transaction of the effect that needs them, all or none: two effects that want the
 * same cannot both be committed. Waits for a transaction that is taking one of them. Answers those that others hold
 * (none: they are the holder's); what was taken before by the same holder stays its own. A refusal is an outcome to be
 * told, not an error.
 */
export async function takeClaims(
  client: PoolClient,
  holder: string,
  claims: readonly Claim[],
  time: string,
): Promise<Claim[]> {
  const columns = [claims.map(({ kind }) => kind), claims.map(({ thing }) => thing), claims.map(({ unit }) => unit)];
  // In one order everywhere: two that want the same wait for each other, never both.
  const { rows: taken } = await client.query<Claim>(
    `insert into base.claim (kind, thing, unit, holder, at) select given.kind, given.thing, given.unit, $4, $5
      from unnest($1::text[], $2::text[], $3::int[]) as given (kind, thing, unit) order by 1, 2, 3
       on conflict do nothing returning kind, thing, unit`,
    [...columns, holder, time],
  );
  const { rows: others } = await client.query<Claim>(
    `select claim.kind, claim.thing, claim.unit from base.claim
      join unnest($1::text[], $2::text[], $3::int[]) as given (kind, thing, unit) using (kind, thing, unit)
      where claim.holder <> $4 order by 1, 2, 3`,
    [...columns, holder],
  );
  if (others.length > 0) {
    await client.query(
      `delete from base.claim using unnest($1::text[], $2::text[], $3::int[]) as given (kind, thing, unit)
        where (claim.kind, claim.thing, claim.unit) = (given.kind, given.thing, given.unit)`,
      [taken.map(({ kind }) => kind), taken.map(({ thing }) => thing), taken.map(({ unit }) => unit)],
    );
  }
  return others;
}

/** Gives back whatever a holder has, in the transaction of what ends its need. */
export async function releaseClaims(client: PoolClient, holder: string): Promise<void> {
  await client.query('delete from base.claim where holder = $1', [holder]);
}

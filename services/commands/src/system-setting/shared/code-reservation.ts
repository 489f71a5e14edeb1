import type { z } from 'zod';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { fieldColumn } from '@jwxt/contracts/kernel/resource-values.ts';
import {
  codedObject,
  formatCode,
  missingSources,
  type ObjectType,
  type Segment,
} from '@jwxt/contracts/system-setting/code-format.ts';
import {
  RESERVED_MINUTES,
  type releaseCode,
  type reserveCode,
} from '@jwxt/contracts/system-setting/code-reservation.operations.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { reservationState } from './code-use.ts';

interface Rule {
  readonly rule_code: string;
  readonly rule_version: number;
  readonly segments: readonly Segment[];
  readonly serial_scope: string;
}

/**
 * Makes the next number and keeps it for who asks. Those who ask at once get one after the other; a number that a row
 * has, or that was ever kept, is passed over.
 */
export async function reserve(
  client: PoolClient,
  context: CommandContext,
  { objectType, values }: { readonly objectType: ObjectType; readonly values: Readonly<Record<string, string>> },
): Promise<z.output<typeof reserveCode.result> | Refused> {
  const object = codedObject(objectType);
  const {
    rows: [rule],
  } = await client.query<Rule>(
    `select rule_code, rule_version, segments, serial_scope from base.code_rule
      where object_type = $1 and sfqy = '1' for share`,
    [objectType],
  );
  if (!object?.rows || !rule) return refuse('CODE_RULE_MISSING', { object: object?.name ?? '' });
  const missing = missingSources(objectType, rule.segments, values);
  if (missing.length > 0)
    return refuse(
      'INVALID_INPUT',
      {},
      { fieldErrors: missing.map(({ field, label }) => ({ field: `values.${field}`, message: `请先选择${label}` })) },
    );
  const made = (serial: number) => formatCode(rule.segments, { values, time: context.time, serial });
  const { prefix } = made(0);
  const countedBy = rule.serial_scope === 'rule' ? `rule:${rule.rule_code}` : `prefix:${prefix}`;
  const digits = rule.segments.find(({ type }) => type === 'serial')?.length ?? 1;
  // The row of the count is locked until the transaction ends: others wait here.
  await client.query(
    `insert into base.code_serial (object_type, counted_by, last) values ($1, $2, 0) on conflict do nothing`,
    [objectType, countedBy],
  );
  const {
    rows: [count],
  } = await client.query<{ last: string }>(
    'select last from base.code_serial where object_type = $1 and counted_by = $2 for update',
    [objectType, countedBy],
  );
  const taken = takenBy(object.rows);
  for (let serial = Number(count?.last ?? 0) + 1; serial < 10 ** digits; serial += 1) {
    const { code } = made(serial);
    const { rowCount } = await client.query(
      `select from base.code_reservation where object_type = $1 and code = $2
       union all ${taken} = $2`,
      [objectType, code],
    );
    if (rowCount) continue;
    const expires = new Date(Date.parse(context.time) + RESERVED_MINUTES * 60_000).toISOString();
    await client.query('update base.code_serial set last = $3 where object_type = $1 and counted_by = $2', [
      objectType,
      countedBy,
      serial,
    ]);
    const after = {
      object_type: objectType,
      code,
      rule_code: rule.rule_code,
      rule_version: rule.rule_version,
      user_name: context.actor.userName,
      reserved_at: context.time,
      expires_at: expires,
      state: reservationState.kept,
    };
    await client.query(
      `insert into base.code_reservation
        select * from jsonb_populate_record(null::base.code_reservation, $1::jsonb)`,
      [JSON.stringify(after)],
    );
    await logOperations(client, context, 'generate', 'codeReservation', [
      { key: `${objectType}/${code}`, before: null, after },
    ]);
    return { code, expiresAt: toDateTimeText(expires) };
  }
  return refuse('CODE_SERIAL_FULL', { prefix, digits });
}

/** A query of the rows that have a number, to be compared with it. */
function takenBy({ resource, field }: { readonly resource: string; readonly field: string }): string {
  const { table, fields } = allResources.find(({ name }) => name === resource)!;
  return `select from base.${table} where ${fieldColumn(fields, field)}`;
}

/** Gives back a number that is kept for the person. It is not made again. */
export async function release(
  client: PoolClient,
  context: CommandContext,
  { objectType, code }: z.output<typeof releaseCode.payload>,
): Promise<z.output<typeof releaseCode.result> | Refused> {
  const {
    rows: [known],
  } = await client.query<{ before: object; after: object }>(
    `with before as (
       select * from base.code_reservation where object_type = $1 and code = $2 and user_name = $3 and state = $4
         and expires_at > $5 for update
     )
     update base.code_reservation kept set state = $6 from before
       where kept.object_type = before.object_type and kept.code = before.code
       returning to_jsonb(before) as before, to_jsonb(kept) as after`,
    [objectType, code, context.actor.userName, reservationState.kept, context.time, reservationState.givenBack],
  );
  if (!known) return refuse('CODE_NOT_RESERVED', { code });
  await logOperations(client, context, 'release', 'codeReservation', [{ key: `${objectType}/${code}`, ...known }]);
  return { code };
}

import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { sortedOrder, byPinyin } from '../../kernel/sorted-by.ts';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { permissions } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { ApiCall, ApiToken, callSorts, tokenSorts } from '@jwxt/contracts/session/api-token.operations.ts';
import { tokenState, tokenStates, type TokenState } from '@jwxt/contracts/session/program.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { sqlParams } from '../../kernel/sql-params.ts';

/** What a page of tokens is asked for. */
export interface TokenFilter {
  readonly name?: string | undefined;
  readonly status?: TokenState | undefined;
  readonly pageNum: number;
  readonly sort?: SortText<(typeof tokenSorts)[number]> | undefined;
  readonly pageSize: number;
}

/** Which calls are asked for. */
interface CallFilter {
  readonly tokenId: string;
  readonly sort?: SortText<(typeof callSorts)[number]> | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

interface TokenRow {
  tokenId: string;
  userName: string;
  name: string;
  owner: string;
  ownerName: string;
  permissions: string[];
  units: { code: string; name: string }[];
  addresses: string[];
  createdBy: string;
  createdName: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  revokeReason: string | null;
  status: TokenState;
  lastAt: Date | null;
  lastAddress: string | null;
  changesReadAt: Date | null;
  copying: boolean | null;
  behindSince: Date | null;
}

const permissionNames = new Map<string, string>(permissions.map(({ code, name }) => [code, name]));
const operationNames = new Map(operations.map(({ id, summary }) => [id, summary]));
const timeOf = (at: Date | null): string | null => at && toDateTimeText(at);

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof tokenSorts)[number], string>> = {
  name: byPinyin('token.name'),
  userName: 'token.user_name',
  owner: byPinyin('owner.name'),
  createdName: byPinyin('creator.name'),
  expiresTime: 'token.expires_at',
  lastUsedTime: 'last.at',
};

/** A page of tokens, the newest first. */
export async function readApiTokens(
  db: Queryable,
  { name, status, sort, pageNum, pageSize }: TokenFilter,
  now: Date,
): Promise<{ list: ApiToken[]; total: number }> {
  const params = sqlParams();
  const state = `case when token.revoked_at is not null then '${tokenState.revoked}'
    when token.expires_at <= ${params.add(now)} then '${tokenState.expired}' else '${tokenState.valid}' end`;
  const conditions = [
    ...(name ? [`position(lower(${params.add(name)}) in lower(token.name)) > 0`] : []),
    ...(status ? [`${state} = ${params.add(status)}`] : []),
  ];
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const page = `limit ${params.add(pageSize)} offset ${params.add((pageNum - 1) * pageSize)}`;
  const { rows } = await db.query<TokenRow & { total: number }>(
    `select token.token_id as "tokenId", token.user_name as "userName", token.name, token.owner,
        owner.name as "ownerName", token.permissions, token.addresses, token.created_by as "createdBy",
        creator.name as "createdName", token.created_at as "createdAt", token.expires_at as "expiresAt",
        token.revoked_at as "revokedAt", token.revoke_reason as "revokeReason", ${state} as status,
        reader.read_at as "changesReadAt", reader.copying,
        (select change.at from base.change where change.change_no > reader.change_no
           order by change.change_no limit 1) as "behindSince",
        last.at as "lastAt", last.client_address as "lastAddress", count(*) over ()::int as total,
        (select coalesce(jsonb_agg(jsonb_build_object('code', unit.dwh, 'name', unit.dwmc) order by unit.dwh), '[]')
           from base.department unit where unit.dwh = any(token.units)) as units
       from base.api_token token join base.user_account owner on owner.user_name = token.owner
       join base.user_account creator on creator.user_name = token.created_by
       left join gateway.change_reader reader on reader.user_name = token.user_name
       left join lateral (select call.at, call.client_address from gateway.api_call call
         where call.token_id = token.token_id order by call.id desc limit 1) last on true
       ${where}
      order by ${sortedOrder(sort, sortExpressions, 'token.created_at desc, token.token_id')} ${page}`,
    [...params.values],
  );
  return {
    total: rows[0]?.total ?? 0,
    list: rows.map((row) => ({
      tokenId: row.tokenId,
      userName: row.userName,
      name: row.name,
      owner: row.owner,
      ownerName: row.ownerName,
      permissions: row.permissions.map((code) => ({ code, name: permissionNames.get(code) ?? code })),
      units: row.units,
      addresses: row.addresses,
      createdBy: row.createdBy,
      createdName: row.createdName,
      createdTime: toDateTimeText(row.createdAt),
      expiresTime: toDateTimeText(row.expiresAt),
      status: row.status,
      statusName: tokenStates[row.status],
      revokedTime: timeOf(row.revokedAt),
      revokeReason: row.revokeReason,
      lastUsedTime: timeOf(row.lastAt),
      lastAddress: row.lastAddress,
      changes: row.changesReadAt && {
        readTime: toDateTimeText(row.changesReadAt),
        copying: row.copying === true,
        behindSince: timeOf(row.behindSince),
      },
    })),
  };
}

/** What a program has called, the latest first. */
export async function readApiCalls(
  db: Queryable,
  { tokenId, sort, pageNum, pageSize }: CallFilter,
): Promise<{ list: ApiCall[]; total: number }> {
  const [counted, { rows }] = await Promise.all([
    db.query<{ total: number }>('select count(*)::int as total from gateway.api_call where token_id = $1', [tokenId]),
    db.query<{
      id: string;
      at: Date;
      operation: string;
      client_address: string | null;
      status: number;
      milliseconds: number;
      trace_id: string;
    }>(
      `select id::text, at, operation, client_address, status, milliseconds, trace_id from gateway.api_call
        where token_id = $1 order by id ${sort === 'time' ? '' : 'desc'} limit $2 offset $3`,
      [tokenId, pageSize, (pageNum - 1) * pageSize],
    ),
  ]);
  return {
    total: counted.rows[0]?.total ?? 0,
    list: rows.map(({ id, at, operation, status, milliseconds, ...row }) => ({
      id,
      time: toDateTimeText(at),
      operation,
      operationName: operationNames.get(operation) ?? operation,
      clientAddress: row.client_address ?? '',
      status,
      milliseconds,
      traceId: row.trace_id,
    })),
  };
}

import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { sortedOrder, byPinyin } from '../kernel/sorted-by.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { OnlineUser, OpenSession, onlineSorts } from '@jwxt/contracts/session/open-session.operations.ts';
import { loginWays, type LoginWay } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import { shortSessionId } from '../kernel/session-store.ts';
import { browserName } from './user-agent.ts';

interface SessionRow {
  id_hash: string;
  user_name: string;
  client_address: string | null;
  user_agent: string | null;
  login_way: LoginWay;
  created_at: Date;
  last_seen_at: Date;
}

const columns = `session.id_hash, session.user_name, session.client_address, session.user_agent, session.login_way,
  session.created_at, session.last_seen_at`;

/** A person's own sessions that are open now, the one that asks first, then by last use. */
export async function readOwnSessions(
  db: Queryable,
  userName: string,
  ownIdHash: string,
  now: Date,
): Promise<OpenSession[]> {
  const { rows } = await db.query<SessionRow>(
    `select ${columns} from gateway.session where session.user_name = $1 and session.revoked_at is null
      and session.expires_at > $2
      order by (session.id_hash = $3) desc, session.last_seen_at desc limit 200`,
    [userName, now, ownIdHash],
  );
  return rows.map((row) => shown(row, ownIdHash));
}

/** What a page of online users is asked for. */
export interface OnlineFilter {
  readonly userName?: string | undefined;
  readonly name?: string | undefined;
  readonly clientAddress?: string | undefined;
  readonly loginWay?: LoginWay | undefined;
  readonly pageNum: number;
  readonly sort?: SortText<(typeof onlineSorts)[number]> | undefined;
  readonly pageSize: number;
}

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof onlineSorts)[number], string>> = {
  userName: 'session.user_name',
  name: byPinyin('account.name'),
  clientAddress: 'session.client_address',
  loginTime: 'session.created_at',
  lastActiveTime: 'session.last_seen_at',
};

/** Sessions that are open now, the latest used first (SYSADMIN-28); `users` is how many people they are. */
export async function readOnlineUsers(
  db: Queryable,
  filter: OnlineFilter,
  ownIdHash: string,
  now: Date,
): Promise<{ list: OnlineUser[]; total: number; users: number }> {
  const params = sqlParams();
  // Who knows a password and has not taken the second step is not signed in.
  const conditions = [
    `session.revoked_at is null and session.second_step is null and session.expires_at > ${params.add(now)}`,
  ];
  const contains = (column: string, text: string | undefined): void => {
    if (text) conditions.push(`position(lower(${params.add(text)}) in lower(${column})) > 0`);
  };
  contains('session.user_name', filter.userName);
  contains('account.name', filter.name);
  contains('session.client_address', filter.clientAddress);
  if (filter.loginWay) conditions.push(`session.login_way = ${params.add(filter.loginWay)}`);
  const from = `from gateway.session join base.user_account account on account.user_name = session.user_name
    where ${conditions.join(' and ')}`;
  const counted = await db.query<{ total: number; users: number }>(
    `select count(*)::int as total, count(distinct session.user_name)::int as users ${from}`,
    [...params.values],
  );
  const page = `limit ${params.add(filter.pageSize)} offset ${params.add((filter.pageNum - 1) * filter.pageSize)}`;
  const { rows } = await db.query<SessionRow & { name: string; roles: string[] }>(
    `select ${columns}, account.name, array(select role.jsmc from base.user_role held
      join base.role on role.jsbh = held.jsbh
        where held.user_name = session.user_name order by role.jsbh) as roles ${from}
      order by ${sortedOrder(filter.sort, sortExpressions, 'session.last_seen_at desc, session.id_hash')} ${page}`,
    [...params.values],
  );
  return {
    list: rows.map((row) => ({
      ...shown(row, ownIdHash),
      userName: row.user_name,
      name: row.name,
      roleNames: row.roles,
    })),
    total: counted.rows[0]?.total ?? 0,
    users: counted.rows[0]?.users ?? 0,
  };
}

function shown(row: SessionRow, ownIdHash: string): OpenSession {
  return {
    sessionId: shortSessionId(row.id_hash),
    clientAddress: row.client_address ?? '',
    browser: browserName(row.user_agent),
    loginWay: row.login_way,
    loginWayName: loginWays[row.login_way],
    loginTime: toDateTimeText(row.created_at),
    lastActiveTime: toDateTimeText(row.last_seen_at),
    current: row.id_hash === ownIdHash,
  };
}

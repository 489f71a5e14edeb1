import { queryChanges, type Change } from '@jwxt/contracts/change-feed/change-feed.operations.ts';
import { changeKindNames, changeKinds, type ChangeKind } from '@jwxt/contracts/change-feed/change-feed.vocabulary.ts';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { pause } from '@jwxt/infra/runtime/backoff.ts';
import { formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { mayDo, type Principal } from '../kernel/principal.ts';
import { Refused } from '../kernel/refused.ts';
import type { Services } from '../kernel/services.ts';
import { cursorOf, placeOf, type Place } from './change-cursor.ts';
import { keepReader } from './change-reader.ts';
import { readChanges, readExisting, type Asking } from './change-feed.read.ts';

/** How often whoever waits is looked after. */
const LOOK_EVERY_MS = 500;

interface Told {
  readonly changes: Change[];
  readonly place: Place;
  readonly hasMore: boolean;
}

const changesHandler = handler(queryChanges, async ({ cursor, from, kinds, limit, waitSeconds }, call) => {
  const asking = { user: call.user, kinds: kindsFor(call.user, kinds), limit };
  const place = cursor === undefined ? await firstPlace(call.services.db, from) : await placeIn(call, cursor);
  await keepReader(call.services.db, call.user.userName, place, call.now);
  const until = performance.now() + waitSeconds * 1000;
  let told = await tell(call.services, asking, place);
  while (told.changes.length === 0 && !told.hasMore && performance.now() < until && !call.gone().aborted) {
    await pause(LOOK_EVERY_MS, call.gone());
    told = await tell(call.services, asking, told.place);
  }
  return { changes: told.changes, cursor: cursorOf(told.place), hasMore: told.hasMore };
});

/** The kinds asked for, or all that the caller may read as lists. */
function kindsFor(user: Principal, asked: readonly ChangeKind[] | undefined): readonly ChangeKind[] {
  const mayRead = (kind: ChangeKind): boolean => mayDo(user, changeKinds[kind].permission);
  const wanted = changeKindNames.filter((kind) => asked?.includes(kind) ?? mayRead(kind));
  const refused = wanted.length === 0 ? changeKindNames : wanted.filter((kind) => !mayRead(kind));
  if (refused.length === 0) return wanted;
  const details = {
    kinds: refused.map((kind) => changeKinds[kind].name).join('、'),
    permissions: refused.map((kind) => changeKinds[kind].permission).join('、'),
  };
  throw new Refused('CHANGE_KIND_RIGHTS', details, {
    fieldErrors: [{ field: 'kinds', message: errorText('CHANGE_KIND_RIGHTS', details) }],
  });
}

/** The last change there is: what comes after it has not been told, and what comes before it is in what is there. */
async function firstPlace(db: Queryable, from: 'now' | 'beginning'): Promise<Place> {
  const { rows } = await db.query<{ no: string; id: string }>(
    'select change_no::text as no, change_id as id from base.change order by change_no desc limit 1',
  );
  return { ...rows[0]!, copy: from === 'now' ? null : { kind: changeKindNames[0]!, after: '' } };
}

/** Refuses a cursor that is none, that is of a log which is not this one any more, or behind which changes are gone. */
async function placeIn({ services: { db } }: SignedInCall, cursor: string): Promise<Place> {
  const place = placeOf(cursor);
  if (place === null) throw cursorRefused('CHANGE_CURSOR_UNREADABLE');
  const { rows } = await db.query<{ known: boolean; gone: boolean }>(
    `select exists (select from base.change where change_no = $1 and change_id = $2) as known,
      $1 < (select min(change_no) from base.change) as gone`,
    [place.no, place.id],
  );
  if (rows[0]?.known) return place;
  throw cursorRefused(rows[0]?.gone ? 'CHANGE_CURSOR_EXPIRED' : 'CHANGE_CURSOR_UNREADABLE');
}

function cursorRefused(code: 'CHANGE_CURSOR_UNREADABLE' | 'CHANGE_CURSOR_EXPIRED'): Refused {
  return new Refused(code, {}, { fieldErrors: [{ field: 'cursor', message: errorText(code) }] });
}

async function tell(services: Services, asking: Asking, place: Place): Promise<Told> {
  if (place.copy !== null) return await tellExisting(services, asking, place, place.copy);
  const { changes, upTo, hasMore } = await readChanges(services.db, asking, place.no);
  return { changes, place: upTo ? { no: upTo.key, id: upTo.id, copy: null } : place, hasMore };
}

/** What is there, one kind after the other; then the changes since the first call. */
async function tellExisting(
  services: Services,
  asking: Asking,
  place: Place,
  { kind: from, after: known }: NonNullable<Place['copy']>,
): Promise<Told> {
  const kind = changeKindNames.slice(changeKindNames.indexOf(from)).find((one) => asking.kinds.includes(one));
  if (kind === undefined) return await tell(services, asking, { ...place, copy: null });
  const after = kind === from ? known : '';
  // Whatever was told before the first call must be in what is read now; until it is, come again.
  if (kind === 'score' && after === '' && !(await scoresAreThere(services)))
    return { changes: [], place: { ...place, copy: { kind, after } }, hasMore: true };
  const { changes, upTo, hasMore } = await readExisting(services.db, asking, kind, after);
  const next = changeKindNames[changeKindNames.indexOf(kind) + 1];
  const copy = hasMore && upTo ? { kind, after: upTo.key } : next ? { kind: next, after: '' } : null;
  return { changes, place: { ...place, copy }, hasMore: true };
}

async function scoresAreThere({ eventLog, feed }: Services): Promise<boolean> {
  for await (const { position } of eventLog.readAll({ direction: 'backwards', maxCount: 1 }))
    return await feed.reached([attemptModel.name], formatPosition(position));
  return true;
}

export const changeFeedHandlers = [changesHandler];

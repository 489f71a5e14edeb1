import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { sortedOrder, byPinyin } from '../kernel/sorted-by.ts';
import { codesOf, conditionOf, findErasable, rowsOfKind } from '@jwxt/infra/runtime/erased-rows.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import type { ErasurePreview, PersonErasure, erasureSorts } from '@jwxt/contracts/system/person-erasure.operations.ts';
import {
  erasureBasisNames,
  personKindNames,
  staysAfterErasure,
  type ErasureBasis,
  type PersonKey,
  type PersonKind,
} from '@jwxt/contracts/system/person-erasure.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { findPerson } from './shared/person.read.ts';

interface Raw {
  erasureId: string;
  kind: PersonKind;
  code: string;
  basis: ErasureBasis;
  reason: string;
  erasedAt: Date;
  erasedByName: string;
  confirmedByName: string | null;
  keys: number;
  rows: readonly { readonly title: string; readonly count: number }[];
  complete: boolean;
  n: number;
}

/** An erasure with what became of which rows. */
export type ErasureInFull = PersonErasure & { readonly byKind: Raw['rows'] };

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof erasureSorts)[number], string>> = {
  code: 'erasure.code',
  erasedTime: 'erasure.erased_at',
  erasedByName: byPinyin('erasure.erased_by_name'),
};

/** Erasures, newest first; one of an id. Complete: told in the log, and no read model is older than it. */
export async function readErasures(
  db: Queryable,
  {
    erasureId = null,
    pageNum,
    pageSize,
    sort,
  }: {
    erasureId?: string | null;
    pageNum: number;
    pageSize: number;
    sort?: SortText<(typeof erasureSorts)[number]> | undefined;
  },
): Promise<{ list: ErasureInFull[]; total: number }> {
  const { rows } = await db.query<Raw>(
    `select erasure.erasure_id as "erasureId", erasure.kind, erasure.code, erasure.basis, erasure.reason,
        erasure.erased_at as "erasedAt", erasure.erased_by_name as "erasedByName",
        erasure.confirmed_by as "confirmedByName", erasure.keys, erasure.rows,
        erasure.told_at is not null and not exists (select from projection.read_model model
          where model.status = 'serving' and model.started_at < erasure.erased_at) as complete,
        count(*) over ()::int as n
       from base.person_erasure erasure where $1::text is null or erasure.erasure_id = $1
      order by ${sortedOrder(sort, sortExpressions, 'erasure.erased_at desc, erasure.code')} limit $2 offset $3`,
    [erasureId, pageSize, (pageNum - 1) * pageSize],
  );
  return {
    total: rows[0]?.n ?? 0,
    list: rows.map(({ n: _n, erasedAt, rows: byKind, confirmedByName, complete, ...row }) => ({
      ...row,
      kindName: personKindNames[row.kind],
      basisName: erasureBasisNames[row.basis],
      erasedTime: toDateTimeText(erasedAt),
      confirmedByName: confirmedByName ?? '',
      rows: byKind.reduce((sum, { count }) => sum + count, 0),
      complete: yesNoOf(complete),
      byKind,
    })),
  };
}

/** What would be erased of the person of a number or account; null where there is none. */
export async function readErasurePreview(db: Queryable, number: string): Promise<ErasurePreview | null> {
  const person = await findPerson(db, { number });
  const erasable = person && (await findErasable(db, person));
  if (!erasable) return null;
  const codes = await codesOf(db, person, erasable.number);
  const counts = await Promise.all(
    rowsOfKind(person.kind).map(async (kind) => {
      const found = await db.query<{ n: number }>(
        `select count(*)::int as n from ${kind.table} where ${conditionOf(kind)}`,
        [codes[kind.of]],
      );
      return { title: kind.title, count: found.rows[0]?.n ?? 0 };
    }),
  );
  const keys = await db.query<{ n: number }>(
    `select count(*)::int as n from base.person_key
      where wrapped is not null and (kind, code) in (select * from unnest($1::text[], $2::text[]))`,
    [Object.entries(codes).flatMap(([kind, list]) => list.map(() => kind)), Object.values(codes).flat()],
  );
  return {
    kind: person.kind,
    kindName: personKindNames[person.kind],
    code: person.code,
    number: person.number,
    name: person.name,
    statusName: await statusOf(db, person),
    mayBeErased: yesNoOf(erasable.hasLeft),
    keys: keys.rows[0]?.n ?? 0,
    erased: counts.filter(({ count }) => count > 0),
    stays: [...staysAfterErasure],
  };
}

/** What a person's state is called. */
async function statusOf(db: Queryable, { kind, code }: PersonKey): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `select coalesce(dict.mc, state) as name from (
       select 'XTGL_XSDQZT' as list, dqztm as state from base.student where $1 = 'student' and student_code = $2
       union all select 'XTGL_JZGDQZT', dqztm from base.teacher where $1 = 'teacher' and gh = $2
       union all select '', case sfqy when '1' then '启用' else '停用' end from base.user_account
         where $1 = 'account' and user_name = $2) as person
       left join base.data_dict dict on dict.dmlb = list and dict.dm = state`,
    [kind, code],
  );
  return rows[0]?.name ?? '';
}

import { codesOf, conditionOf, erasedRows } from '@jwxt/infra/runtime/erased-rows.ts';
import { hasLeft } from '@jwxt/contracts/student-status/status.rules.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import type { ErasurePreview, PersonErasure } from '@jwxt/contracts/system/person-erasure.operations.ts';
import {
  erasureBasisNames,
  staysAfterErasure,
  type ErasureBasis,
} from '@jwxt/contracts/system/person-erasure.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

interface Raw {
  erasureId: string;
  studentCode: string;
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

/** Erasures, newest first; one of an id. Complete: told in the log, and no read model is older than it. */
export async function readErasures(
  db: Queryable,
  { erasureId = null, pageNum, pageSize }: { erasureId?: string | null; pageNum: number; pageSize: number },
): Promise<{ list: ErasureInFull[]; total: number }> {
  const { rows } = await db.query<Raw>(
    `select erasure.erasure_id as "erasureId", erasure.student_code as "studentCode", erasure.basis, erasure.reason,
        erasure.erased_at as "erasedAt", erasure.erased_by_name as "erasedByName",
        erasure.confirmed_by as "confirmedByName", erasure.keys, erasure.rows,
        erasure.told_at is not null and not exists (select from projection.read_model model
          where model.status = 'serving' and model.started_at < erasure.erased_at) as complete,
        count(*) over ()::int as n
       from base.person_erasure erasure where $1::text is null or erasure.erasure_id = $1
      order by erasure.erased_at desc, erasure.student_code limit $2 offset $3`,
    [erasureId, pageSize, (pageNum - 1) * pageSize],
  );
  return {
    total: rows[0]?.n ?? 0,
    list: rows.map(({ n: _n, erasedAt, rows: byKind, confirmedByName, complete, ...row }) => ({
      ...row,
      basisName: erasureBasisNames[row.basis],
      erasedTime: toDateTimeText(erasedAt),
      confirmedByName: confirmedByName ?? '',
      rows: byKind.reduce((sum, { count }) => sum + count, 0),
      complete: yesNoOf(complete),
      byKind,
    })),
  };
}

/** What would be erased of the student of a number; null where there is none. */
export async function readErasurePreview(db: Queryable, studentNumber: string): Promise<ErasurePreview | null> {
  const { rows } = await db.query<{ code: string; number: string; name: string; status: string; statusName: string }>(
    `select student.student_code as code, student.student_number as number, student.student_name as name,
        student.dqztm as status, coalesce(dict.mc, student.dqztm) as "statusName"
       from base.student student
       left join base.data_dict dict on dict.dmlb = 'XTGL_XSDQZT' and dict.dm = student.dqztm
      where student.student_number = $1`,
    [studentNumber],
  );
  const [student] = rows;
  if (!student) return null;
  const codes = await codesOf(db, student.code, student.number);
  const counts = await Promise.all(
    erasedRows.map(async (kind) => {
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
    studentCode: student.code,
    studentNumber: student.number,
    studentName: student.name,
    statusName: student.statusName,
    mayBeErased: yesNoOf(hasLeft(student.status)),
    keys: keys.rows[0]?.n ?? 0,
    erased: counts.filter(({ count }) => count > 0),
    stays: [...staysAfterErasure],
  };
}

import type { Change } from '@jwxt/contracts/change-feed/change-feed.operations.ts';
import { changeKindNames, changeKinds, type ChangeKind } from '@jwxt/contracts/change-feed/change-feed.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { sqlParams, type SqlParams } from '../kernel/sql-params.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

/** Rows that one page looks at, at most: a program that may see few of them gets an emptier page, and asks on. */
const ROWS_LOOKED_AT = 5_000;

/** Who asks, for which kinds, and for how many at most. */
export interface Asking {
  readonly user: Principal;
  readonly kinds: readonly ChangeKind[];
  readonly limit: number;
}

/** A page, and the key up to which it has told everything; null: as far as before. */
interface Page {
  readonly changes: Change[];
  readonly upTo: { readonly key: string; readonly id: string } | null;
  readonly hasMore: boolean;
}

/** Rows in the order of a key, with what scopes look at. */
interface Source {
  readonly key: string;
  /** `id`, `operation`, `at`, `row` for the facts, dimensions and `was`; without condition and order. */
  readonly columns: string;
  readonly from: string;
  readonly facts: string;
}

/** Everything that was told, by number: an index says where to go on. */
const log: Source = {
  key: 'it.change_no',
  columns: `it.change_id::text as id, it.kind, it.operation, it.at, it.facts as row,
    it.dwh, it.xqdm, it.njdm, it.xslbdm, it.zydm, it.bjdm, it.was`,
  from: 'base.change it',
  facts: 'told.row',
};
const existing = (kind: ChangeKind, key: string, row: string, places: string): string =>
  `'${kind}:' || ${key} as id, '${kind}' as kind, 'existing' as operation, now() as at, ${row} as row,
    ${places}, null::jsonb as was`;
const ofClass = `class.open_department_id as dwh, class.xqdm, null as njdm, null as xslbdm, null as zydm, null as bjdm`;
const classOf = 'base.teaching_class class on class.teaching_class_id = it.teaching_class_id';

/** What is there now, by its own key. */
const sources: Readonly<Record<ChangeKind, Source>> = {
  student: {
    key: 'it.student_code',
    columns: existing('student', 'it.student_code', 'it', 'it.dwh, it.xqdm, it.njdm, it.xslbdm, it.zydm, it.bjdm'),
    from: 'base.student it',
    facts: 'base.student_facts(told.row)',
  },
  classTeacher: {
    key: 'it.teacher_plan_id',
    columns: existing('classTeacher', 'it.teacher_plan_id', 'it', ofClass),
    from: `base.teaching_class_teacher it join ${classOf}`,
    facts: `base.class_teacher_facts(told.row,
      (select teaching_class_code from base.teaching_class where teaching_class_id = (told.row).teaching_class_id),
      (select ywbm from base.teacher where gh = (told.row).gh))`,
  },
  roster: {
    key: 'it.roster_id',
    columns: existing('roster', 'it.roster_id', 'it', ofClass),
    from: `base.teaching_class_student it join ${classOf}`,
    facts: `base.roster_facts(told.row,
      (select teaching_class_code from base.teaching_class where teaching_class_id = (told.row).teaching_class_id),
      (select student_number from base.student where student_code = (told.row).student_code))`,
  },
  score: {
    key: 'it.attempt_id',
    columns: existing(
      'score',
      'it.attempt_id',
      'it',
      `coalesce(class.open_department_id, course.kkxy) as dwh, class.xqdm, null as njdm, null as xslbdm, null as zydm,
        null as bjdm`,
    ),
    from: `${attemptTable} it left join ${classOf} left join base.course on course.kch = it.course_id`,
    facts: `jsonb_build_object('attemptId', (told.row).attempt_id, 'studentCode', (told.row).student_code,
      'studentNumber', (told.row).student_number, 'courseId', (told.row).course_id,
      'courseNum', (told.row).course_num, 'semesterId', (told.row).semester_id,
      'teachingClassId', (told.row).teaching_class_id, 'scoreType', (told.row).score_type,
      'examNature', (told.row).exam_nature, 'finalName', (told.row).final_name,
      'scoreRemarkCode', (told.row).remark_code, 'passed', (told.row).passed)`,
  },
};

/** Changes of the log after a number, in its order. */
export async function readChanges(db: Queryable, asking: Asking, after: string): Promise<Page> {
  return await readPage(db, asking, log, after);
}

/** What is there of one kind, after a key. */
export async function readExisting(db: Queryable, asking: Asking, kind: ChangeKind, after: string): Promise<Page> {
  return await readPage(db, { ...asking, kinds: [kind] }, sources[kind], after);
}

interface TellingRow {
  edgeKey: string;
  edgeId: string;
  looked: number;
  key: string | null;
  id: string;
  kind: ChangeKind;
  operation: string;
  at: Date;
  seen: boolean;
  facts: Record<string, unknown>;
}

/** One statement, so that what it looked at and what it tells are of one moment. */
async function readPage(db: Queryable, asking: Asking, source: Source, after: string): Promise<Page> {
  const { limit, kinds } = asking;
  const params = sqlParams();
  const [afterParam, limitParam] = [params.add(after), params.add(limit + 1)];
  const { seen, wasSeen, free } = conditions(asking, params);
  const looksAt = free && (source !== log || kinds.length === changeKindNames.length) ? limit + 1 : ROWS_LOOKED_AT;
  const { rows } = await db.query<TellingRow>(
    `with looked as materialized (select ${source.key} as key, ${source.columns} from ${source.from}
        where ${source.key} > ${afterParam} order by ${source.key} limit ${params.add(looksAt)}),
      told as (select change.*, ${seen} as seen from looked change where ${seen} or ${wasSeen}
        order by key limit ${limitParam})
      select edge.key::text as "edgeKey", edge.id as "edgeId", edge.looked, told.key::text as key, told.id, told.kind,
        told.operation, told.at, told.seen, case when told.key is not null then ${source.facts} end as facts
        from (select key, id, count(*) over ()::int as looked from looked order by key desc limit 1) edge
          left join told on true order by told.key`,
    [...params.values],
  );
  const [edge] = rows;
  if (!edge) return { changes: [], upTo: null, hasMore: false };
  const told = rows.filter(({ key }) => key !== null);
  const changes = told.slice(0, limit).map(changeOf);
  const last = told[limit - 1];
  if (told.length > limit && last?.key) return { changes, upTo: { key: last.key, id: last.id }, hasMore: true };
  return { changes, upTo: { key: edge.edgeKey, id: edge.edgeId }, hasMore: edge.looked === looksAt };
}

function changeOf({ id, kind, operation, at, seen, facts }: TellingRow): Change {
  const about = { changeId: id, kind, time: toDateTimeText(at) };
  const { studentCode, studentNumber } = facts;
  return (
    seen ? { ...about, operation, facts } : { ...about, operation: 'moved', facts: { studentCode, studentNumber } }
  ) as Change;
}

/** Where the dimensions of a change stand, now or before: as the list of the kind has them. */
function placesOf(kind: ChangeKind, column: (name: string) => string): ScopedRow {
  const ofUnit = { target: 'student', DW: column('dwh') } as const;
  switch (kind) {
    case 'student':
      return {
        ...ofUnit,
        XQ: column('xqdm'),
        NJ: column('njdm'),
        XSLB: column('xslbdm'),
        ZY: column('zydm'),
        XZB: column('bjdm'),
      };
    case 'score':
      return { ...ofUnit, XQ: column('xqdm') };
    case 'roster':
    case 'classTeacher':
      return ofUnit;
    default:
      return kind satisfies never;
  }
}

/**
 * Which changes may be told, and of which students it may be told that they went elsewhere. `free`: everything of these
 * kinds may.
 */
function conditions({ user, kinds }: Asking, params: SqlParams): { seen: string; wasSeen: string; free: boolean } {
  const within = (kind: ChangeKind, column: (name: string) => string): string => {
    const row = placesOf(kind, column);
    const parts = (['changeFeed:query', changeKinds[kind].permission] as const)
      .map((permission) => scopeCondition(user, permission, row, params))
      .filter((condition) => condition !== 'true');
    return parts.length === 0 ? 'true' : `(${parts.join(' and ')})`;
  };
  const now = kinds.map((kind) => [kind, within(kind, (name) => `change.${name}`)] as const);
  const cases = now.map(([kind, condition]) => `when '${kind}' then ${condition}`).join(' ');
  const wasSeen = kinds.includes('student')
    ? `change.kind = 'student' and change.was is not null
        and coalesce(${within('student', (name) => `change.was->>'${name}'`)}, false)`
    : 'false';
  return {
    seen: `coalesce(case change.kind ${cases} end, false)`,
    wasSeen,
    free: now.every(([, condition]) => condition === 'true'),
  };
}

import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import type { ScopeSubject } from '@jwxt/contracts/data-scope/scope-subject.vocabulary.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { dimensionCodes, type Dimension } from '@jwxt/contracts/kernel/scope.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { studentScope } from '../base-info/shared/student-scope.ts';
import type { Principal } from '../kernel/principal.ts';
import type { ScopedRow } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import { teachingClassScope } from '../score/shared/teaching-class-scope.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const handledTable = readModelTable(approvalListModel, 'handled');

/** A row that is asked about, as scopes look at it. */
export interface SubjectRow {
  readonly title: string;
  /** By the dimensions that such rows have; null where the row has no value. */
  readonly values: Readonly<Partial<Record<Dimension, string | null>>>;
  readonly own: boolean;
  /** It is seen whatever the roles say, and why. */
  readonly always: boolean;
  readonly alwaysBecause: string;
}

interface Source {
  readonly from: string;
  readonly key: string;
  readonly title: string;
  readonly scope: ScopedRow;
}

const teachingClass: Source = {
  from: 'base.teaching_class class',
  key: 'class.teaching_class_id = $1 or class.teaching_class_code = $1',
  title: 'class.teaching_class_name',
  scope: teachingClassScope,
};

const sources: Readonly<Record<ScopeSubject, Source>> = {
  teachingClass,
  sheet: teachingClass,
  student: {
    from: 'base.student student',
    key: 'student.student_code = $1 or student.student_number = $1',
    title: 'student.student_name',
    scope: studentScope('student'),
  },
  application: {
    from: `${applicationTable} application`,
    key: 'application.apply_id = $1',
    title: 'application.title',
    scope: { target: 'application', DW: 'application.applicant_department_id', own: () => 'false' },
  },
};

/** A row by its number, with what scopes ask of it; null when there is none. */
export async function findSubject(
  db: Queryable,
  person: Principal,
  subject: ScopeSubject,
  key: string,
  queueKeys: readonly string[],
): Promise<SubjectRow | null> {
  const { from, key: matches, title, scope } = sources[subject];
  const params = sqlParams();
  params.add(key);
  const columns = dimensionCodes.flatMap((code) => (scope[code] === undefined ? [] : [`'${code}', ${scope[code]}`]));
  const own = scope.own?.(person, params) ?? 'false';
  const always =
    subject === 'application'
      ? `(application.applicant_user = ${params.add(person.userName)}
          or application.queue_keys && ${params.add(queueKeys)}::text[]
          or exists (select from ${handledTable} handled where handled.apply_id = application.apply_id
            and handled.user_name = ${params.add(person.userName)}))`
      : 'false';
  const { rows } = await db.query<Omit<SubjectRow, 'alwaysBecause'>>(
    `select ${title} as title, jsonb_build_object(${columns.join(', ')}) as values, coalesce(${own}, false) as own,
        coalesce(${always}, false) as always from ${from} where ${matches} limit 1`,
    [...params.values],
  );
  return rows[0] ? { ...rows[0], alwaysBecause: '本人提交、可以审批或审批过这条申请' } : null;
}

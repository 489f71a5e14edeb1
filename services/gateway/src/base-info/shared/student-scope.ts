import type { ScopedRow } from '../../kernel/scope.ts';

/**
 * Scope of a student, whatever the table is called: all six dimensions (domain model, `stu`); own is the student's own
 * row.
 */
export function studentScope(alias: string): ScopedRow {
  return {
    target: 'student',
    NJ: `${alias}.njdm`,
    XQ: `${alias}.xqdm`,
    XSLB: `${alias}.xslbdm`,
    DW: `${alias}.dwh`,
    ZY: `${alias}.zydm`,
    XZB: `${alias}.bjdm`,
    own: ({ studentCode }, params) =>
      studentCode === null ? 'false' : `${alias}.student_code = ${params.add(studentCode)}`,
  };
}

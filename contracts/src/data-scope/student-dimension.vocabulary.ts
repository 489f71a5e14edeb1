import type { Dimension } from '../kernel/scope.vocabulary.ts';

/** The field of a student that each dimension reads (SYSADMIN-20), as 学生信息 calls it. */
export const studentDimensionFields = {
  NJ: 'grade',
  XQ: 'schoolZone',
  XSLB: 'studentType',
  DW: 'departmentId',
  ZY: 'majorId',
  XZB: 'bjdm',
} as const satisfies Record<Dimension, string>;

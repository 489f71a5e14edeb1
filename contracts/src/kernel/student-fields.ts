import { field } from './resource-field.ts';

/** A field that says what the student of a row has, looked up as it is read. */
export const ofStudent = { readOnly: true, follows: 'studentCode', looked: true } as const;
/** What data scopes look at of the student whom a row is about. */
export const studentFields = {
  departmentId: field.reference('院系', 'department', { ...ofStudent, search: true, column: 'dwh' }),
  grade: field.reference('年级', 'grade', { ...ofStudent, column: 'njdm' }),
  majorId: field.reference('专业', 'major', { ...ofStudent, column: 'zydm' }),
  bjdm: field.reference('行政班', 'classInfo', { ...ofStudent, shownAs: 'administrativeClassName' }),
  schoolZone: field.reference('所在校区', 'campus', { ...ofStudent, column: 'xqdm' }),
  studentType: field.dictionary('学生类别', 'XTGL_XSLB', { ...ofStudent, column: 'xslbdm' }),
};
/** Scope by it. */
export const studentScope = {
  NJ: 'grade',
  XQ: 'schoolZone',
  XSLB: 'studentType',
  DW: 'departmentId',
  ZY: 'majorId',
  XZB: 'bjdm',
} as const;

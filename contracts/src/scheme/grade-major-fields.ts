import { field } from '../kernel/resource-field.ts';

/** A field that says what the grade-major of a row has, looked up as it is read. */
const ofGradeMajor = { readOnly: true, follows: 'gradeMajorId', looked: true } as const;

/** What lists show and data scopes look at of the grade-major that a row is about. */
export const gradeMajorFields = {
  grade: field.reference('年级', 'grade', { ...ofGradeMajor, search: true, column: 'njdm' }),
  departmentId: field.reference('院系', 'department', { ...ofGradeMajor, search: true, list: 150, column: 'dwh' }),
  majorId: field.reference('专业', 'major', { ...ofGradeMajor, search: true, column: 'zydm' }),
  studentType: field.dictionary('学生类别', 'XTGL_XSLB', { ...ofGradeMajor, column: 'xslbdm' }),
};
/** Scope by it. */
export const gradeMajorScope = { NJ: 'grade', DW: 'departmentId', ZY: 'majorId', XSLB: 'studentType' } as const;

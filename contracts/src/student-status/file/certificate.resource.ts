import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../../kernel/student-fields.ts';
import { certificateNumberProblem, certificateTypes, nationalFormOf } from './certificate.rules.ts';

/**
 * STUDENT-STATUS-07 证书: numbers of diplomas and degrees are of the ministry's form, and made by it where none is
 * given.
 */
export const studentCertificate = defineResource({
  name: 'studentCertificate',
  service: 'studentStatus',
  table: 'student_certificate',
  key: 'certificateId',
  called: 'certificateName',
  fields: {
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 84,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, { ...ofStudent, search: true, list: 112 }),
    ...studentFields,
    certificateType: field.choice('证书类型', certificateTypes, { required: true, search: true, list: 100 }),
    certificateName: field.text('证书名称', 80, { required: true, search: true, list: 'auto' }),
    certificateNumber: field.formatted('证书编号', 'code', 40, {
      search: true,
      list: 160,
      completed: true,
      hint: '毕业、学位证书的编号留空时按教育部规则生成',
    }),
    issueDate: field.date('发证日期', { list: 110 }),
    issueUnit: field.text('发证单位', 80, { list: 150 }),
    electronicNumber: field.formatted('电子注册号', 'code', 20, {}),
  },
  order: [{ by: 'studentCode' }, { by: 'certificateType' }, { by: 'certificateName' }],
  scope: studentScope,
  unique: [
    { fields: ['certificateName', 'certificateType', 'studentCode'], message: '该学生已有这份证书' },
    { fields: ['certificateNumber'], message: '证书编号已存在', unlessEmpty: true },
  ],
  importKey: ['studentCode', 'certificateType', 'certificateName'],
  check: ({ certificateType, certificateNumber, issueDate }) => {
    if (nationalFormOf(certificateType) && issueDate === null)
      return [{ field: 'issueDate', message: '毕业、学位证书应填写发证日期' }];
    const problem =
      certificateNumber === null ? null : certificateNumberProblem(certificateType, certificateNumber, issueDate);
    return problem === null ? [] : [{ field: 'certificateNumber', message: problem }];
  },
  empty: '还没有证书。',
});

import { field } from '../../kernel/resource-field.ts';
import { punishmentFields } from '../../student-status/conduct/punishment.resource.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** STUDENT-STATUS-39 处分申请 (CFSP): a unit asks for a punishment, which is to be delivered once it passes. */
export const punishmentApply = defineStudentApplication({
  group: 'punishmentApply',
  verb: '申请处分',
  subject: '处分',
  fields: {
    ...punishmentFields,
    violationText: field.area('违纪简况', 1000, { required: true }),
    attemptId: field.text('关联的成绩备注', 140, { hint: '学业违纪时选择有作弊或违纪备注的成绩' }),
    documentNumber: field.text('文号', 40, {}),
  },
  offered: ['attemptId'],
  files: {
    businessTable: 'T_XJ_CF',
    required: true,
    note: '违纪事实材料，以及听取学生陈述和申辩的记录',
  },
  timeType: null,
  revoking: '该处分将撤销，在学生的处分历史中保留。',
});

import { field } from '../../kernel/resource-field.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** Why somebody wants another major. */
export const transferReasonNames = {
  '1': '专业特长',
  '2': '兴趣志向',
  '3': '疾病或生理缺陷',
  '4': '退役复学',
  '5': '其他',
} as const;

/** STUDENT-STATUS-23 转专业 (ZZYSQ): decided by the department that he leaves, the one that receives, the office. */
export const transferMajor = defineStudentApplication({
  group: 'transferMajor',
  verb: '申请转专业',
  subject: '拟转入专业',
  fields: {
    batchId: field.text('批次', 64, { required: true }),
    targetGradeMajorId: field.text('拟转入年级专业', 64, { required: true, hint: '同一年级、本批次有转入名额的专业' }),
    transferReason: field.choice('原因', transferReasonNames, { required: true }),
    reasonText: field.area('说明', 300, { required: true }),
  },
  offered: ['batchId', 'targetGradeMajorId'],
  files: { businessTable: 'T_XJ_ZZY', required: false, note: '特长、疾病或退役的证明材料' },
  timeType: null,
  revoking: '该申请不再参加本批次的录取；已执行的不能撤销。',
});

import { field } from '../../kernel/resource-field.ts';
import { rewardFields } from '../../student-status/conduct/reward.resource.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** STUDENT-STATUS-38 奖励申请 (JCSP): an award of a student is kept among the rewards once it passes. */
export const rewardApply = defineStudentApplication({
  group: 'rewardApply',
  verb: '申请奖励',
  subject: '奖励名称',
  fields: {
    xnzj: field.formatted('学年', 'schoolYear', 9, { required: true, hint: '如 2026-2027' }),
    ...rewardFields,
  },
  offered: [],
  files: { businessTable: 'T_XJ_JL', required: true, note: '获奖证书、文件等证明材料' },
  timeType: null,
  revoking: '该奖励将从学生的奖励中删除。',
});

import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { gradeMajorFields, gradeMajorScope } from '../../scheme/grade-major-fields.ts';
import { batchStatus, batchStatusNames } from './divert.vocabulary.ts';
import { windowProblems } from './diversion.resource.ts';

/** STUDENT-STATUS-23 转专业批次: in which window students ask to change their major. */
export const transferBatch = defineResource({
  name: 'transferBatch',
  service: 'studentStatus',
  table: 'transfer_batch',
  key: 'transferBatchId',
  called: 'batchName',
  fields: {
    batchName: field.text('批次名称', 60, { required: true, search: true, list: 'auto' }),
    beginTime: field.time('申请开始', { required: true, list: 160 }),
    endTime: field.time('申请截止', { required: true, list: 160, endOfDay: true }),
    limitRatio: field.integer('转入比例上限（%）', [0, 100], {
      required: true,
      list: 150,
      initial: 10,
      hint: '转入名额不超过该年级专业在读人数的比例',
    }),
    interviewRatio: field.integer('面试笔试占比（%）', [0, 100], {
      required: true,
      list: 150,
      initial: 0,
      hint: '其余为加权平均分；0 表示不考核',
    }),
    publishStatus: field.choice('发布状态', batchStatusNames, {
      required: true,
      search: true,
      list: 90,
      state: true,
      initial: batchStatus.draft,
    }),
    publishTime: field.time('公示时间', { readOnly: true, list: 160 }),
  },
  order: [{ by: 'beginTime', descending: true }, { by: 'batchName' }],
  unique: [{ fields: ['batchName'], message: '批次名称已存在' }],
  check: ({ beginTime, endTime }) => windowProblems(['beginTime', beginTime], ['endTime', endTime]),
  note: '学生只能在发布之后、申请时间之内申请；接收专业及名额在“转专业计划”中设置。',
  empty: '还没有转专业批次。',
});

/** STUDENT-STATUS-23 转专业计划: how many a grade-major takes in and lets go. */
export const transferQuota = defineResource({
  name: 'transferQuota',
  service: 'studentStatus',
  table: 'transfer_quota',
  key: 'transferQuotaId',
  called: 'gradeMajorId',
  fields: {
    transferBatchId: field.reference('转专业批次', 'transferBatch', {
      required: true,
      fixed: true,
      search: true,
      list: 'auto',
      shownAs: 'batchName',
    }),
    gradeMajorId: field.reference('年级专业', 'gradeMajor', { required: true, fixed: true, search: true, list: 200 }),
    ...gradeMajorFields,
    quotaIn: field.integer('转入名额', [0, 999], { required: true, list: 90 }),
    quotaOut: field.integer('转出名额', [0, 999], { list: 90, empty: '不限' }),
    limitText: field.text('接收条件', 200, { list: 200 }),
  },
  order: [{ by: 'transferBatchId' }, { by: 'gradeMajorId' }],
  scope: gradeMajorScope,
  unique: [{ fields: ['gradeMajorId', 'transferBatchId'], message: '该批次已有这个年级专业的计划' }],
  importKey: ['transferBatchId', 'gradeMajorId'],
  empty: '还没有转专业计划。请先建立转专业批次。',
});

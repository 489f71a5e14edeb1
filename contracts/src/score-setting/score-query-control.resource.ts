import { unplannable } from '../kernel/fields.ts';
import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { scoreType } from '../score/score.vocabulary.ts';

/**
 * SCORE-MORE-40 成绩查询控制: when students may look up their own scores. Without a row they may not; the narrowest one
 * holds: unit with grades, unit, grades, the whole school. Staff are not bound to it.
 */
export const scoreQueryControl = defineResource({
  name: 'scoreQueryControl',
  service: 'score',
  table: 'score_query_control',
  key: 'queryControlId',
  called: 'semesterId',
  fields: {
    semesterId: field.reference('学年学期', 'semester', { required: true, search: true, list: 166, fixed: true }),
    scoreType: field.dictionary('成绩类型', 'CJ_KSLX', {
      required: true,
      search: true,
      list: 96,
      initial: scoreType.regular,
    }),
    beginTime: field.time('开放时间', { required: true, list: 152 }),
    endTime: field.time('结束时间', { list: 152, endOfDay: true, empty: '不结束' }),
    grades: field.references('适用年级', 'grade', { list: 96, empty: '全部' }),
    departmentId: field.reference('学生院系', 'department', {
      search: true,
      list: 'auto',
      empty: '全校',
      hint: '范围越小越优先：院系加年级、院系、年级、全校',
    }),
    needEvaluate: field.yesNo('须完成评教', {
      list: 96,
      hint: '该学期还有评教任务的学生先看到还差几条；系统设置 CJ_CKPJ 可以全部停用',
    }),
    showItems: field.yesNo('显示分项', {}),
    sfqy: field.enabled(),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'scoreType' }, { by: 'beginTime' }],
  unique: [
    {
      fields: ['semesterId', 'scoreType', 'departmentId', 'grades'],
      message: '同一学期、成绩类型和范围已有查询控制',
    },
  ],
  check: ({ beginTime, endTime }) => {
    const far = Object.entries({ beginTime, endTime }).flatMap(([name, time]) => {
      const message = time === null ? null : unplannable(time);
      return message === null ? [] : [{ field: name, message }];
    });
    if (far.length > 0 || endTime === null || endTime > beginTime) return far;
    return [{ field: 'endTime', message: '结束时间应晚于开放时间' }];
  },
  empty: '还没有查询控制。没有开放的学期和成绩类型，学生看不到成绩。',
  note: '只约束学生查询本人的成绩，不影响教师和管理人员。开放后，有成绩的学生各收到一次通知。',
});

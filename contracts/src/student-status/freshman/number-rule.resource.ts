import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import {
  classRuleProblems,
  classSegmentTypes,
  idRuleProblems,
  numberSegmentTypes,
  serialScopes,
} from './number.rules.ts';

const lengths = '层次、院系、专业、班级编号取最后几位，请填写位数；固定字符请填写内容';
const segment = <T extends Readonly<Record<string, string>>>(types: T, lengthHint: string) => ({
  type: field.choice('类型', types, { required: true, list: 160 }),
  value: field.text('固定字符', 20, { list: 160 }),
  length: field.integer(lengthHint, [1, 12], { list: 90 }),
});

/** STUDENT-STATUS-13 学号规则: how the numbers of students are made. */
export const studentIdRule = defineResource({
  name: 'studentIdRule',
  service: 'studentStatus',
  table: 'student_id_rule',
  key: 'idRuleId',
  called: 'ruleName',
  fields: {
    ruleName: field.text('规则名称', 40, { required: true, search: true, list: 'auto' }),
    studentType: field.dictionary('学生类别', 'XTGL_XSLB', { required: true, search: true, list: 120 }),
    segments: field.rows('学号的组成', segment(numberSegmentTypes, '位数'), {
      length: [2, 10],
      hint: `${lengths}；流水号的位数在下面填写`,
    }),
    serialLength: field.integer('流水号位数', [1, 6], { required: true, initial: 3, list: 100 }),
    serialScope: field.choice('流水号', serialScopes, { required: true, initial: '3', search: true, list: 130 }),
    sample: field.text('示例', 20, { readOnly: true, list: 170 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'studentType' }, { by: 'ruleName' }],
  unique: [{ fields: ['ruleName'], message: '规则名称已存在' }],
  check: ({ segments, serialLength, serialScope }) => idRuleProblems(segments, serialLength, serialScope),
  empty: '还没有学号规则。请先新增一条，再到“编学号”中使用。',
  note: '学号最长 20 位。用过的学号不再使用：取消学号后重新编排，流水号接着往后排。',
});

/** STUDENT-STATUS-14 班级编号规则: how classes that division makes are numbered and called, e.g. 软工2601. */
export const classRule = defineResource({
  name: 'classRule',
  service: 'studentStatus',
  table: 'class_rule',
  key: 'classRuleId',
  called: 'ruleName',
  fields: {
    ruleName: field.text('规则名称', 40, { required: true, search: true, list: 'auto' }),
    studentType: field.dictionary('学生类别', 'XTGL_XSLB', { search: true, list: 120, empty: '全部' }),
    numberSegments: field.rows('班级编号的组成', segment(classSegmentTypes, '位数'), {
      length: [2, 10],
      hint: `${lengths}。同一年级专业的流水号连续`,
    }),
    nameSegments: field.rows('班级名称的组成', segment(classSegmentTypes, '位数'), { length: [2, 10] }),
    numberSample: field.text('编号示例', 20, { readOnly: true, list: 140 }),
    nameSample: field.text('名称示例', 60, { readOnly: true, list: 160 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'ruleName' }],
  unique: [{ fields: ['ruleName'], message: '规则名称已存在' }],
  check: ({ numberSegments, nameSegments }) => classRuleProblems(numberSegments, nameSegments),
  empty: '还没有班级编号规则。请先新增一条，再到“新生分班”中使用。',
});

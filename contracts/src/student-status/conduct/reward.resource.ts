import { rowSourceNames } from './conduct.vocabulary.ts';
import { yesNo } from '../../kernel/yes-no.ts';
import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../../kernel/student-fields.ts';

const MAX_AMOUNT = 999_999.99;

/** What an award is, as an application asks for it and a row keeps it. */
export const rewardFields = {
  rewardName: field.text('奖励名称', 60, { required: true, search: true, list: 'auto' }),
  rewardLevel: field.dictionary('级别', 'XJ_JLJB', { required: true, search: true, list: 80 }),
  rewardCategory: field.dictionary('类别', 'XJ_HJLB', { required: true, search: true, list: 100 }),
  rewardGrade: field.dictionary('等级', 'XJ_JLDJ', { list: 80 }),
  rewardType: field.dictionary('类型', 'XJ_JLLX', {}),
  rewardWay: field.dictionary('方式', 'XJ_JLFS', {}),
  rewardAmount: field.decimal('金额（元）', [0, MAX_AMOUNT], {}),
  rewardDate: field.date('获奖日期', { required: true, list: 110 }),
  awardUnit: field.text('颁奖单位', 60, {}),
  documentNumber: field.text('文号', 40, {}),
  totalPerson: field.integer('获奖人数', [1, 999], { hint: '集体奖励填写' }),
  selfRank: field.integer('本人排名', [1, 999], {}),
};

/** What is wrong with who of how many was awarded. */
export const rankProblems = ({
  totalPerson,
  selfRank,
}: {
  readonly totalPerson: number | null;
  readonly selfRank: number | null;
}) =>
  totalPerson !== null && selfRank !== null && selfRank > totalPerson
    ? [{ field: 'selfRank', message: '本人排名不应大于获奖人数' }]
    : [];

/** STUDENT-STATUS-38 奖励: applications that passed, and what the office registers or imports. */
export const reward = defineResource({
  name: 'reward',
  service: 'studentStatus',
  table: 'reward',
  key: 'rewardId',
  called: 'rewardName',
  fields: {
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 90,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, { ...ofStudent, search: true, list: 120 }),
    ...studentFields,
    xnzj: field.formatted('学年', 'schoolYear', 9, { required: true, search: true, list: 100 }),
    ...rewardFields,
    despitePunishment: field.yesNo('处分期内仍登记', {
      initial: yesNo.no,
      hint: '处分没有解除的学生一般不评奖；确需登记时选“是”',
    }),
    rowSource: field.choice('来源', rowSourceNames, { readOnly: true }),
  },
  order: [{ by: 'rewardDate', descending: true }, { by: 'studentCode' }],
  scope: studentScope,
  unique: [{ fields: ['studentCode', 'xnzj', 'rewardName'], message: '该学生该学年已有同名奖励' }],
  check: rankProblems,
  note: '奖励申请通过后自动登记在这里；校级奖励由学籍科直接登记或导入。',
  empty: '还没有奖励。',
});

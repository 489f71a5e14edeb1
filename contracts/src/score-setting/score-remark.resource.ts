import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { remarkName, remarkProblems, remarkCodes } from '../score/score-remark.rules.ts';

/** What becomes of the final score, and which items may be typed: fixed by what a remark means. */
const finalNames = { computed: '按分项计算', zero: '计 0 分', fixed: '由认定或申请确定', none: '没有成绩' } as const;
const itemNames = { all: '全部', usual: '平时', exam: '期末（考试）', none: '无' } as const;

/**
 * SCORE-MORE-18 成绩备注: who may choose a remark, whether a failure with it is made up for, and whether transcripts
 * show it. Its code, its name and its arithmetic are what the remark is, and stay.
 */
export const scoreRemarkSetting = defineResource({
  name: 'scoreRemark',
  service: 'score',
  table: 'score_remark',
  key: 'scoreRemarkCode',
  fields: {
    scoreRemarkCode: field.choice('成绩备注', Object.fromEntries(remarkCodes.map((code) => [code, remarkName(code)])), {
      required: true,
      fixed: true,
      search: true,
      list: 'auto',
    }),
    finalValueMode: field.choice('最终成绩', finalNames, { readOnly: true, list: 160 }),
    itemMode: field.choice('可录分项', itemNames, { readOnly: true, list: 130 }),
    teacherMaySet: field.yesNo('教师可录入', {
      list: 110,
      hint: '打开后任课教师在成绩单和录入文件中可以选择；否则由教务登记',
    }),
    allowMakeup: field.yesNo('可补考', { list: 90, hint: '有这个备注的不及格成绩是否进入补考名单' }),
    showName: field.yesNo('成绩单显示', { initial: yesNo.yes, list: 110, hint: '打印的成绩单上是否写出这个备注' }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'scoreRemarkCode' }],
  unique: [{ fields: ['scoreRemarkCode'], message: '该备注已有设置' }],
  check: (values) => remarkProblems(values),
  note: '备注的代码、名称和计分方式由其含义确定，不能修改。停用后不能再选用，已有的备注不变。',
});

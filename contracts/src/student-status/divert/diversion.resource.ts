import { unplannable } from '../../kernel/fields.ts';
import type { FieldError } from '../../kernel/envelope.ts';
import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { yesNo } from '../../kernel/yes-no.ts';
import {
  admitRule,
  admitRuleNames,
  batchStatus,
  batchStatusNames,
  diversionType,
  diversionTypeNames,
  interviewSourceNames,
  scoreBasis,
  scoreBasisNames,
} from './divert.vocabulary.ts';

/** What is wrong with a window in which people ask for something. */
export function windowProblems(begin: [string, string], end: [string, string]): FieldError[] {
  const far = [begin, end].flatMap(([name, value]) => {
    const message = unplannable(value);
    return message === null ? [] : [{ field: name, message }];
  });
  if (far.length > 0) return far;
  return end[1] > begin[1] ? [] : [{ field: end[0], message: '截止时间应晚于开始时间' }];
}

const ofSource = { readOnly: true, follows: 'sourceGradeMajorId', looked: true } as const;
const scope = { NJ: 'grade', DW: 'departmentId', ZY: 'majorId', XSLB: 'studentType' } as const;

/** STUDENT-STATUS-20 专业分流批次: in which window the students of a main class choose, and how places are given. */
export const professionalDiversion = defineResource({
  name: 'professionalDiversion',
  service: 'studentStatus',
  table: 'professional_diversion',
  key: 'diversionId',
  called: 'diversionName',
  fields: {
    diversionName: field.text('批次名称', 60, { required: true, search: true, list: 'auto' }),
    sourceGradeMajorId: field.reference('分流年级专业', 'gradeMajor', {
      required: true,
      fixed: true,
      search: true,
      list: 190,
    }),
    grade: field.reference('年级', 'grade', { ...ofSource, search: true, column: 'njdm' }),
    departmentId: field.reference('院系', 'department', { ...ofSource, search: true, column: 'dwh' }),
    majorId: field.reference('专业', 'major', { ...ofSource, column: 'zydm' }),
    studentType: field.dictionary('学生类别', 'XTGL_XSLB', { ...ofSource, column: 'xslbdm' }),
    diversionType: field.choice('分流方式', diversionTypeNames, {
      required: true,
      search: true,
      initial: diversionType.majors,
    }),
    volunteerBegin: field.time('填报开始', { required: true, list: 160 }),
    volunteerEnd: field.time('填报截止', { required: true, list: 160, endOfDay: true }),
    volunteerNum: field.integer('志愿数', [1, 10], { required: true, initial: 3 }),
    admitRule: field.choice('录取规则', admitRuleNames, {
      required: true,
      initial: admitRule.rankFirst,
      hint: '志愿优先：逐个志愿按名次录取；成绩优先：按名次依次满足志愿',
    }),
    scoreBasis: field.choice('成绩依据', scoreBasisNames, { required: true, initial: scoreBasis.gpa }),
    sortRuleId: field.reference('同分排序规则', 'sortRule', {
      empty: '必修课平均绩点、学号',
      hint: '用途为“分流”的规则',
    }),
    interviewRatio: field.integer('面试笔试占比（%）', [1, 100], { hint: '只用于综合成绩，其余为加权平均分' }),
    needInterview: field.yesNo('须面试笔试合格', { hint: '未合格的志愿无效，只能调剂' }),
    allowShort: field.yesNo('不足仍可发布', { hint: '接收人数之和少于批次学生人数时由教务处确认' }),
    publishStatus: field.choice('发布状态', batchStatusNames, {
      required: true,
      search: true,
      list: 98,
      state: true,
      initial: batchStatus.draft,
    }),
  },
  order: [{ by: 'volunteerBegin', descending: true }, { by: 'diversionName' }],
  scope,
  unique: [{ fields: ['diversionName', 'sourceGradeMajorId'], message: '该年级专业已有同名的批次' }],
  check: ({ volunteerBegin, volunteerEnd, scoreBasis: basis, interviewRatio }) => {
    const wrong = windowProblems(['volunteerBegin', volunteerBegin], ['volunteerEnd', volunteerEnd]);
    if (wrong.length > 0) return wrong;
    if (basis === scoreBasis.both && interviewRatio === null)
      return [{ field: 'interviewRatio', message: '综合成绩须填写面试笔试占比' }];
    return basis !== scoreBasis.both && interviewRatio !== null
      ? [{ field: 'interviewRatio', message: '只在成绩依据为综合成绩时填写' }]
      : [];
  },
  note: '先建立批次和分流专业，再发布；学生只能在发布之后、填报时间之内填报志愿。',
  empty: '还没有分流批次。',
});

const ofDiversion = { readOnly: true, follows: 'diversionId', column: 'source_grade_major_id' } as const;
const ofTarget = { readOnly: true, follows: 'targetGradeMajorId', looked: true } as const;

/** STUDENT-STATUS-36 主干（大类）专业或方向: what the students of a batch may choose among. */
export const majorOrDirection = defineResource({
  name: 'majorOrDirection',
  service: 'studentStatus',
  table: 'major_or_direction',
  key: 'majorOrDirectionKey',
  called: 'targetName',
  fields: {
    diversionId: field.reference('分流批次', 'professionalDiversion', {
      required: true,
      fixed: true,
      search: true,
      list: 'auto',
      shownAs: 'diversionName',
    }),
    sourceGradeMajorId: field.reference('分流年级专业', 'gradeMajor', { ...ofDiversion, looked: true }),
    targetGradeMajorId: field.reference('目标年级专业', 'gradeMajor', {
      required: true,
      fixed: true,
      search: true,
      list: 190,
      hint: '分方向时选择批次的年级专业',
    }),
    grade: field.reference('年级', 'grade', { ...ofTarget, column: 'njdm' }),
    departmentId: field.reference('接收院系', 'department', { ...ofTarget, search: true, list: 150, column: 'dwh' }),
    majorId: field.reference('专业', 'major', { ...ofTarget, column: 'zydm' }),
    studentType: field.dictionary('学生类别', 'XTGL_XSLB', { ...ofTarget, column: 'xslbdm' }),
    directionName: field.text('方向', 60, { list: 120, hint: '只在专业分方向时填写' }),
    targetName: field.text('专业或方向', 120, { readOnly: true }),
    quota: field.integer('接收人数', [0, 9999], { required: true, list: 86 }),
    classNum: field.integer('班数', [1, 99], { list: 66 }),
    minScore: field.decimal('最低要求', [0, 100], { list: 86, empty: '不限', hint: '按批次的成绩依据' }),
    limitText: field.text('限制', 200, {}),
    applyNum: field.integer('第一志愿', [0, 9999], { readOnly: true, list: 86 }),
    admitNum: field.integer('录取', [0, 9999], { readOnly: true, list: 66 }),
  },
  order: [{ by: 'diversionId' }, { by: 'targetName' }],
  scope,
  unique: [{ fields: ['targetGradeMajorId', 'diversionId', 'directionName'], message: '该批次已有这个专业或方向' }],
  importKey: ['diversionId', 'targetGradeMajorId', 'directionName'],
  empty: '还没有可选的专业或方向。请先建立分流批次。',
});

/** STUDENT-STATUS-22 面试笔试成绩: of who is to be streamed or to change his major, entered by who receives. */
export const interviewScore = defineResource({
  name: 'interviewScore',
  service: 'studentStatus',
  table: 'interview_score',
  key: 'interviewScoreId',
  called: 'studentCode',
  fields: {
    batchId: field.reference('批次', 'selectionBatch', { required: true, fixed: true, search: true, list: 'auto' }),
    sourceType: field.choice('类型', interviewSourceNames, {
      readOnly: true,
      follows: 'batchId',
      search: true,
      list: 80,
    }),
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      list: 100,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, {
      readOnly: true,
      follows: 'studentCode',
      looked: true,
      search: true,
      list: 120,
    }),
    targetGradeMajorId: field.reference('面试专业', 'gradeMajor', {
      required: true,
      search: true,
      list: 190,
      hint: '转专业为拟转入的年级专业；分流为批次的年级专业或其中一个专业',
    }),
    departmentId: field.reference('接收院系', 'department', {
      readOnly: true,
      follows: 'targetGradeMajorId',
      column: 'dwh',
      looked: true,
    }),
    writtenScore: field.tenths('笔试', [0, 100], { list: 70 }),
    interviewScore: field.tenths('面试', [0, 100], { list: 70 }),
    writtenRatio: field.integer('笔试占比（%）', [0, 100], { required: true, initial: 50 }),
    totalScore: field.decimal('总分', [0, 100], { readOnly: true, list: 80 }),
    passSign: field.yesNo('合格', { list: 70 }),
  },
  order: [{ by: 'batchId' }, { by: 'targetGradeMajorId' }, { by: 'totalScore', descending: true }],
  scope: { DW: 'departmentId' },
  unique: [{ fields: ['studentCode', 'batchId'], message: '该学生在这个批次已有成绩' }],
  importKey: ['batchId', 'studentCode'],
  check: ({ writtenScore, interviewScore: interview, writtenRatio, passSign }) => {
    if (writtenRatio > 0 && writtenScore === null && (interview !== null || passSign === yesNo.yes))
      return [{ field: 'writtenScore', message: '笔试占比大于 0 时须填写笔试成绩' }];
    return writtenRatio < 100 && interview === null && (writtenScore !== null || passSign === yesNo.yes)
      ? [{ field: 'interviewScore', message: '笔试占比小于 100 时须填写面试成绩' }]
      : [];
  },
  note: '由接收院系录入；结果公示后不再修改。',
  empty: '还没有成绩。',
});

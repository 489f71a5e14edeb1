import { DEFERRED_EXAM_TIME } from '../deferred-exam/deferred-exam.vocabulary.ts';
import { unplannable } from '../kernel/fields.ts';
import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { scoreType } from '../score/score.vocabulary.ts';

/** A window has an end after its beginning, both of them near enough to be planned. */
const times = (begin: string, end: string, late: string) => (values: Readonly<Record<string, unknown>>) => {
  const far = [begin, end].flatMap((name) => {
    const message = unplannable(String(values[name]));
    return message === null ? [] : [{ field: name, message }];
  });
  return far.length > 0 || String(values[end]) > String(values[begin]) ? far : [{ field: end, message: late }];
};

/**
 * SCORE-MORE-22 成绩学期控制: when scores of a semester are entered. The narrowest window wins: course, unit with
 * nature, unit, nature, the whole school.
 */
export const scoreTermControl = defineResource({
  name: 'scoreTermControl',
  service: 'score',
  table: 'score_term_control',
  key: 'scoreTermControlId',
  called: 'semesterId',
  fields: {
    semesterId: field.reference('学年学期', 'semester', { required: true, search: true, list: 200, fixed: true }),
    scoreType: field.dictionary('成绩类型', 'CJ_KSLX', {
      required: true,
      search: true,
      list: 104,
      initial: scoreType.regular,
    }),
    scoreTermInputBeginTime: field.time('录入开始', { required: true, list: 160 }),
    scoreTermInputEndTime: field.time('录入截止', { required: true, list: 160, endOfDay: true }),
    departmentId: field.reference('开课单位', 'department', { search: true, list: 150, empty: '全校' }),
    courseNature: field.dictionary('课程性质', 'XTGL_KCXZDMJ', { search: true, list: 120, empty: '全部' }),
    courseId: field.reference('课程', 'course', {
      list: 'auto',
      empty: '全部',
      hint: '范围越小越优先：课程、单位加性质、单位、性质、全校',
    }),
    scoreTemplateId: field.reference('默认模板', 'scoreTemplate', { list: 170, empty: '按教学班' }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'scoreType' }, { by: 'scoreTermInputBeginTime' }],
  scope: { DW: 'departmentId' },
  unique: [
    {
      fields: ['semesterId', 'scoreType', 'departmentId', 'courseNature', 'courseId'],
      message: '同一学期、成绩类型和范围已有录入时间',
    },
  ],
  check: times('scoreTermInputBeginTime', 'scoreTermInputEndTime', '录入截止应晚于录入开始'),
  empty: '还没有录入时间。学期初始化之前，需要一条全校的录入时间。',
  note:
    '未设置的教学班立即按新的时间录入。已设置的教学班保持各自的录入时间：' +
    '要一并改变，请在“教学班与考试设置”中批量调整，或重新执行学期初始化（覆盖）。',
});

/**
 * SCORE-MORE-32 校外成绩认定时间: when a semester takes applications for recognition. A semester without a row for a
 * kind takes that kind at any time.
 */
export const outsideScoreTime = defineResource({
  name: 'outsideScoreTime',
  service: 'score',
  table: 'outside_score_time',
  key: 'timeId',
  called: 'semesterId',
  fields: {
    semesterId: field.reference('学年学期', 'semester', { required: true, search: true, list: 200, fixed: true }),
    cognizanceType: field.choice(
      '认定类型',
      { 1: '系统内', 2: '系统外', 3: '校外' },
      { required: true, search: true, list: 104 },
    ),
    beginTime: field.time('开始时间', { required: true, list: 160 }),
    endTime: field.time('结束时间', { required: true, list: 160, endOfDay: true }),
    grades: field.references('适用年级', 'grade', { list: 'auto', empty: '全部' }),
    departmentId: field.reference('学生院系', 'department', { search: true, list: 180, empty: '全校' }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'cognizanceType' }, { by: 'beginTime' }],
  scope: { DW: 'departmentId' },
  check: times('beginTime', 'endTime', '结束时间应晚于开始时间'),
  empty: '还没有认定时间。没有设置的类型，本学期随时可以申请。',
  note: '某一类型设置了时间之后，只在这些时间内受理新的申请；被退回的申请不受限制。',
});

/**
 * SCORE-MORE-26 补修重修申请时间: when a semester takes applications of each kind. A semester without a row for a kind
 * takes that kind at any time. Asked for so far: 缓考申请.
 */
export const repairApplicationTime = defineResource({
  name: 'repairApplicationTime',
  service: 'score',
  table: 'repair_application_time',
  key: 'repairTimeId',
  called: 'semesterId',
  fields: {
    semesterId: field.reference('学年学期', 'semester', { required: true, search: true, list: 200, fixed: true }),
    applyType: field.choice(
      '申请类型',
      { 1: '重修报名', 2: '补修申请', 3: '自修申请', 4: '缓考申请', 5: '加分申请' },
      { required: true, search: true, list: 104, initial: DEFERRED_EXAM_TIME },
    ),
    beginTime: field.time('开始时间', { required: true, list: 160 }),
    endTime: field.time('结束时间', { required: true, list: 160, endOfDay: true }),
    grades: field.references('适用年级', 'grade', { list: 'auto', empty: '全部' }),
    departmentId: field.reference('学生院系', 'department', { search: true, list: 180, empty: '全校' }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'applyType' }, { by: 'beginTime' }],
  scope: { DW: 'departmentId' },
  check: times('beginTime', 'endTime', '结束时间应晚于开始时间'),
  empty: '还没有申请时间。没有设置的类型，本学期随时可以申请。',
  note:
    '缓考申请：设置时间之后，只在这些时间内受理；截止以后，“可考后申请”的缓考原因在成绩单提交以前仍可申请。' +
    '其他类型的申请尚未在线办理，时间先行登记。',
});

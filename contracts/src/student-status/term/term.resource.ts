import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../../kernel/student-fields.ts';
import { yesNo } from '../../kernel/yes-no.ts';
import { backupStatus, paidStatusNames, registerStatus, registerWayNames, reportTypeNames } from './term.vocabulary.ts';

const classOfStudent = { ...ofStudent, search: true, shownAs: 'administrativeClassName' } as const;

const student = { required: true, fixed: true, search: true, list: 84, shownAs: 'studentName' } as const;
const number = field.text('学号', 20, { ...ofStudent, search: true, list: 104 });
const places = {
  ...studentFields,
  bjdm: field.reference('行政班', 'classInfo', { ...classOfStudent, list: 'auto' }),
};

/**
 * STUDENT-STATUS-03 注册: a student in a semester. Each change of its status obeys `registrationProblem`, whether it
 * comes by the form, from a file, from the student or for a whole class.
 */
export const registration = defineResource({
  name: 'registration',
  service: 'studentStatus',
  table: 'registration',
  key: 'registrationId',
  called: 'studentCode',
  fields: {
    semesterId: field.reference('学年学期', 'semester', { required: true, fixed: true, search: true, list: 180 }),
    studentCode: field.reference('学生', 'student', student),
    studentNumber: number,
    ...places,
    registerStatus: field.dictionary('注册状态', 'XTGL_ZCZT', {
      required: true,
      search: true,
      list: 104,
      state: true,
      initial: registerStatus.none,
    }),
    registerWay: field.choice('注册方式', registerWayNames, { hint: '已注册时填写，不填为现场' }),
    registerTime: field.time('注册时间', { readOnly: true, list: 160 }),
    paidStatus: field.choice('缴费', paidStatusNames, { readOnly: true, search: true, list: 80 }),
    greenChannel: field.yesNo('绿色通道', {}),
    delayReason: field.text('暂缓原因', 100, {}),
    delayTo: field.date('暂缓至', {}),
    refuseReason: field.text('不予注册原因', 100, {}),
    semesterBegin: field.date('开学日期', { readOnly: true, follows: 'semesterId', looked: true, column: 'ksrq' }),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'studentCode' }],
  scope: studentScope,
  unique: [{ fields: ['studentCode', 'semesterId'], message: '该学生在这个学期已有注册记录' }],
  check: ({ registerStatus: status, delayReason, delayTo, refuseReason }) => [
    ...(status === registerStatus.delayed && delayReason === null
      ? [{ field: 'delayReason', message: '暂缓注册请填写原因' }]
      : []),
    ...(status === registerStatus.delayed && delayTo === null
      ? [{ field: 'delayTo', message: '暂缓注册请填写暂缓至哪一天' }]
      : []),
    ...(status === registerStatus.refused && refuseReason === null
      ? [{ field: 'refuseReason', message: '不予注册请填写原因' }]
      : []),
  ],
  empty: '还没有注册名单。请选择学期后生成名单。',
  note: '只有学籍状态允许注册的学生可以注册。欠费的学生，学校设置不允许时须走绿色通道。',
});

/** When students register by themselves in a semester (STUDENT-STATUS-03). */
export const registrationTime = defineResource({
  name: 'registrationTime',
  service: 'studentStatus',
  table: 'registration_time',
  key: 'registrationTimeId',
  called: 'semesterId',
  fields: {
    semesterId: field.reference('学年学期', 'semester', { required: true, fixed: true, search: true, list: 'auto' }),
    beginTime: field.time('网上注册开始', { required: true, list: 170 }),
    endTime: field.time('网上注册截止', { required: true, list: 170, endOfDay: true }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'semesterId', descending: true }],
  unique: [{ fields: ['semesterId'], message: '该学期已设置网上注册时间' }],
  check: ({ beginTime, endTime }) =>
    endTime <= beginTime ? [{ field: 'endTime', message: '截止时间应晚于开始时间' }] : [],
  empty: '还没有网上注册时间。不设置时，学生不能自行注册。',
  note: '学生在此期间可在“我的注册”中自行注册；停用后立即关闭。',
});

const money = [0, 9_999_999] as const;
/** STUDENT-STATUS-04 缴费: what a student has to pay and has paid in a year, as finance sends it. */
export const payment = defineResource({
  name: 'payment',
  service: 'studentStatus',
  table: 'payment',
  key: 'paymentId',
  called: 'studentCode',
  fields: {
    xnzj: field.formatted('学年', 'schoolYear', 9, { required: true, fixed: true, search: true, list: 96 }),
    studentCode: field.reference('学生', 'student', student),
    studentNumber: number,
    ...places,
    bjdm: field.reference('行政班', 'classInfo', { ...classOfStudent, list: 110 }),
    expenseCategoryCode: field.reference('费用类别', 'expenseCategory', {
      required: true,
      fixed: true,
      search: true,
      list: 80,
    }),
    payableAmount: field.decimal('应缴（元）', money, { required: true, list: 92 }),
    reduceAmount: field.decimal('减免（元）', money, { list: 92, empty: '无' }),
    payAmountFee: field.decimal('已缴（元）', money, { required: true, list: 92 }),
    arrears: field.decimal('欠费（元）', money, { readOnly: true, list: 92 }),
    arrearsSign: field.choice(
      '是否欠费',
      { [yesNo.yes]: '有欠费', [yesNo.no]: '无欠费' },
      { readOnly: true, search: true },
    ),
    payTime: field.time('缴费时间', {}),
  },
  order: [{ by: 'xnzj', descending: true }, { by: 'studentCode' }, { by: 'expenseCategoryCode' }],
  scope: studentScope,
  unique: [{ fields: ['studentCode', 'xnzj', 'expenseCategoryCode'], message: '该学生本学年的这项费用已有记录' }],
  importKey: ['studentCode', 'xnzj', 'expenseCategoryCode'],
  check: ({ payableAmount, reduceAmount }) =>
    Number(reduceAmount ?? 0) > Number(payableAmount) ? [{ field: 'reduceAmount', message: '减免不应多于应缴' }] : [],
  empty: '还没有缴费数据。缴费数据由财务系统导入。',
  note: '欠费 = 应缴 − 减免 − 已缴，由系统计算。数据由财务部门提供，院系不能修改。',
});

/** STUDENT-STATUS-24 备份日: a day whose states of all students are frozen by a run, and never changed. */
export const backupDay = defineResource({
  name: 'backupDay',
  service: 'studentStatus',
  table: 'backup_day',
  key: 'backupDayId',
  called: 'backupName',
  fields: {
    backupName: field.text('备份名称', 40, { required: true, search: true, list: 'auto', hint: '如 高基报表 9月30日' }),
    backupDate: field.date('备份日期', { required: true, list: 120 }),
    reportType: field.choice('用于', reportTypeNames, { list: 150 }),
    backupStatus: field.dictionary('状态', 'XTGL_RWZT', {
      readOnly: true,
      search: true,
      list: 100,
      state: true,
      initial: backupStatus.waiting,
    }),
    studentNum: field.integer('学生人数', [0, 10_000_000], { readOnly: true, list: 110 }),
    takenTime: field.time('备份时间', { readOnly: true, list: 160 }),
  },
  order: [{ by: 'backupDate', descending: true }, { by: 'backupName' }],
  unique: [{ fields: ['backupName'], message: '备份名称已存在' }],
  empty: '还没有备份日。新增后执行备份，当日的学籍状态即被固定。',
  note: '备份执行之后不能修改和删除，学籍统计可以按它统计。',
});

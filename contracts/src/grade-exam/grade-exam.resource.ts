import { unplannable } from '../kernel/fields.ts';
import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../kernel/student-fields.ts';
import { yesNo } from '../kernel/yes-no.ts';

/** Where an exam stands: students see it, and sign up in its window, once it is published. */
export const gradeExamStatus = { draft: '0', published: '1', ended: '2' } as const;

/** SCORE-MORE-11 等级考试: a session of CET, NCRE, PSC with the window in which students sign up. */
export const gradeExam = defineResource({
  name: 'gradeExam',
  service: 'score',
  table: 'grade_exam',
  key: 'gradeExamId',
  called: 'gradeExamName',
  fields: {
    gradeExamName: field.text('考试名称', 60, { required: true, search: true, list: 'auto' }),
    gradeExamType: field.dictionary('类型', 'CJ_DJKSLX', { required: true, search: true, list: 110 }),
    semesterId: field.reference('学年学期', 'semester', { required: true, search: true, list: 200 }),
    examDate: field.date('考试日期', { required: true, list: 110 }),
    signUpBeginTime: field.time('报名开始', { required: true, list: 160 }),
    signUpEndTime: field.time('报名截止', { required: true, list: 160, endOfDay: true }),
    publishStatus: field.choice(
      '发布状态',
      { [gradeExamStatus.draft]: '草稿', [gradeExamStatus.published]: '已发布', [gradeExamStatus.ended]: '已结束' },
      { required: true, search: true, list: 104, initial: gradeExamStatus.draft },
    ),
  },
  order: [{ by: 'examDate', descending: true }, { by: 'gradeExamName' }],
  unique: [{ fields: ['gradeExamName', 'semesterId'], message: '该学期已有同名的考试' }],
  check: ({ signUpBeginTime, signUpEndTime, examDate }) => {
    const far = Object.entries({ signUpBeginTime, signUpEndTime, examDate }).flatMap(([name, value]) => {
      const message = unplannable(value);
      return message === null ? [] : [{ field: name, message }];
    });
    if (far.length > 0) return far;
    if (signUpEndTime <= signUpBeginTime) return [{ field: 'signUpEndTime', message: '报名截止应晚于报名开始' }];
    return examDate < signUpEndTime.slice(0, 10) ? [{ field: 'examDate', message: '考试日期不应早于报名截止' }] : [];
  },
  note: '学生只能在考试发布之后、报名时间之内报名和取消报名。',
  empty: '还没有等级考试。建立考试后，再为它建立科目。',
});

/** SCORE-MORE-12 等级考试科目: what is examined at a session, of one campus or of all. */
export const gradeExamSubject = defineResource({
  name: 'gradeExamSubject',
  service: 'score',
  table: 'grade_exam_subject',
  key: 'gradeExamSubjectId',
  called: 'subjectName',
  fields: {
    gradeExamId: field.reference('等级考试', 'gradeExam', { required: true, fixed: true, search: true, list: 'auto' }),
    subjectCode: field.text('科目代码', 20, { required: true, list: 100 }),
    subjectName: field.text('科目名称', 60, { required: true, search: true, list: 200 }),
    fullScore: field.integer('满分', [1, 1000], { required: true, list: 70 }),
    passLine: field.integer('合格线', [0, 1000], { list: 70, empty: '不分合格' }),
    fee: field.decimal('费用', [0, 9999], { list: 80, empty: '免费' }),
    capacity: field.integer('名额', [0, 100_000], { list: 80, empty: '不限' }),
    schoolZone: field.reference('校区', 'campus', { search: true, list: 120, empty: '不分校区' }),
    examTitle: field.text('考试全称', 60, { readOnly: true, follows: 'gradeExamId', column: 'grade_exam_name' }),
    zoneTitle: field.text('校区全称', 60, { readOnly: true, follows: 'schoolZone', column: 'xqmc' }),
  },
  order: [{ by: 'gradeExamId' }, { by: 'subjectCode' }, { by: 'schoolZone' }],
  unique: [{ fields: ['subjectCode', 'gradeExamId', 'schoolZone'], message: '该考试在这个校区已有相同代码的科目' }],
  importKey: ['gradeExamId', 'subjectCode', 'schoolZone'],
  check: ({ fullScore, passLine }) =>
    passLine !== null && passLine > fullScore ? [{ field: 'passLine', message: '合格线不应高于满分' }] : [],
  empty: '还没有科目。请先建立等级考试。',
});

const subject = { required: true, fixed: true, search: true, list: 'auto' } as const;

/** SCORE-MORE-14 报考条件: who may sign up. The conditions of a row hold together; of several rows one is enough. */
export const gradeExamRequirement = defineResource({
  name: 'gradeExamRequirement',
  service: 'score',
  table: 'grade_exam_requirement',
  key: 'requirementId',
  called: 'gradeExamSubjectId',
  fields: {
    gradeExamSubjectId: field.reference('考试科目', 'gradeExamSubject', subject),
    grades: field.references('年级', 'grade', { list: 150, empty: '不限' }),
    studentTypes: field.dictionaries('学生类别', 'XTGL_XSLB', { list: 130, empty: '不限' }),
    prerequisiteSubjectId: field.reference('前置科目', 'gradeExamSubject', {
      list: 240,
      empty: '不限',
      hint: '同类型、同科目代码的各次考试中，取最高成绩',
    }),
    prerequisiteScore: field.integer('最低分', [0, 1000], {
      list: 80,
      empty: '合格',
      hint: '前置科目须达到的分数；不填则须合格',
    }),
    maxPassedScore: field.integer('已达分数不可再报', [0, 1000], { list: 140, empty: '不限' }),
  },
  order: [{ by: 'gradeExamSubjectId' }],
  importKey: [
    'gradeExamSubjectId',
    'grades',
    'studentTypes',
    'prerequisiteSubjectId',
    'prerequisiteScore',
    'maxPassedScore',
  ],
  check: ({ grades, studentTypes, prerequisiteSubjectId, prerequisiteScore, maxPassedScore }) => {
    if (prerequisiteSubjectId === null && prerequisiteScore !== null)
      return [{ field: 'prerequisiteSubjectId', message: '填写最低分时应选择前置科目' }];
    const none = prerequisiteSubjectId === null && maxPassedScore === null;
    return none && grades.length === 0 && studentTypes.length === 0
      ? [{ field: 'grades', message: '请至少填写一项条件' }]
      : [];
  },
  note: '同一行的各项条件须同时满足；一个科目有多行时，满足其中一行即可报名。没有报考条件的科目人人可报。',
  empty: '还没有报考条件：所有学生都可以报名。',
});

/**
 * 等级考试报名: who has signed up for a subject. Students write their own by `gradeExam.signUp`, the office for them;
 * both obey capacity and requirements, the window holds for students alone.
 */
export const gradeExamRegistration = defineResource({
  name: 'gradeExamRegistration',
  service: 'score',
  table: 'grade_exam_registration',
  key: 'registrationId',
  called: 'studentCode',
  fields: {
    gradeExamSubjectId: field.reference('考试科目', 'gradeExamSubject', subject),
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 100,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, { ...ofStudent, search: true, list: 120 }),
    ...studentFields,
    ticketNumber: field.formatted('准考证号', 'code', 30, { search: true, list: 180, empty: '未编排' }),
    signUpTime: field.time('报名时间', { readOnly: true, list: 160 }),
  },
  order: [{ by: 'gradeExamSubjectId' }, { by: 'ticketNumber' }, { by: 'signUpTime' }],
  scope: studentScope,
  unique: [
    { fields: ['studentCode', 'gradeExamSubjectId'], message: '该学生已报名这个科目' },
    { fields: ['ticketNumber'], message: '准考证号已存在', unlessEmpty: true },
  ],
  empty: '还没有人报名。',
  note: '由教务处代为报名不受报名时间的限制，但同样要有名额、符合报考条件。',
});

const completed = { completed: true } as const;
/**
 * SCORE-MORE-13 等级考试成绩: of somebody who had signed up, told by ticket number, or by student number and name;
 * whether it passes follows from the pass line of the subject.
 */
export const gradeExamScore = defineResource({
  name: 'gradeExamScore',
  service: 'score',
  table: 'grade_exam_score',
  key: 'gradeExamScoreId',
  called: 'studentName',
  fields: {
    gradeExamSubjectId: field.reference('考试科目', 'gradeExamSubject', subject),
    ticketNumber: field.text('准考证号', 30, {
      ...completed,
      search: true,
      list: 170,
      hint: '填写准考证号，或填写学号和姓名',
    }),
    studentNumber: field.text('学号', 20, { ...completed, search: true, list: 120, follows: 'studentCode' }),
    studentName: field.text('姓名', 60, { ...completed, search: true, list: 100, follows: 'studentCode' }),
    studentCode: field.reference('考生', 'student', { readOnly: true, shownAs: 'examineeName' }),
    ...studentFields,
    examDate: field.date('考试日期', { ...completed, hint: '不填则为考试的日期' }),
    scoreValue: field.tenths('成绩', [0, 1000], { required: true, list: 80 }),
    passLine: field.integer('合格线', [0, 1000], { readOnly: true, follows: 'gradeExamSubjectId' }),
    passSign: field.choice(
      '合格',
      { [yesNo.yes]: '合格', [yesNo.no]: '不合格' },
      { readOnly: true, search: true, list: 80 },
    ),
    absentSign: field.yesNo('缺考', { list: 70 }),
    partScores: field.text('分项成绩', 200, { hint: '如 听力 180，阅读 190，写作和翻译 150' }),
    certificateNo: field.text('证书号', 40, {}),
  },
  order: [{ by: 'gradeExamSubjectId' }, { by: 'ticketNumber' }, { by: 'studentNumber' }],
  scope: studentScope,
  unique: [{ fields: ['studentNumber', 'gradeExamSubjectId'], message: '该考生这个科目已有成绩' }],
  importKey: ['gradeExamSubjectId', 'ticketNumber'],
  otherImportKey: ['gradeExamSubjectId', 'studentNumber'],
  check: ({ ticketNumber, studentNumber, studentName, absentSign, scoreValue }) => {
    if (ticketNumber === null && (studentNumber === null || studentName === null))
      return [{ field: 'ticketNumber', message: '请填写准考证号，或学号和姓名' }];
    return absentSign === yesNo.yes && Number(scoreValue) !== 0
      ? [{ field: 'scoreValue', message: '缺考的成绩应为 0' }]
      : [];
  },
  empty: '还没有成绩。成绩按准考证号，或学号和姓名，对应报名名单。',
});

import type { SheetRules } from './score/score-sheet.events.ts';
import {
  student,
  rules,
  half,
  grades,
  window,
  key,
  sameOrigin,
  facts,
  figures,
  submitted,
  application,
  change,
  request,
  subject,
  decision,
  attempt,
  recognised,
  valued,
  changedSource,
  recognition,
  time,
  elective,
} from './wording-parts.fixture.ts';

/** Events of each type that is told, with the sentences that a person reads. */
export const samples: readonly (readonly [
  type: string,
  data: object,
  sentences: readonly string[],
  rules?: SheetRules,
])[] = [
  [
    'SheetInitialised',
    { ...facts, rules, window },
    [
      '王老师为计科1班（数据结构）设置正考成绩单：平时40%＋期末60%，百分制，录入时间 2026-06-19 08:00:00 至 ' +
        '2026-07-19 08:00:00',
    ],
  ],
  [
    'SheetInitialised',
    {
      ...facts,
      scoreType: '2',
      rules: { ...rules, retake: { makeupAndDelayTemplateValue: '1', cap: 6000, students: {} } },
      window,
      rows: [{ ...student, cells: { ps: 610 } }],
    },
    [
      '王老师为计科1班（数据结构）设置补考/缓考成绩单：平时40%＋期末60%，百分制，录入时间 2026-06-19 08:00:00 至 ' +
        '2026-07-19 08:00:00，替代期末，及格后最高按 60 分计，带入 1 名学生的原分项成绩',
    ],
  ],
  [
    'InputTimeSet',
    { ...key, before: window, after: { ...window, end: '2026-07-25T00:00:00.000Z' }, reason: '教师病假' },
    [
      '王老师将录入时间由 2026-06-19 08:00:00 至 2026-07-19 08:00:00 改为 2026-06-19 08:00:00 至 2026-07-25 ' +
        '08:00:00，原因：教师病假',
    ],
  ],
  [
    'ImportTeacherSet',
    { ...key, before: { gh: null, name: '' }, after: { gh: 'T2', name: '陈老师' }, reason: '出差' },
    ['王老师将录入教师由任课教师改为陈老师，原因：出差'],
  ],
  [
    'ItemsSet',
    { ...key, before: rules, after: half, reason: '院系统一' },
    ['王老师将成绩分项由 平时40%＋期末60% 改为 平时50%＋期末50%，各人总评随之重算，原因：院系统一'],
  ],
  ['HierarchySet', { ...key, before: rules, after: grades, reason: '' }, ['王老师将等级制由百分制改为五级制']],
  [
    'DigitSet',
    { ...key, before: rules, after: { ...rules, digit: 0 }, reason: '' },
    ['王老师将总评的小数位数由 2 改为 0'],
  ],
  [
    'TemplateSet',
    { ...key, before: rules, after: grades, reason: '按论文考核' },
    ['王老师改用另一成绩模板：分项由 平时40%＋期末60%（百分制）改为 论文100%（五级制），原因：按论文考核'],
  ],
  [
    'CellsEntered',
    {
      ...key,
      courseId: 'K1',
      rows: [
        {
          ...student,
          cells: [
            { dataKey: 'ps', itemName: '平时', before: null, after: 610 },
            { dataKey: 'qm', itemName: '期末', before: 580, after: 610 },
          ],
          final: { before: null, after: 6100 },
        },
      ],
    },
    ['王老师录入张三的平时：61.0', '王老师将张三的期末由 58.0 改为 61.0，总评 61.00'],
  ],
  [
    'CellsEntered',
    {
      ...key,
      courseId: 'K1',
      rows: [
        {
          ...student,
          cells: [{ dataKey: 'lw', itemName: '论文', before: '1', after: '2' }],
          final: { before: 9500, after: 8500 },
        },
      ],
      reason: '教师住院',
    },
    ['王老师将张三的论文由 优秀 改为 良好，总评 85.00，代录原因：教师住院'],
    grades,
  ],
  [
    'CellsEntered',
    {
      ...key,
      courseId: 'K1',
      rows: [
        {
          ...student,
          cells: [{ dataKey: 'qm', itemName: '期末', before: 580, after: null }],
          final: { before: 5900, after: null },
        },
      ],
    },
    ['王老师清空张三的期末（原为 58.0），无总评'],
  ],
  [
    'RemarkSet',
    {
      ...key,
      courseId: 'K1',
      rows: [
        {
          ...student,
          before: '00',
          beforeName: '正常',
          after: '04',
          afterName: '作弊',
          final: { before: 6100, after: 0 },
        },
      ],
      reason: '监考记录',
    },
    ['王老师将张三的备注由“正常”改为“作弊”，原因：监考记录'],
  ],
  [
    'ScoresSubmitted',
    {
      ...facts,
      rules,
      rows: [submitted],
      figures,
      hash: 'h',
      application: application(2),
      confirmed: [{ check: 'heap', text: '60 分附近集中' }],
    },
    ['王老师第 2 次提交送审：1 人，及格率 100.0%，平均 61.00；提交时确认：60 分附近集中'],
  ],
  ['ScoresForceSubmitted', { ...key, reason: '逾期', byName: '钱办公' }, ['钱办公代任课教师强制提交送审，原因：逾期']],
  [
    'ScoresReopened',
    { ...key, applyId: 'A1', round: 1, cause: 'returned', opinion: '请核对', byName: '李院长', nodeName: '院系审核' },
    ['李院长（院系审核）退回，成绩单重新开放录入，意见：请核对'],
  ],
  [
    'ScoresRolledBack',
    { ...facts, applyId: 'A1', round: 1, from: '4', reason: '试卷错评', byName: '钱办公', students: [student] },
    ['钱办公退回已发布的成绩单，1 名学生的成绩撤销发布，原因：试卷错评'],
  ],
  [
    'ScoresApproved',
    { ...facts, rules, rows: [submitted], figures, hash: 'h', applyId: 'A1', round: 1 },
    ['审批通过，1 名学生的成绩发布（及格 1 人）'],
  ],
  [
    'ChangeReserved',
    { ...key, applyId: 'A2', processName: '成绩更改审批', applicantName: '王老师', time, request },
    ['王老师申请将张三的期末由 58.0 改为 61.0，原因：漏加 3 分'],
  ],
  [
    'ChangeReleased',
    { ...key, applyId: 'A2', outcome: 'notPassed' },
    ['成绩更改申请结束：更改未通过，可以再次申请更改'],
  ],
  [
    'ScoreChangeApplied',
    { ...facts, applyId: 'A2', reason: '漏加 3 分', rows: [change] },
    ['更改申请通过，张三的期末由 58.0 改为 61.0，总评由 59.00 变为 60.80，原因：漏加 3 分'],
  ],
  [
    'RetakeOriginChanged',
    {
      ...key,
      courseId: 'K1',
      ...student,
      cause: 'changed',
      text: '原成绩由 50.00 改为 52.00',
      cells: [{ dataKey: 'ps', itemName: '平时', before: 500, after: 550 }],
      final: { before: 5000, after: 5200 },
    },
    ['张三的原成绩已变动：原成绩由 50.00 改为 52.00', '系统随原成绩将张三的平时由 50.0 改为 55.0，总评 52.00'],
  ],
  ['RetakeOriginChanged', sameOrigin, ['张三的原成绩与名单一致：原成绩没有变动']],
  [
    'RetakeOriginKept',
    { ...key, courseId: 'K1', ...student, text: '原成绩已退回（重评）', reason: '与学院核实', byName: '钱办公' },
    ['钱办公将张三保留在名单中：原成绩已退回（重评），原因：与学院核实'],
  ],
  [
    'RetakeStudentRemoved',
    { ...key, courseId: 'K1', ...student, text: '原成绩由 50.00 改为 86.00，已及格', reason: '', byName: null },
    ['系统将张三移出名单：原成绩由 50.00 改为 86.00，已及格'],
  ],
  ['RetakeStudentRestored', sameOrigin, ['系统将张三放回名单：原成绩没有变动']],
  [
    'RetakeStudentAdded',
    {
      ...key,
      courseId: 'K1',
      ...student,
      makeupType: '1',
      originAttemptId: 'P1',
      cells: [{ dataKey: 'ps', itemName: '平时', before: null, after: 550 }],
      final: { before: null, after: null },
      reason: '漏列',
      byName: '钱办公',
    },
    ['钱办公将张三加入名单（补考），原因：漏列', '系统随原成绩录入张三的平时：55.0'],
  ],
  [
    'SheetWithdrawn',
    { ...key, courseId: 'K1', reason: '改为替代期末', byName: '钱办公' },
    ['钱办公解除名单锁定，成绩单撤销，原因：改为替代期末'],
  ],
  ['ScoreChangeRequested', request, ['王老师申请将张三的期末由 58.0 改为 61.0，原因：漏加 3 分']],
  ['ScoreChangeEffected', { applyId: 'A2' }, ['成绩更改生效']],
  [
    'ScoreChangeClosed',
    { applyId: 'A2', outcome: 'notPassed', opinion: '证据不足' },
    ['成绩更改申请未通过，成绩不变，意见：证据不足'],
  ],
  ['AttemptRecorded', attempt, ['张三的数据结构成绩发布：61.00']],
  [
    'AttemptRecorded',
    { ...attempt, examNature: '11', final: 6000, finalName: '60.00', rawFinal: 7450 },
    ['张三的数据结构补考成绩发布：60.00（卷面 74.50，按上限计）'],
  ],
  ['AttemptRecorded', { ...attempt, source: '3', examNature: '16' }, ['认定通过，张三的数据结构记为 61.00']],
  [
    'AttemptRevised',
    {
      attemptId: 'AT',
      ...student,
      courseId: 'K1',
      applyId: 'A2',
      reason: '漏加 3 分',
      before: { final: 5900, finalName: '59.00', scoreRemarkCode: '00', passed: false },
      after: { final: 6080, finalName: '60.80', scoreRemarkCode: '00', passed: true },
    },
    ['张三已发布的成绩由 59.00 改为 60.80，原因：漏加 3 分'],
  ],
  [
    'AttemptWithdrawn',
    { attemptId: 'AT', ...student, courseId: 'K1', reason: '试卷错评' },
    ['张三已发布的成绩撤销，原因：试卷错评'],
  ],
  [
    'RecognitionReserved',
    {
      studentCode: 'S1',
      courseId: 'K1',
      applyId: 'R1',
      processName: '系统外成绩认定审核',
      applicantName: '孙教务',
      time,
      request: recognition,
    },
    ['孙教务为张三申请系统外成绩认定审核：慕课算法（88）认定为数据结构（88.00）'],
  ],
  [
    'RecognitionReleased',
    { studentCode: 'S1', courseId: 'K1', applyId: 'R1' },
    ['成绩认定申请未生效，该课程可以重新申请认定'],
  ],
  [
    'RecognitionDrafted',
    { applyId: 'R1', kind: 'outside', ...recognised, applicant: application().applicant },
    ['王老师为张三保存系统外成绩认定申请，尚未送审'],
  ],
  ['RecognitionRequested', recognition, ['王老师为张三申请系统外成绩认定审核：慕课算法（88）认定为数据结构（88.00）']],
  ['RecognitionEffected', { applyId: 'R1' }, ['成绩认定生效']],
  ['RecognitionClosed', { applyId: 'R1', outcome: 'recalled', opinion: '' }, ['成绩认定申请由申请人撤回']],
  ['RecognitionDeleted', { applyId: 'R1', studentCode: 'S1' }, ['王老师删除成绩认定申请']],
  [
    'RecognitionSourceChanged',
    { applyId: 'R1', studentCode: 'S1', ...changedSource, reason: '漏加' },
    ['认定所依据的原成绩变更，待处理：慕课算法由 88 改为 72，原因：漏加'],
  ],
  [
    'RecognitionSettled',
    {
      applyId: 'R1',
      studentCode: 'S1',
      outcome: 'adjusted',
      reason: '核实',
      sources: [changedSource],
      values: [{ courseId: 'K1', courseName: '数据结构', before: valued(88), after: valued(72) }],
    },
    ['原成绩变更（慕课算法由 88 改为 72）后，王老师处理为按规则调整，数据结构由 88 改为 72，原因：核实'],
  ],
  ['RecognitionRevoked', { applyId: 'R1', studentCode: 'S1', reason: '' }, ['王老师撤销成绩认定，认定成绩作废']],
  [
    'RecognitionCreditTaken',
    {
      studentCode: 'S1',
      applyId: 'R1',
      processName: '系统外成绩认定审核',
      time,
      credit: 40,
      sources: [{ key: 'k', courseName: '慕课算法' }],
    },
    ['系统外成绩认定审核占用认定学分 4.0，使用原成绩：慕课算法'],
  ],
  [
    'RecognitionCreditReturned',
    { studentCode: 'S1', applyId: 'R1', time },
    ['认定未生效或已撤销，退还所占的认定学分和原成绩'],
  ],
  ['ElectiveSaved', { ...elective, applicant: application().applicant }, ['王老师保存公选课申请《茶文化》，尚未送审']],
  [
    'ElectiveSubmitted',
    { ...elective, figures: null, application: application(1, 'GXKSQ', '公选课申请审批') },
    ['王老师提交公选课申请《茶文化》：2 学分，3 个班，每班 60 人'],
  ],
  ['ElectiveDeleted', { planId: 'P1' }, ['王老师删除公选课申请']],
  ['ElectiveEffected', { planId: 'P1', courseCode: 'K9' }, ['公选课申请通过，开课计划生效']],
  [
    'ElectiveClosed',
    { planId: 'P1', outcome: 'returned', opinion: '补充简介' },
    ['公选课申请退回申请人，意见：补充简介'],
  ],
  ['ApplicationSubmitted', application(), ['王老师提交正考成绩审批：数据结构 计科1班']],
  ['NodePassed', { ...decision, nextNodeId: null, isAllSchool: null }, ['李院长（院系审核）审核通过，意见：同意']],
  ['NodeEndorsed', { ...decision, isAllSchool: null }, ['李院长（院系审核）审核通过，待其他审批人审批，意见：同意']],
  ['ApplicationPassed', decision, ['审批全部通过，申请结束']],
  ['ApplicationNotPassed', { ...decision, opinion: '不实' }, ['李院长（院系审核）审核不通过，申请结束，意见：不实']],
  [
    'ApplicationNotPassed',
    { ...decision, opinion: '重复申请', terminated: true },
    ['李院长（教务处）在院系审核终止申请，原因：重复申请'],
  ],
  [
    'ApplicationRejected',
    { ...decision, opinion: '重审', backNode: 'n1', backNodeName: '院系审核' },
    ['李院长（院系审核）驳回至院系审核，意见：重审'],
  ],
  ['ApplicationReturned', { ...decision, opinion: '请核对' }, ['李院长（院系审核）退回申请人，意见：请核对']],
  ['ApplicationRecalled', { ...subject, reason: null }, ['王老师撤回申请']],
  [
    'ApplicationRecalled',
    { ...subject, reason: '试卷错评', byOffice: { name: '钱办公', departmentName: '教务处' } },
    ['钱办公（教务处）将申请退回，原因：试卷错评'],
  ],
  [
    'ApplicationTransferred',
    {
      ...subject,
      processNodeId: 'n1',
      processNodeName: '院系审核',
      fromName: '李院长',
      fromDepartmentName: null,
      toUser: 'd2',
      toName: '吴副院长',
      toDepartmentName: null,
      reason: '出差',
    },
    ['李院长将院系审核转办给吴副院长，原因：出差'],
  ],
  [
    'ApplicationUrged',
    {
      ...subject,
      processNodeId: 'n1',
      processNodeName: '院系审核',
      capacity: 'office',
      urgerName: '钱办公',
      urgerDepartmentName: null,
      remark: '',
    },
    ['钱办公（教务处）催办院系审核'],
  ],
  [
    'ApplicationOverdue',
    {
      ...subject,
      processNodeId: 'n1',
      processNodeName: '院系审核',
      since: time,
      limitDays: 3,
      reportedTo: { processNodeId: null, name: '教务处', roleCode: '02', scopeUnit: '*' },
    },
    ['院系审核等待超过 3 天，已提醒审批人，并上报教务处'],
  ],
];
/** Samples that are words only, without everything that the schema wants. */
export const partial = new Set(['ElectiveSubmitted', 'RecognitionDrafted']);

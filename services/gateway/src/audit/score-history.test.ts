import { describe, expect, it } from 'vitest';
import type { ApplicationDraft } from '@jwxt/contracts/approval/application.events.ts';
import { eventHistory } from '@jwxt/contracts/all-events.ts';
import type { SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { replayApplication } from './application-history.ts';
import { replayScore } from './score-history.ts';
import type { PlacedEvent } from '../kernel/stored-streams.ts';

const student = { studentCode: 'S1', studentNumber: '20240001', studentName: '冯可欣' };
const other = { studentCode: 'S2', studentNumber: '20240002', studentName: '赵一' };
const rules: SheetRules = {
  items: [
    {
      dataKey: 'ps',
      scoreSubItemName: '平时成绩',
      scoreSubItemProportion: 40,
      type: 'number',
      enable: 'true',
      scoreHierarchyCode: 'bfz',
      isExamItem: false,
    },
    {
      dataKey: 'qm',
      scoreSubItemName: '期末成绩',
      scoreSubItemProportion: 60,
      type: 'number',
      enable: 'true',
      scoreHierarchyCode: 'bfz',
      isExamItem: true,
    },
  ],
  scoreHierarchyCode: 'bfz',
  scoreHierarchyName: '百分制',
  listCode: [],
  digit: 2,
  passMark: 6000,
  ruleVersion: '1',
};
const facts = {
  teachingClassId: 'TC1',
  teachingClassCode: '(2026-2027-1)-COMP-01',
  teachingClassName: '计科2401',
  scoreType: '1',
  semesterId: '2026-2027-1',
  semesterName: '第一学期',
  courseId: 'K1',
  courseNum: 'COMP2002',
  courseName: '计算机组成原理',
  courseCredit: 35,
  openDepartmentId: '101',
  openDepartmentName: '计算机学院',
  teachers: [],
  importTeacher: '周明远',
};
const sheetKey = { teachingClassId: 'TC1', scoreType: '1' };
const figures = {
  personNum: 2,
  scoredNum: 2,
  passedNum: 1,
  excellentNum: 0,
  passRate: 500,
  excellentRate: 0,
  failRate: 500,
  mean: 6000,
  max: 7000,
  min: 5000,
  bands: [0, 0, 1, 0, 1],
};

function draft(applyId: string, round: number): ApplicationDraft {
  return {
    applyId,
    round,
    applicant: { userName: 'teacher1', name: '周明远', departmentId: '101', departmentName: '计算机学院' },
    applyTime: '2026-06-24T01:00:00.000Z',
    businessId: 'TC1.1',
    businessTable: 'T',
    scoreType: '1',
    teachingClassId: 'TC1',
    enteredBy: ['teacher1'],
    process: {
      processNo: 'ZKCJSP',
      processName: '正考成绩审批',
      processVersion: 1,
      approvalType: '1',
      recallAllowed: true,
      nodes: [
        {
          processNodeId: 'n1',
          processNodeName: '院系审核',
          roleCode: '04',
          roleName: '院系审核人',
          scopeRule: 'KKDW',
          scopeUnit: '101',
          scopeUnitName: '计算机学院',
          skipped: false,
          skipReason: null,
        },
      ],
    },
    content: { title: '成绩', pieces: [{ label: '原因', value: '漏加分' }], differences: [], contentHash: 'h' },
  };
}

/** Writes events as the services do: one call is one command with what policies made of it. */
function history() {
  const events: PlacedEvent[] = [];
  const revisions = new Map<string, number>();
  const command = (
    day: string,
    name: string,
    ...written: readonly (readonly [stream: string, type: string, data: object])[]
  ): void => {
    for (const [stream, type, data] of written) {
      const revision = (revisions.get(stream) ?? -1) + 1;
      revisions.set(stream, revision);
      const time = `2026-06-${day}T02:00:00.000Z`;
      events.push({
        id: `e${events.length}`,
        stream,
        revision,
        position: { commit: BigInt(events.length), prepare: BigInt(events.length) },
        recordedAt: new Date(time),
        event: { type, data: eventHistory.definitions.get(type)!.data.parse(data) },
        metadata: {
          actor: { userName: name, name, roleNames: ['任课教师'], permission: null },
          commandId: `c-${day}`,
          correlationId: `c-${day}`,
          causationId: null,
          time,
          clientAddress: null,
          schemaVersion: 1,
        },
      });
    }
  };
  return { events, command };
}

const cells = (before: number | null, after: number) => ({
  ...student,
  cells: [{ dataKey: 'qm', itemName: '期末成绩', before, after }],
  final: { before: null, after: null },
});
const submitted = (value: number) => ({
  ...student,
  administrativeClassName: '计科2401',
  gradeMajorName: '2024级计科',
  isReExamStudentName: '',
  departmentId: '101',
  bjdm: 'B1',
  njzydm: 'N1',
  cells: { ps: 680, qm: value },
  scoreRemarkCode: '00',
  final: 5960,
  passed: false,
});
const decision = {
  applyId: 'A1',
  processNo: 'ZKCJSP',
  businessId: 'TC1.1',
  round: 1,
  processNodeId: 'n1',
  processNodeName: '院系审核',
  auditPersonName: '陈慧敏',
  auditPersonDepartmentName: '计算机学院',
  opinion: '请核对',
  contentHash: 'h',
};

/** A score that is entered, corrected, returned, submitted again, published and changed. */
function wholeLife(): PlacedEvent[] {
  const { events, command } = history();
  const sheet = 'scoreSheet-TC1.1';
  command('20', '教务处', [
    sheet,
    'SheetInitialised',
    { ...facts, rules, window: { begin: '2026-06-19T00:00:00.000Z', end: '2026-07-19T00:00:00.000Z' } },
  ]);
  command('21', '周明远', [
    sheet,
    'CellsEntered',
    {
      ...sheetKey,
      courseId: 'K1',
      rows: [
        {
          ...other,
          cells: [{ dataKey: 'qm', itemName: '期末成绩', before: null, after: 900 }],
          final: { before: null, after: null },
        },
      ],
    },
  ]);
  command('22', '周明远', [
    sheet,
    'CellsEntered',
    {
      ...sheetKey,
      courseId: 'K1',
      rows: [
        {
          ...student,
          cells: [
            { dataKey: 'ps', itemName: '平时成绩', before: null, after: 680 },
            { dataKey: 'qm', itemName: '期末成绩', before: null, after: 500 },
          ],
          final: { before: null, after: 5720 },
        },
        {
          ...other,
          cells: [{ dataKey: 'ps', itemName: '平时成绩', before: null, after: 700 }],
          final: { before: null, after: 8200 },
        },
      ],
    },
  ]);
  command('23', '周明远', [sheet, 'CellsEntered', { ...sheetKey, courseId: 'K1', rows: [cells(500, 540)] }]);
  command(
    '24',
    '周明远',
    [
      sheet,
      'ScoresSubmitted',
      { ...facts, rules, rows: [submitted(540)], figures, hash: 'h', application: draft('A1', 1) },
    ],
    ['application-A1', 'ApplicationSubmitted', draft('A1', 1)],
  );
  command(
    '25',
    '陈慧敏',
    ['application-A1', 'ApplicationReturned', decision],
    [
      sheet,
      'ScoresReopened',
      {
        ...sheetKey,
        applyId: 'A1',
        round: 1,
        cause: 'returned',
        opinion: '请核对',
        byName: '陈慧敏',
        nodeName: '院系审核',
      },
    ],
  );
  command(
    '26',
    '周明远',
    [
      sheet,
      'ScoresSubmitted',
      { ...facts, rules, rows: [submitted(540)], figures, hash: 'h', application: draft('A1', 2) },
    ],
    ['application-A1', 'ApplicationSubmitted', draft('A1', 2)],
  );
  command(
    '27',
    '陈慧敏',
    ['application-A1', 'NodePassed', { ...decision, round: 2, opinion: '同意', nextNodeId: null, isAllSchool: null }],
    ['application-A1', 'ApplicationPassed', { ...decision, round: 2 }],
    [sheet, 'ScoresApproved', { ...facts, rules, rows: [submitted(540)], figures, hash: 'h', applyId: 'A1', round: 2 }],
  );
  command('28', '刘建国', [
    sheet,
    'ScoreChangeApplied',
    {
      ...facts,
      applyId: 'A2',
      reason: '第五大题漏加 8 分',
      rows: [
        {
          ...student,
          administrativeClassName: '',
          gradeMajorName: '',
          cells: [{ dataKey: 'qm', itemName: '期末成绩', before: 540, after: 620 }],
          remark: null,
          final: { before: 5960, after: 6440 },
          passedBefore: false,
          passedAfter: true,
        },
      ],
    },
  ]);
  return events;
}

describe('replay of a score', () => {
  const { steps, current, subject } = replayScore(wholeLife(), student, 'K1');

  it('tells one step for each thing that happened to this student, and none for others', () => {
    expect(steps.map((step) => step.label)).toEqual(['录入', '改分', '送审', '退回', '重送', '发布', '更改生效']);
    expect(steps.map((step) => step.byName)).toEqual([
      '周明远',
      '周明远',
      '周明远',
      '陈慧敏',
      '周明远',
      '陈慧敏',
      '刘建国',
    ]);
  });

  it('a course that is taken again begins with an entry, not with a correction', () => {
    const { events, command } = history();
    for (const [day, id] of [
      ['20', 'TC1'],
      ['22', 'TC2'],
    ] as const) {
      const sheet = `scoreSheet-${id}.1`;
      command(day, '教务处', [
        sheet,
        'SheetInitialised',
        {
          ...facts,
          teachingClassId: id,
          rules,
          window: { begin: '2026-06-19T00:00:00.000Z', end: '2026-07-19T00:00:00.000Z' },
        },
      ]);
      command(String(Number(day) + 1), '周明远', [
        sheet,
        'CellsEntered',
        { teachingClassId: id, scoreType: '1', courseId: 'K1', rows: [cells(null, 540)] },
      ]);
    }
    expect(replayScore(events, student, 'K1').steps.map((step) => step.label)).toEqual(['录入', '录入']);
  });

  it('shows the score before and after each step, with what changed', () => {
    expect(steps.map((step) => step.after.finalText)).toEqual([
      '57.20',
      '59.60',
      '59.60',
      '59.60',
      '59.60',
      '59.60',
      '64.40',
    ]);
    expect(steps.map((step) => step.valueChanged)).toEqual([true, true, false, false, false, false, true]);
    expect(steps[1]!.changes).toEqual([
      { name: '期末成绩', before: '50.0', after: '54.0' },
      { name: '总评', before: '57.20', after: '59.60' },
    ]);
    expect(steps.at(-1)).toMatchObject({
      reason: '第五大题漏加 8 分',
      before: { passed: false, stateName: '已发布' },
      after: { passed: true },
    });
  });

  it('shows states, application and decision behind a step', () => {
    expect(steps.map((step) => step.after.stateName)).toEqual([
      '录入中',
      '录入中',
      '审核中',
      '已退回',
      '审核中',
      '已发布',
      '已发布',
    ]);
    expect(steps[3]).toMatchObject({
      title: '院系审核退回申请人',
      decision: { nodeName: '院系审核', resultName: '驳回', opinion: '请核对' },
      application: { applyId: 'A1', reason: '漏加分' },
    });
  });

  it('leaves the rows of others out of the raw event and says how many', () => {
    expect(steps[0]!.event).toMatchObject({ type: 'CellsEntered', omittedRows: 1 });
    expect(JSON.stringify(steps[0]!.event.data)).not.toContain('赵一');
  });

  it('an exam beside 缺考 is still told as it was typed, and that it counts nothing', () => {
    const { events, command } = history();
    const sheet = 'scoreSheet-TC1.1';
    command('20', '教务处', [
      sheet,
      'SheetInitialised',
      { ...facts, rules, window: { begin: '2026-06-19T00:00:00.000Z', end: '2026-07-19T00:00:00.000Z' } },
    ]);
    command('22', '周明远', [sheet, 'CellsEntered', { ...sheetKey, courseId: 'K1', rows: [cells(null, 853)] }]);
    command('23', '周明远', [
      sheet,
      'RemarkSet',
      {
        ...sheetKey,
        courseId: 'K1',
        rows: [
          {
            ...student,
            before: '00',
            beforeName: '正常',
            after: '02',
            afterName: '缺考',
            final: { before: null, after: 0 },
          },
        ],
      },
    ]);
    const last = replayScore(events, student, 'K1').steps.at(-1)!;
    const exam = (moment: typeof last.after) => moment.items.find(({ dataKey }) => dataKey === 'qm');
    expect([exam(last.before), exam(last.after)]).toMatchObject([
      { value: '85.3', barredBy: null },
      { value: '85.3', barredBy: '备注为缺考，此成绩不计入总评' },
    ]);
    expect(last.after.finalText).toBe('0.00');
  });

  it('replaying any prefix gives what was shown then', () => {
    const all = wholeLife();
    for (let length = 1; length <= all.length; length += 1) {
      const prefix = replayScore(all.slice(0, length), student, 'K1');
      const last = prefix.steps.length;
      expect(prefix.steps.slice(0, last - 1)).toEqual(
        steps
          .slice(0, Math.max(0, last - 1))
          .map((step, index) => ({ ...step, application: prefix.steps[index]!.application })),
      );
    }
    expect(current).toEqual(steps.at(-1)!.after);
    expect(subject).toEqual({ sheet: { teachingClassId: 'TC1', scoreType: '1', revision: 8 } });
  });
});

describe('what the office does to a class', () => {
  const sheet = 'scoreSheet-TC1.1';
  const halves: SheetRules = { ...rules, items: rules.items.map((item) => ({ ...item, scoreSubItemProportion: 50 })) };
  const window = { begin: '2026-06-19T00:00:00.000Z', end: '2026-07-19T00:00:00.000Z' };
  const entry = {
    ...sheetKey,
    courseId: 'K1',
    rows: [
      {
        ...student,
        cells: [
          { dataKey: 'ps', itemName: '平时成绩', before: null, after: 600 },
          { dataKey: 'qm', itemName: '期末成绩', before: null, after: 700 },
        ],
        final: { before: null, after: 6600 },
      },
    ],
  };

  it('other weights are a step once there is a score that they change, and none before', () => {
    const { events, command } = history();
    command('20', '教务处', [sheet, 'SheetInitialised', { ...facts, rules, window }]);
    command('21', '教务处', [
      sheet,
      'DigitSet',
      { ...sheetKey, before: rules, after: { ...rules, digit: 1 }, reason: '' },
    ]);
    command('22', '周明远', [sheet, 'CellsEntered', entry]);
    command('23', '教务处', [sheet, 'ItemsSet', { ...sheetKey, before: rules, after: halves, reason: '院系统一' }]);
    const { steps } = replayScore(events, student, 'K1');
    expect(steps.map(({ label, valueChanged, after }) => [label, valueChanged, after.finalText])).toEqual([
      ['录入', true, '66.0'],
      ['调整分项', true, '65.00'],
    ]);
    expect(steps[1]!.sentence).toBe(
      '教务处将成绩分项由 平时成绩40%＋期末成绩60% 改为 平时成绩50%＋期末成绩50%，各人总评随之重算，原因：院系统一',
    );
  });

  it('a forced submission and a rollback of published scores say who and why', () => {
    const { events, command } = history();
    command('20', '教务处', [sheet, 'SheetInitialised', { ...facts, rules, window }]);
    command('21', '周明远', [sheet, 'CellsEntered', entry]);
    command(
      '22',
      '钱办公',
      [sheet, 'ScoresForceSubmitted', { ...sheetKey, reason: '逾期未交', byName: '钱办公' }],
      [
        sheet,
        'ScoresSubmitted',
        { ...facts, rules, rows: [submitted(700)], figures, hash: 'h', application: draft('A1', 1) },
      ],
      ['application-A1', 'ApplicationSubmitted', draft('A1', 1)],
    );
    command(
      '23',
      '陈慧敏',
      ['application-A1', 'NodePassed', { ...decision, nextNodeId: null, isAllSchool: null }],
      ['application-A1', 'ApplicationPassed', decision],
      [
        sheet,
        'ScoresApproved',
        { ...facts, rules, rows: [submitted(700)], figures, hash: 'h', applyId: 'A1', round: 1 },
      ],
    );
    command(
      '24',
      '钱办公',
      [
        sheet,
        'ScoresRolledBack',
        { ...facts, applyId: 'A1', round: 1, from: '4', reason: '试卷错评', byName: '钱办公', students: [student] },
      ],
      ['attempts-S1.K1', 'AttemptWithdrawn', { attemptId: 'TC1.1.S1', ...student, courseId: 'K1', reason: '试卷错评' }],
    );
    const { steps } = replayScore(events, student, 'K1');
    expect(steps.map(({ label, title, reason }) => [label, title, reason])).toEqual([
      ['录入', '录入平时成绩、期末成绩', null],
      ['强制提交', '钱办公强制提交送审', '逾期未交'],
      ['发布', '院系审核通过，成绩发布', null],
      ['退回', '教务处退回，成绩撤销发布', '试卷错评'],
    ]);
    expect(steps.at(-1)!.after.stateName).not.toBe('已发布');
  });
});

describe('replay of an application', () => {
  it('tells every event with the status before and after it', () => {
    const events = wholeLife().filter((event) => event.stream === 'application-A1');
    const replay = replayApplication(events)!;
    expect(replay.steps.map((step) => [step.title, step.statusBefore, step.statusAfter])).toEqual([
      ['提交申请', null, '1'],
      ['院系审核退回申请人', '1', '3'],
      ['第2次提交', '3', '1'],
      ['院系审核通过', '1', '2'],
      ['审批通过，申请结束', '2', '9'],
    ]);
    expect(replay).toMatchObject({ approvalBusinessStatusName: '通过', applicantName: '周明远' });
  });

  it('there is none without events', () => {
    expect(replayApplication([])).toBeNull();
  });
});

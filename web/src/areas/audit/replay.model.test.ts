import { describe, expect, it } from 'vitest';
import {
  decisionsUpTo,
  formulaOf,
  indexAt,
  itemChanged,
  labelStride,
  levels,
  type ScoreMoment,
  type ScoreStep,
} from './replay.model.ts';

const moment = (final: number | null, qm: string | null = '62.0'): ScoreMoment => ({
  items: [
    { dataKey: 'ps', name: '平时成绩', proportion: 40, value: '68.0', barredBy: null },
    { dataKey: 'qm', name: '期末成绩', proportion: 60, value: qm, barredBy: null },
  ],
  remarkCode: '00',
  remarkName: '正常',
  finalText: final === null ? '-' : (final / 100).toFixed(2),
  final,
  passed: (final ?? 0) >= 6000,
  state: 'entering',
  stateName: '录入中',
});
const step = (atText: string, final: number | null, more: Partial<ScoreStep> = {}): ScoreStep => ({
  position: atText,
  at: atText,
  atText,
  label: '',
  title: '',
  sentence: '',
  valueChanged: false,
  tone: 'neutral',
  byName: '',
  byUserName: '',
  byRole: '',
  reason: null,
  before: moment(null),
  after: moment(final),
  changes: [],
  application: null,
  decision: null,
  teachingClassId: null,
  scoreType: null,
  event: {
    id: '',
    stream: '',
    revision: 0,
    type: '',
    position: '',
    created: '',
    data: null,
    metadata: null,
    omittedRows: 0,
  },
  ...more,
});
const application = {
  applyId: 'A',
  processNo: 'CJXGSP',
  processName: '成绩更改审批',
  applicantName: '周明远',
  applyTime: '',
  reason: '',
  files: null,
};
const decision = (nodeName: string) => ({
  nodeName,
  result: '0',
  resultName: '通过',
  auditPersonName: '',
  opinion: '',
  at: '',
});

describe('replay of a score', () => {
  const steps = [
    step('2026-06-22 09:00:00', null),
    step('2026-06-23 09:00:00', 5740),
    step('2026-09-11 14:48:03', 6180),
  ];

  it('finds the state at any moment', () => {
    expect(
      [
        '2026-06-21 00:00:00',
        '2026-06-22 09:00:00',
        '2026-09-11 14:48:02',
        '2026-09-11 14:48:03',
        '2030-01-01 00:00:00',
      ].map((at) => indexAt(steps, at)),
    ).toEqual([-1, 0, 1, 2, 2]);
  });

  it('places values between lowest and highest with the pass line among them', () => {
    const { points, passLine } = levels(steps, 6000);
    expect(points[0]).toBeNull();
    expect([points[1], points[2]]).toEqual([0, 1]);
    expect(passLine).toBeCloseTo(260 / 440);
    expect(levels([step('x', 6000)], 6000)).toEqual({ points: [0.5], passLine: 0.5 });
    expect(levels([], 6000)).toEqual({ points: [], passLine: null });
  });

  it('gathers the decisions of one application up to the chosen step', () => {
    const list = [
      step('1', null, { application, decision: decision('院系审核') }),
      step('2', null),
      step('3', null, { application, decision: decision('教务处审核') }),
    ];
    expect(decisionsUpTo(list, 0).map((one) => one.nodeName)).toEqual(['院系审核']);
    expect(decisionsUpTo(list, 2).map((one) => one.nodeName)).toEqual(['院系审核', '教务处审核']);
    expect(decisionsUpTo(list, 1)).toEqual([]);
  });

  it('shows how the total comes about, when it does', () => {
    expect(formulaOf(moment(6440))).toBe('总评 = 68.0×40% + 62.0×60% = 64.40');
    expect(formulaOf(moment(null, null))).toBeNull();
    expect(itemChanged(moment(1), moment(1, '70.0'), 'qm')).toBe(true);
    expect(itemChanged(moment(1), moment(1, '70.0'), 'ps')).toBe(false);
    // Of an exam that the remark lets not count, there is no sum to show, and the remark has changed what it is worth.
    const absent = {
      ...moment(0),
      items: moment(0).items.map((item) =>
        item.dataKey === 'qm' ? { ...item, barredBy: '备注为缺考，此成绩不计入总评' } : item,
      ),
    };
    expect([formulaOf(absent), itemChanged(moment(1), absent, 'qm'), itemChanged(moment(1), absent, 'ps')]).toEqual([
      null,
      true,
      false,
    ]);
  });

  it('leaves labels out rather than laying them over each other', () => {
    expect([100, 58, 30, 10].map(labelStride)).toEqual([1, 1, 2, 6]);
  });
});

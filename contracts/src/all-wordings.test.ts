import { describe, expect, it } from 'vitest';
import type { ScoreSheetEvent } from './score/score-sheet.events.ts';
import { settingChangeOf } from './score/score-sheet.wording.ts';
import { eventHistory } from './all-events.ts';
import { partial, samples } from './all-wordings.fixture.ts';
import { rules, student, subject } from './wording-parts.fixture.ts';
import { headingOf, linesOf, type HeadedEvent } from './all-wordings.ts';

describe('every event in words (SCORE-MORE-15)', () => {
  it.each(samples.map(([type, data, sentences, known]) => ({ type, data, sentences, known })))(
    '$type: $sentences',
    ({ type, data, sentences, known }) => {
      const definition = eventHistory.definitions.get(type);
      const event = { type, data: partial.has(type) ? data : definition!.data.parse(data) };
      expect(linesOf(event, { who: '王老师', rules: known ?? rules })?.lines.map(({ sentence }) => sentence)).toEqual(
        sentences,
      );
    },
  );

  it('whatever has no sample here says nothing', () => {
    const sampled = new Set(samples.map(([type]) => type));
    for (const type of eventHistory.definitions.keys())
      if (!sampled.has(type)) expect(linesOf({ type, data: {} }, { who: '', rules: null }), type).toBeNull();
  });

  it('words carry no code of a person that was not in the event, and name the one student they are about', () => {
    const told = linesOf(
      { type: 'CellsEntered', data: samples.find(([type]) => type === 'CellsEntered')![1] },
      { who: '王老师', rules },
    );
    expect(told).toMatchObject({
      operation: '录入',
      lines: [
        { student, itemName: '平时', before: '空', after: '61.0' },
        { student, itemName: '期末', before: '58.0', after: '61.0' },
      ],
    });
  });
});

const dataOf = (type: string): object => samples.find(([sampled]) => sampled === type)![1];

/** Short word and title of the step that the first sample of each type makes, in a replay of the student's score. */
const headings: Record<HeadedEvent['type'], readonly [label: string, title: string]> = {
  CellsEntered: ['改分', '修改平时、期末'],
  RemarkSet: ['备注', '备注由“正常”改为“作弊”，原因：监考记录'],
  ItemsSet: ['调整分项', '成绩分项调整，总评重算'],
  TemplateSet: ['更换模板', '成绩模板更换，总评重算'],
  HierarchySet: ['等级制', '等级制更改'],
  DigitSet: ['小数位', '总评小数位数更改'],
  ScoresSubmitted: ['重送', '重新提交送审'],
  ScoresForceSubmitted: ['强制提交', '钱办公强制提交送审'],
  ScoresApproved: ['发布', '院系审核通过，成绩发布'],
  ScoresRolledBack: ['退回', '教务处退回，成绩撤销发布'],
  ChangeReserved: ['申请更改', '申请更改成绩'],
  ScoreChangeApplied: ['更改生效', '院系审核通过，更改生效'],
  ScoreChangeEffected: ['生效', '生效'],
  AttemptRecorded: ['认定生效', '院系审核通过，认定成绩生效'],
  AttemptWithdrawn: ['撤销', '成绩撤销发布'],
  AttemptCancelled: ['注销', '成绩注销'],
  AttemptRestored: ['恢复', '注销的成绩恢复'],
  AttemptBonusGiven: ['加分', '成绩加分'],
  AttemptBonusTaken: ['撤销加分', '成绩加分撤销'],
  RecognitionReserved: ['申请认定', '申请成绩认定'],
  RecognitionDrafted: ['保存草稿', '保存草稿'],
  RecognitionDeleted: ['删除', '删除'],
  RecognitionEffected: ['生效', '生效'],
  RecognitionSourceChanged: ['原成绩变更', '认定所依据的原成绩变更'],
  RecognitionSettled: ['按规则调整', '认定成绩处理：按规则调整'],
  RecognitionRevoked: ['撤销认定', '认定撤销，认定成绩作废'],
  ElectiveSaved: ['保存草稿', '保存草稿'],
  ElectiveDeleted: ['删除', '删除'],
  ElectiveEffected: ['生效', '生效'],
  SchemaCreated: ['新增', '新增'],
  SchemaDescribed: ['修改', '修改'],
  SchemaCoursesChanged: ['调整学期', '调整学期'],
  SchemaEnabled: ['启用', '启用'],
  SchemaRevised: ['被修订', '被修订'],
  SchemaRestored: ['恢复', '恢复'],
  SchemaCancelled: ['作废', '作废'],
  SchemaDeleted: ['删除', '删除'],
  ApplicationSubmitted: ['提交申请', '提交申请'],
  NodePassed: ['审核通过', '院系审核通过'],
  NodeEndorsed: ['会签通过', '院系审核一人通过，待他人审批'],
  ApplicationPassed: ['通过', '审批通过，申请结束'],
  ApplicationNotPassed: ['不通过', '院系审核不通过，申请结束'],
  ApplicationRejected: ['驳回', '院系审核驳回至院系审核'],
  ApplicationReturned: ['退回', '院系审核退回申请人'],
  ApplicationRecalled: ['撤回', '申请人撤回'],
  ApplicationTransferred: ['转办', '李院长转办给吴副院长（院系审核）：出差'],
  ApplicationUrged: ['催办', '教务处催办（院系审核）'],
  ApplicationOverdue: ['超时', '院系审核等待超过 3 天，已提醒审批人，并上报教务处'],
};

describe('a step of a replay', () => {
  const headingOn = (type: string, data = dataOf(type), more: { passedNode?: string } = { passedNode: '院系审核' }) =>
    Object.values(headingOf({ type, data } as HeadedEvent, { studentCode: 'S1', ...more }));

  it.each(Object.entries(headings))('that %s tells is called %j', (type, expected) => {
    expect(headingOn(type)).toEqual(expected);
  });

  it('of typed values is called after what stood there before, as the sentence tells it', () => {
    const row = (before: number | null) => ({
      ...student,
      cells: [{ dataKey: 'qm', itemName: '期末', before, after: 610 }],
      final: { before: null, after: null },
    });
    const other = { ...row(580), studentCode: 'S2' };
    expect(headingOn('CellsEntered', { rows: [other, row(null)] })).toEqual(['录入', '录入期末']);
    expect(headingOn('CellsEntered', { rows: [row(580)] })).toEqual(['改分', '修改期末']);
    expect(headingOn('CellsEntered', { rows: [row(null)], reason: '教师住院' })).toEqual([
      '代录',
      '代录期末，原因：教师住院',
    ]);
  });

  it('names no node where none passed with it', () => {
    expect(headingOn('ScoresApproved', undefined, {})).toEqual(['发布', '审核通过，成绩发布']);
    expect(headingOn('ScoreChangeApplied', undefined, {})).toEqual(['更改生效', '更改审批通过，更改生效']);
    expect(headingOn('AttemptRecorded', undefined, {})).toEqual(['认定生效', '认定审批通过，认定成绩生效']);
  });

  it('says when the office took it back', () => {
    const byOffice = { name: '钱办公', departmentName: '教务处' };
    expect(headingOn('ApplicationRecalled', { ...subject, reason: '试卷错评', byOffice })).toEqual([
      '退回',
      '教务处退回申请人',
    ]);
    expect(headingOn('ScoresRolledBack', { ...dataOf('ScoresRolledBack'), from: '3' })).toEqual([
      '退回',
      '教务处退回送审',
    ]);
  });
});

describe('the changes of the settings of a sheet', () => {
  const changeOn = (type: string, data = dataOf(type)) =>
    Object.values(settingChangeOf({ type, data } as ScoreSheetEvent) ?? {});

  it.each([
    [
      'SheetInitialised',
      '初始化',
      '平时40%＋期末60%，百分制，2 位小数，录入时间 2026-06-19 08:00:00 至 2026-07-19 08:00:00；录入教师 王老师',
    ],
    [
      'InputTimeSet',
      '录入时间',
      '2026-06-19 08:00:00 至 2026-07-19 08:00:00 改为 2026-06-19 08:00:00 至 2026-07-25 08:00:00',
    ],
    ['ImportTeacherSet', '录入教师', '任课教师 改为 陈老师'],
    ['ItemsSet', '成绩分项', '平时40%＋期末60% 改为 平时50%＋期末50%'],
    ['HierarchySet', '等级制', '百分制 改为 五级制'],
    ['DigitSet', '小数位数', '2 改为 0'],
    ['TemplateSet', '成绩模板', '分项由 平时40%＋期末60%（百分制）改为 论文100%（五级制），2 位小数'],
    ['ScoresRolledBack', '退回', '撤销已发布的成绩，涉及 1 名学生'],
    ['ScoresForceSubmitted', '强制提交', '代任课教师提交送审'],
  ])('%s: %s, %s', (type, action, detail) => {
    expect(changeOn(type)).toEqual([action, detail]);
  });

  it('name the teacher who types when nobody was named, and tell of nothing else', () => {
    const after = { gh: null, name: '王老师' };
    expect(
      changeOn('ImportTeacherSet', { ...dataOf('ImportTeacherSet'), before: { gh: 'T2', name: '陈老师' }, after }),
    ).toEqual(['录入教师', '陈老师 改为 任课教师（王老师）']);
    expect(changeOn('CellsEntered')).toEqual([]);
  });
});

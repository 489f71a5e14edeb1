import { describe, expect, it } from 'vitest';
import type { ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import {
  emptySetting,
  isSettable,
  itemsSum,
  settingCall,
  settingErrors,
  settingLooks,
  type ItemDraft,
  type SettingKind,
} from './setting.model.ts';

const item = (
  scoreSubItemName: string,
  scoreSubItemProportion: number | '',
  more: Partial<ItemDraft> = {},
): ItemDraft => ({
  scoreSubItemName,
  scoreSubItemProportion,
  scoreHierarchyCode: 'bfz',
  enable: 'true',
  isExamItem: false,
  ...more,
});

const of = (...teachingClassIds: string[]) => ofType('1', ...teachingClassIds);
const ofType = (scoreType: ScoreType, ...teachingClassIds: string[]) => ({
  semesterId: '2026-2027-1',
  scoreType,
  teachingClassIds,
});

describe('what a dialog sends', () => {
  it('EXAM-SET-02: carries class, status, semester and scoreType, and fits its operation', () => {
    const draft = {
      ...emptySetting,
      begin: '2026-11-01 08:00:00',
      end: '2026-12-01 23:59:59',
      digit: '1',
      scoreTemplateId: 'T1',
      hierarchy: 'wjz',
      items: [item('期末', 100)],
      teacher: [{ gh: 'T1', xm: '王' }],
      reason: ' 更正 ',
    };
    for (const kind of Object.keys(settingLooks) as SettingKind[]) {
      for (const one of [true, false]) {
        if (kind === 'extend' && !one) continue;
        const { operation, input } = settingCall(kind, draft, of('TC1', 'TC2'), one);
        expect(input).toMatchObject({ status: '1', semesterId: '2026-2027-1', scoreType: '1', reason: '更正' });
        expect([
          kind,
          operation.input.safeParse({ ...input, commandId: crypto.randomUUID() }).error?.issues ?? null,
        ]).toEqual([kind, null]);
      }
    }
    expect(settingCall('window', draft, of('TC1'), true)).toMatchObject({
      operation: { id: 'examSet.timeSet' },
      input: { teachingClassId: 'TC1', scoreTermInputEndTime: '2026-12-01 23:59:59' },
    });
    expect(settingCall('window', draft, of('TC1', 'TC2'), false)).toMatchObject({
      operation: { id: 'examSet.batchAdjustment' },
      input: { adjustType: '1', teachingClassIds: ['TC1', 'TC2'] },
    });
    expect(settingCall('extend', draft, ofType('2', 'BK1'), true).input).toMatchObject({ scoreType: '2' });
  });

  it('settings of make-ups leave the rules of the original alone, those of retakes do not', () => {
    const settable = (type: ScoreType) =>
      (Object.keys(settingLooks) as SettingKind[]).filter((kind) => isSettable(kind, type));
    expect(settable('2')).toEqual(['window', 'extend', 'teacher', 'rollback', 'force']);
    expect(settable('3')).toEqual(settable('2'));
    expect(settable('4')).toEqual(Object.keys(settingLooks));
  });
});

describe('what a dialog says before it sends', () => {
  it('EXAM-SET-09: names the difference of weights', () => {
    expect(itemsSum([item('平时', 40), item('期末', 60)])).toEqual({ sum: 100, difference: null });
    expect(itemsSum([item('平时', 40), item('停用', 10, { enable: 'false' }), item('期末', 55)])).toEqual({
      sum: 95,
      difference: '还差5%',
    });
    expect(settingErrors('items', { ...emptySetting, items: [item('平时', 50), item('期末', 60)] }, '1')).toEqual({
      items: '分项比例合计为110%，超出10%',
    });
    expect(settingErrors('items', { ...emptySetting, items: [item(' ', 100)] }, '1')).toEqual({
      items: '分项名称必填',
    });
  });

  it.each([
    ['rollback', {}, { reason: '请输入原因' }],
    ['force', { reason: '离职' }, {}],
    ['extend', { reason: '住院' }, { end: '请选择截止时间' }],
    ['quick', {}, { scoreTemplateId: '请至少填写一项要调整的内容' }],
    ['window', { begin: '2026-12-01 00:00:00', end: '2026-11-01 00:00:00' }, { end: '录入截止时间应晚于开始时间' }],
    ['teacher', {}, {}],
    ['hierarchy', {}, { hierarchy: '请选择等级制' }],
  ] as const)('%s', (kind, draft, errors) => {
    expect(settingErrors(kind, { ...emptySetting, ...draft }, '1')).toEqual(errors);
  });

  it('a closed list changes with a reason alone', () => {
    expect(settingErrors('teacher', emptySetting, '4')).toEqual({ reason: '请输入原因' });
  });
});

import type { ScoreBand } from '@jwxt/contracts/score/score-sheet.events.ts';
import { gradeRules, now, window } from '../score-sheet.fixture.ts';
import type { SettingsCommand, SettingsFacts } from './sheet-settings-change.ts';

/** Bands of the grade systems of {@link settingsFacts}: those of 五级制 and of 二级制. */
export const gradeScaleBands: readonly ScoreBand[] = [
  ...gradeRules.listCode,
  {
    scoreHierarchyCode: 'ejz',
    scoreValueCode: '1',
    scoreValueName: '合格',
    scorePercentileMinValue: 6000,
    scorePercentileMaxValue: 10000,
    scorePercentileValue: 8000,
  },
  {
    scoreHierarchyCode: 'ejz',
    scoreValueCode: '2',
    scoreValueName: '不合格',
    scorePercentileMinValue: 0,
    scorePercentileMaxValue: 5999,
    scorePercentileValue: 0,
  },
];

/** What the office asks for. */
export function office(change: Partial<SettingsCommand>): SettingsCommand {
  return { capacity: 'office', setUp: false, reason: '', ...change };
}

/** Base data that knows the grade systems and the term's window, and nothing that a change has to name. */
export function settingsFacts(more: Partial<SettingsFacts> = {}): SettingsFacts {
  return {
    now,
    initial: null,
    teacher: null,
    firstTeacher: '张老师',
    template: null,
    gradeScales: new Map([
      ['bfz', '百分制'],
      ['wjz', '五级制'],
      ['ejz', '二级制'],
    ]),
    bands: gradeScaleBands,
    term: window,
    limits: null,
    ...more,
  };
}

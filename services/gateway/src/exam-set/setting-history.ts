import type { z } from 'zod';
import type { examSetHistory } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { EntryWindow, ScoreSheetEvent, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { PlacedEvent } from '../kernel/stored-streams.ts';
import { itemsText } from './exam-set.read.ts';

type Entry = z.input<typeof examSetHistory.output>[number];

/**
 * What happened to the settings of a sheet, newest first, as the event store has it (变更记录). Typing and decisions
 * are not settings. A submission that the office sent back reaches the sheet by a policy: then the event names who did
 * it, and only the office may.
 */
export function settingHistory(events: readonly PlacedEvent[]): Entry[] {
  return events
    .flatMap((stored): Entry[] => {
      const told = tell(stored.event as ScoreSheetEvent);
      if (!told) return [];
      const { actor, time } = stored.metadata;
      const { reason } = stored.event.data as { reason?: string };
      return [
        {
          revision: stored.revision,
          time: toDateTimeText(time),
          name: told.by ?? actor.name,
          roleName: told.by === undefined || told.by === actor.name ? actor.roleNames.join('、') : '教务处',
          action: told.action,
          detail: told.detail,
          reason: reason ?? '',
        },
      ];
    })
    .toReversed();
}

function tell(event: ScoreSheetEvent): { action: string; detail: string; by?: string } | null {
  switch (event.type) {
    case 'SheetInitialised':
      return {
        action: '初始化',
        detail:
          `${rulesText(event.data.rules)}；录入时间 ${windowText(event.data.window)}；录入教师 ` +
          `${event.data.importTeacher}`,
      };
    case 'InputTimeSet':
      return { action: '录入时间', detail: `${windowText(event.data.before)} 改为 ${windowText(event.data.after)}` };
    case 'ImportTeacherSet':
      return {
        action: '录入教师',
        detail:
          `${event.data.before.name} 改为 ${event.data.after.name}` +
          `${event.data.after.gh === null ? '（任课教师）' : ''}`,
      };
    case 'ItemsSet':
      return {
        action: '成绩分项',
        detail: `${itemsText(event.data.before.items)} 改为 ${itemsText(event.data.after.items)}`,
      };
    case 'HierarchySet':
      return {
        action: '等级制',
        detail: `${event.data.before.scoreHierarchyName} 改为 ${event.data.after.scoreHierarchyName}`,
      };
    case 'DigitSet':
      return {
        action: '小数位数',
        detail: `${String(event.data.before.digit)} 位改为 ${String(event.data.after.digit)} 位`,
      };
    case 'TemplateSet':
      return { action: '成绩模板', detail: `改为 ${rulesText(event.data.after)}` };
    case 'ScoresRolledBack':
      return {
        action: '退回',
        detail:
          event.data.from === '4'
            ? `撤销已发布的成绩，涉及 ${String(event.data.students.length)} 名学生`
            : '退回送审中的成绩',
        by: event.data.byName,
      };
    case 'ScoresForceSubmitted':
      return { action: '强制提交', detail: '代任课教师提交送审' };
    default:
      return null;
  }
}

function windowText({ begin, end }: EntryWindow): string {
  return `${toDateTimeText(begin).slice(0, 16)} 至 ${toDateTimeText(end).slice(0, 16)}`;
}

function rulesText(rules: SheetRules): string {
  return `${itemsText(rules.items)}，${rules.scoreHierarchyName}，${String(rules.digit)} 位小数`;
}

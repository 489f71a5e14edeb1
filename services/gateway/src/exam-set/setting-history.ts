import type { z } from 'zod';
import type { examSetHistory } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { settingChangeOf } from '@jwxt/contracts/score/score-sheet.wording.ts';
import type { PlacedEvent } from '../kernel/stored-streams.ts';

type Entry = z.input<typeof examSetHistory.output>[number];

/**
 * What happened to the settings of a sheet, newest first, as the event store has it (变更记录). Typing and decisions
 * are not settings. A submission that the office sent back reaches the sheet by a policy: then the event names who did
 * it, and only the office may.
 */
export function settingHistory(events: readonly PlacedEvent[]): Entry[] {
  return events
    .flatMap((stored): Entry[] => {
      const event = stored.event as ScoreSheetEvent;
      const change = settingChangeOf(event);
      if (!change) return [];
      const { actor, time } = stored.metadata;
      const by = event.type === 'ScoresRolledBack' ? event.data.byName : actor.name;
      return [
        {
          revision: stored.revision,
          time: toDateTimeText(time),
          name: by,
          roleName: by === actor.name ? actor.roleNames.join('、') : '教务处',
          ...change,
          reason: 'reason' in event.data ? (event.data.reason ?? '') : '',
        },
      ];
    })
    .toReversed();
}

import { z } from 'zod';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { defineLongJob } from '../../kernel/long-job.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { sheetStatusNames, type ScoreType, scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { loadInitialiseFacts } from './initialise.facts.ts';
import { initialiseDecider } from '../settings/sheet-settings.ts';

/**
 * Sets up the sheets of many classes (EXAM-SET-03), one item a class: each by its template and the window of its term.
 * A sheet that is set up already stays, unless it is to be overwritten and nothing was entered; why is told with each
 * class.
 */
export const initSetJob = defineLongJob({
  kind: 'initSet',
  payload: z.object({
    scoreType: z.enum(scoreType),
    overwrite: z.boolean(),
    semesterId: z.string().optional(),
  }),
  async run({ itemKey: teachingClassId }, { scoreType, overwrite }, context, { handler, pool }) {
    const stream = sheetStream(teachingClassId, scoreType);
    const before = await handler.read(stream, sheetStreams);
    const again = before.state.status !== sheetStatus.unset && before.applied.has(context.commandId);
    if (!again && before.state.status !== sheetStatus.unset && (before.state.status !== sheetStatus.set || !overwrite))
      return { changed: false, message: skipped(before.state.status) };
    const done = await handler.execute({
      stream,
      decider: initialiseDecider,
      command: { overwrite },
      context,
      facts: () => loadInitialiseFacts(pool, teachingClassId, scoreType satisfies ScoreType, {}),
    });
    if (isRefused(done)) return done;
    if (done.position === null) return { changed: false, message: '与现有设置相同' };
    if (done.state.status === sheetStatus.unset) return { changed: false, message: '' };
    const { rules } = done.state;
    return {
      changed: true,
      message:
        `${rules.items.map((item) => `${item.scoreSubItemName}${String(item.scoreSubItemProportion)}%`).join('、')}` +
        `，${rules.scoreHierarchyName}`,
    };
  },
});

function skipped(status: (typeof sheetStatus)['set' | 'entering' | 'submitted' | 'published']): string {
  return status === sheetStatus.set
    ? '已设置，未选择覆盖，保留现有设置'
    : `成绩${sheetStatusNames[status]}，保留现有设置`;
}

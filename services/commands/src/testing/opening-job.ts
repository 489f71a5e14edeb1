import { z } from 'zod';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { applicationDecider } from '../approval/application.decider.ts';
import { draft } from '../approval/application.fixture.ts';
import { defineLongJob, type LongJobKind } from '../kernel/long-job.ts';
import { isRefused, refuse } from '../kernel/refusal.ts';

/**
 * A kind of job for tests: opens one application an item; `bad-` ones are refused, `same-` ones need nothing. `before`
 * may wait, fail, or kill the process.
 */
export function openingJob(
  before: (itemKey: string) => void | Promise<void> = () => undefined,
  after: (itemKey: string) => void = () => undefined,
): LongJobKind {
  return defineLongJob({
    kind: 'opening',
    payload: z.object({ round: z.number().int() }),
    sideBySide: 2,
    async run({ itemKey }, { round }, context, { handler }) {
      await before(itemKey);
      if (itemKey.startsWith('bad-')) return refuse('REFERENCE_UNKNOWN', { name: itemKey });
      if (itemKey.startsWith('same-')) return { changed: false, message: '已存在' };
      const done = await handler.execute({
        stream: applicationStream(itemKey),
        decider: applicationDecider,
        command: { type: 'submit', draft: draft({ applyId: itemKey, round }) },
        context,
        facts: () => ({
          userName: context.actor.userName,
          name: context.actor.name,
          departmentName: null,
          candidate: false,
        }),
      });
      after(itemKey);
      return isRefused(done) ? done : { changed: done.position !== null, message: '已建立' };
    },
  });
}

import type { z } from 'zod';
import { makeupGeneration, type generateMakeup } from '@jwxt/contracts/makeup/makeup.command.ts';
import { defineLongJob, type ItemDone } from '../kernel/long-job.ts';
import { isRefused } from '../kernel/refusal.ts';
import { generateCourse } from './makeup-generate.ts';

/**
 * Makes the make-up lists of a semester, one item a course: whom each of its groups takes in, and who is left out and
 * why, is told with it.
 */
export const makeupGenerateJob = defineLongJob({
  kind: 'makeupGenerate',
  payload: makeupGeneration,
  async run({ itemKey: courseId }, generation, context, services) {
    const done = await generateCourse({ ...generation, courseId }, context, services);
    return isRefused(done) ? done : told(done.result);
  },
});

function told({ groups, addedNum, skipped }: z.output<typeof generateMakeup.result>): ItemDone {
  const left = skipped.map(({ reason, count }) => `${reason} ${String(count)} 人`);
  const added = groups.map(
    ({ isNew, added: students, makeupNum, deferredNum }) =>
      `${isNew ? '新增 1 班' : '加入'} ${String(students.length)} 人（班内补考 ${String(makeupNum)}、缓考 ` +
      `${String(deferredNum)}）`,
  );
  return {
    changed: addedNum > 0,
    message: [
      ...(added.length > 0 ? added : ['没有需要新增的学生']),
      ...(left.length > 0 ? [`不列入：${left.join('、')}`] : []),
    ].join('；'),
  };
}

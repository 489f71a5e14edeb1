import type { FreshmanBatchResult } from '@jwxt/contracts/student-status/freshman/freshman.operations.ts';
import { freshmanStatus } from '@jwxt/contracts/student-status/freshman/freshman.vocabulary.ts';
import { notify } from '../../../lib/notify.ts';
import { confirm } from '../../../ui/confirm.ts';
import type { Tone, TonesOf } from '../../../ui/tokens.ts';

/** Lists that what is done to freshmen changes. */
export const freshmanStale = ['freshman.', 'freshmanProgress.', 'classDivision.', 'studentIdRule.preview'];

export const freshmanTones: Readonly<Record<string, Tone>> = {
  [freshmanStatus.admitted]: 'grey',
  [freshmanStatus.reported]: 'blue',
  [freshmanStatus.divided]: 'blue',
  [freshmanStatus.numbered]: 'blue',
  [freshmanStatus.student]: 'green',
  [freshmanStatus.kept]: 'grey',
  [freshmanStatus.absent]: 'red',
  [freshmanStatus.abandoned]: 'grey',
} satisfies TonesOf<typeof freshmanStatus>;

/** Says how many freshmen it was done to, and of the others why not. */
export function tellFreshmen(what: string, { done, kept }: FreshmanBatchResult): void {
  if (kept.length === 0) {
    if (done === 0) notify.warning(`没有需要${what}的新生`);
    else notify.success(`${what}：已处理 ${String(done)} 名新生`);
    return;
  }
  const shown = kept.slice(0, 10).map(({ name, message }) => `${name}：${message}`);
  void confirm({
    title: `${what}：已处理 ${String(done)} 名，${String(kept.length)} 名没有处理`,
    message: `${shown.join('；')}${kept.length > 10 ? `；另有 ${String(kept.length - 10)} 名` : ''}`,
    confirmText: '知道了',
    cancelText: '关闭',
  });
}

import type { JobBatchResult } from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { notify } from '../../lib/notify.ts';
import { confirm } from '../../ui/confirm.ts';

/** Says how many jobs were done, and of the others why not. */
export function tellResults(what: string, { done, kept }: JobBatchResult): void {
  if (kept.length === 0) {
    notify.success(`已${what} ${String(done)} 个教学任务`);
    return;
  }
  const shown = kept.slice(0, 10).map(({ name, message }) => `${name}：${message}`);
  void confirm({
    title: done === 0 ? `没有${what}` : `已${what} ${String(done)} 个，${String(kept.length)} 个没有${what}`,
    message: `${shown.join('；')}${kept.length > 10 ? `；另有 ${String(kept.length - 10)} 个` : ''}`,
    confirmText: '知道了',
    cancelText: '关闭',
  });
}

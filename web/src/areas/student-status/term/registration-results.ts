import type { RegistrationResult } from '@jwxt/contracts/student-status/term/registration.operations.ts';
import { notify } from '../../../lib/notify.ts';
import { confirm } from '../../../ui/confirm.ts';

const SHOWN = 10;

/** Says how many students it was done for, and of the others why not. */
export function tellRegistered(what: string, { done, kept }: RegistrationResult): void {
  if (kept.length === 0) {
    notify.success(`已为 ${String(done)} 名学生办理${what}`);
    return;
  }
  const shown = kept.slice(0, SHOWN).map(({ name, message }) => `${name}：${message}`);
  void confirm({
    title: `${what}：办理 ${String(done)} 人，${String(kept.length)} 人没有办理`,
    message: `${shown.join('；')}${kept.length > SHOWN ? `；另有 ${String(kept.length - SHOWN)} 人` : ''}`,
    confirmText: '知道了',
    cancelText: '关闭',
  });
}

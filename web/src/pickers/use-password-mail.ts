import type { IssuedPassword } from '@jwxt/contracts/access/account.operations.ts';
import {
  MAILED_AT_ONCE,
  mailResult,
  passwordMail,
  sendPasswords,
  type MailResult,
} from '@jwxt/contracts/access/password-mail.operations.ts';
import { useState } from 'react';
import { notify } from '../lib/notify.ts';
import { useOperation, useOperationMutation } from '../lib/queries.ts';

/** What became of one person's message. */
export interface Mailed {
  readonly result: MailResult;
  readonly message: string;
}

/**
 * First passwords on their way to the people themselves, some at a time; asked for again it goes on with those who have
 * none yet. It stops where the mail server does not answer. `missing`: what the operator has still to name.
 */
export function usePasswordMail(passwords: readonly IssuedPassword[], enabled: boolean) {
  const { data } = useOperation(passwordMail, {}, { enabled });
  const send = useOperationMutation(sendPasswords);
  const [mailed, setMailed] = useState<ReadonlyMap<string, Mailed>>(new Map());
  const [running, setRunning] = useState(false);
  const isOver = (one: Mailed | undefined): boolean =>
    one !== undefined && one.result !== mailResult.unreachable && one.result !== mailResult.refused;
  const open = passwords.filter(({ userName }) => !isOver(mailed.get(userName)));
  const run = async (): Promise<void> => {
    const known = new Map(mailed);
    setRunning(true);
    try {
      for (let from = 0; from < open.length; from += MAILED_AT_ONCE) {
        const part = open.slice(from, from + MAILED_AT_ONCE);
        const { results } = await send.mutateAsync({
          passwords: part.map(({ userName, password }) => ({ userName, password })),
        });
        for (const { userName, ...one } of results) known.set(userName, one);
        setMailed(new Map(known));
        const away = results.find(({ result }) => result === mailResult.unreachable);
        if (away) {
          notify.warning(`${away.message}；已停止发送，可稍后继续`);
          return;
        }
      }
      const told = wordsOf(known);
      if ([...known.values()].every(({ result }) => result === mailResult.sent)) notify.success(told);
      else notify.warning(told);
    } catch {
      // Told already.
    } finally {
      setRunning(false);
    }
  };
  return { missing: data?.missing ?? null, mailed, open, running, run, words: wordsOf(mailed) };
}

/** How many messages came to what. */
function wordsOf(mailed: ReadonlyMap<string, Mailed>): string {
  const count = (...wanted: readonly MailResult[]): number =>
    [...mailed.values()].filter(({ result }) => wanted.includes(result)).length;
  const parts = [
    ['已发送', count(mailResult.sent)],
    ['没有邮箱', count(mailResult.noAddress)],
    ['密码已改过', count(mailResult.changed)],
    ['未能发送', count(mailResult.refused, mailResult.unreachable)],
  ] as const;
  return parts.flatMap(([what, n], at) => (at === 0 || n > 0 ? [`${what} ${String(n)} 人`] : [])).join('，');
}

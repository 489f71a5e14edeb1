import { Button, CloseButton, Portal } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { IconBellRinging } from '@tabler/icons-react';
import { messagePushSign, messageReadSign, messagesOfSession, type SystemMessageItem } from '@jwxt/contracts/notice/system-message.operations.ts';
import { lazy, Suspense, useState } from 'react';
import { useOnlyWindow } from '../lib/only-window.ts';
import { useOperation, useOperationMutation } from '../lib/queries.ts';
import { useTyping } from '../lib/use-typing.ts';
import { useAnyDialog } from '../ui/open-dialogs.ts';
import classes from './system-prompt.module.css';

const SystemMessageDialog = lazy(async () => ({ default: (await import('./system-message.dialog.tsx')).SystemMessageDialog }));

/**
 * The pop-up of system messages (NOTICE-31): one at a time, the oldest first, in one window only. It takes no focus, and waits while a dialog
 * is open or somebody types. What came while nobody was signed in is among the pending ones; a push only lets them be asked for again.
 */
export function SystemPrompt() {
  const query = useOperation(messagesOfSession, {}, { staleTime: 0 });
  const [later, setLater] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<string | null>(null);
  const visible = useDocumentVisibility() !== 'hidden';
  const pending = (query.data?.list ?? []).filter(({ systemMessageAudienceId }) => !later.has(systemMessageAudienceId));
  const mine = useOnlyWindow('jwxt.systemPrompt', visible && (pending.length > 0 || shown !== null), () => query.refetch());
  const waits = [useAnyDialog(), useTyping(), shown !== null].includes(true);
  // A message that is there already stays while somebody begins to type; only a new one waits.
  const [current, setCurrent] = useState<string | null>(null);
  const first = pending[0];
  const next = mine && first !== undefined && (!waits || current === first.systemMessageAudienceId) ? first : null;
  if ((next?.systemMessageAudienceId ?? null) !== current) setCurrent(next?.systemMessageAudienceId ?? null);
  const read = useOperationMutation(messageReadSign, { invalidates: ['systemMessage.'], onError: () => undefined });
  const quiet = useOperationMutation(messagePushSign, { invalidates: ['systemMessage.'] });
  const view = ({ systemMessageEntityId, systemMessageAudienceId }: SystemMessageItem) => {
    setShown(systemMessageEntityId);
    read.mutate({ systemMessageAudienceId });
  };
  const postpone = ({ systemMessageAudienceId }: SystemMessageItem) => { setLater(new Set([...later, systemMessageAudienceId])); };
  return (
    <>
      {next && shown === null && (
        <Prompt key={next.systemMessageAudienceId} message={next} others={pending.length - 1} busy={quiet.isPending} onView={() => { view(next); }} onLater={() => { postpone(next); }}
          onQuiet={() => { quiet.mutate({ systemMessageAudienceId: next.systemMessageAudienceId, systemMessageAudiencePushSign: '0' }); }} />
      )}
      {shown !== null && <Suspense fallback={null}><SystemMessageDialog systemMessageEntityId={shown} onClose={() => { setShown(null); }} /></Suspense>}
    </>
  );
}

type PromptProps = { message: SystemMessageItem; others: number; busy: boolean; onView: () => void; onQuiet: () => void; onLater: () => void };

function Prompt({ message, others, busy, onView, onQuiet, onLater }: PromptProps) {
  return (
    <Portal>
      <section className={classes['prompt']} aria-label="系统提示">
        <header className={classes['head']}>
          <IconBellRinging size={18} aria-hidden />
          <h2>系统提示</h2>
          <CloseButton aria-label="稍后再看" size="sm" onClick={onLater} />
        </header>
        <div className={classes['body']} role="status">
          <p className={classes['title']}>{message.systemMessageEntityTitle}</p>
          <p className={classes['note']}>{message.createTime}{others > 0 ? `，另有 ${String(others)} 条` : ''}</p>
        </div>
        <footer className={classes['foot']}>
          <Button size="xs" variant="default" loading={busy} onClick={onQuiet}>不再提醒</Button>
          <Button size="xs" onClick={onView}>立即查看</Button>
        </footer>
      </section>
    </Portal>
  );
}

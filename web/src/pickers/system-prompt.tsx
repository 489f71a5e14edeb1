import { Button, CloseButton } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { IconBellRinging } from '@tabler/icons-react';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  messagePushSign,
  messageReadSign,
  messagesOfSession,
  type PromptedMessage,
} from '@jwxt/contracts/notice/system-message.operations.ts';
import { useState } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useOnlyWindow } from '../lib/only-window.ts';
import { useOperation, useOperationMutation } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { useTyping } from '../lib/use-typing.ts';
import { useAnyDialog } from '../ui/open-dialogs.ts';
import { putOff, putOffMessages } from './put-off.ts';
import classes from './system-prompt.module.css';

const SystemMessageDialog = lazyPart(async () => (await import('./system-message.dialog.tsx')).SystemMessageDialog);

/**
 * The prompt of system messages (NOTICE-31): one at a time, the oldest first, in one window only. It has a line of its
 * own at the foot of the window, so that it lies over nothing and what is read does not move; it takes no focus, waits
 * while somebody types, and steps aside while a dialog is open, behind which nobody could press it. One that is closed
 * does not come back. What came while nobody was signed in is among the pending ones; a push only lets them be asked
 * for again.
 */
export function SystemPrompt() {
  const query = useOperation(messagesOfSession, {}, { staleTime: 0 });
  const userName = useSession().user?.userName ?? '';
  const [later, setLater] = useState(() => putOffMessages(userName));
  const [shown, setShown] = useState<string | null>(null);
  const visible = useDocumentVisibility() !== 'hidden';
  const pending = (query.data?.list ?? []).filter(({ systemMessageAudienceId }) => !later.has(systemMessageAudienceId));
  const mine = useOnlyWindow('jwxt.systemPrompt', visible && (pending.length > 0 || shown !== null), () =>
    query.refetch(),
  );
  const [behind, typing] = [useAnyDialog(), useTyping()];
  // A message that is there already stays while somebody begins to type; only a new one waits.
  const [current, setCurrent] = useState<string | null>(null);
  const first = pending[0];
  const due = first !== undefined && shown === null && (!typing || current === first.systemMessageAudienceId);
  const next = mine && due && !behind ? first : null;
  if ((next?.systemMessageAudienceId ?? null) !== current) setCurrent(next?.systemMessageAudienceId ?? null);
  const read = useOperationMutation(messageReadSign, {
    invalidates: ['systemMessage.', 'notice.list'],
    onError: () => undefined,
  });
  const quiet = useOperationMutation(messagePushSign, { invalidates: ['systemMessage.'] });
  const view = ({ systemMessageEntityId, systemMessageAudienceId }: PromptedMessage) => {
    setShown(systemMessageEntityId);
    read.mutate({ systemMessageAudienceId });
  };
  const postpone = ({ systemMessageAudienceId }: PromptedMessage) => {
    setLater(putOff(userName, systemMessageAudienceId));
  };
  return (
    <>
      {next && (
        <Prompt
          key={next.systemMessageAudienceId}
          message={next}
          others={pending.length - 1}
          busy={quiet.isPending}
          onView={() => {
            view(next);
          }}
          onLater={() => {
            postpone(next);
          }}
          onQuiet={() => {
            quiet.mutate({
              systemMessageAudienceId: next.systemMessageAudienceId,
              systemMessageAudiencePushSign: yesNo.no,
            });
          }}
        />
      )}
      {shown !== null && (
        <SystemMessageDialog
          systemMessageEntityId={shown}
          onClose={() => {
            setShown(null);
          }}
        />
      )}
    </>
  );
}

type PromptProps = {
  message: PromptedMessage;
  others: number;
  busy: boolean;
  onView: () => void;
  onQuiet: () => void;
  onLater: () => void;
};

function Prompt({ message, others, busy, onView, onQuiet, onLater }: PromptProps) {
  const { systemMessageEntityTitle: title, systemMessageEntityContent: text, createTime } = message;
  return (
    <section className={classes['prompt']} aria-label="系统提示">
      <IconBellRinging size={18} aria-hidden />
      <h2>系统提示</h2>
      <p className={classes['text']} role="status" title={text}>
        <strong>{title}</strong>
        {text !== title && <span>{text}</span>}
      </p>
      <span className={classes['note']}>
        {createTime}
        {others > 0 ? `，另有 ${String(others)} 条` : ''}
      </span>
      <Button size="xs" variant="default" loading={busy} onClick={onQuiet}>
        不再提醒
      </Button>
      <Button size="xs" onClick={onView}>
        立即查看
      </Button>
      <CloseButton aria-label="稍后再看" title="稍后再看：留在系统消息中，不再弹出" size="sm" onClick={onLater} />
    </section>
  );
}

import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconLoader2,
  IconPencil,
  IconRefresh,
  IconUserOff,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Toolbar } from '../../../ui/page.tsx';
import { StatusText } from '../../../ui/status-tag.tsx';
import classes from './sheet-toolbar.module.css';
import type { SheetSession, SheetState } from './sheet-session.ts';
import type { SheetSummary } from '../sheet-checks/sheet-summary.model.ts';

export type SheetToolbarProps = {
  session: SheetSession;
  state: SheetState;
  summary: SheetSummary;
  stale: boolean;
  children: ReactNode;
  onRefresh: () => void;
  onJumpTo: (wanted: 'conflict' | 'refused' | 'unsaved') => void;
};

/** Undo and redo at the left, one line of save states at the right. */
export function SheetToolbar({ session, state, summary, stale, children, onRefresh, onJumpTo }: SheetToolbarProps) {
  const { grid } = state;
  return (
    <Toolbar
      right={
        <SaveStates
          session={session}
          state={state}
          summary={summary}
          stale={stale}
          onRefresh={onRefresh}
          onJumpTo={onJumpTo}
        />
      }
    >
      {grid.sheet.editable && (
        <Group gap={8} wrap="nowrap">
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} />}
            disabled={grid.undo.length === 0}
            title="Ctrl+Z"
            onClick={() => {
              session.undo();
            }}
          >
            撤销
          </Button>
          <ActionIcon
            variant="default"
            size={32}
            aria-label="重做"
            title="重做 Ctrl+Y"
            disabled={grid.redo.length === 0}
            onClick={() => {
              session.redo();
            }}
          >
            <IconArrowForwardUp size={16} />
          </ActionIcon>
        </Group>
      )}
      {children}
    </Toolbar>
  );
}

function SaveStates({ session, state, summary, stale, onRefresh, onJumpTo }: Omit<SheetToolbarProps, 'children'>) {
  const { expired } = useSession();
  const { queue, savedAt, grid } = state;
  // Nothing is on its way while the line is down or the session is over.
  const halted = expired || (queue.kind !== 'sending' && queue.kind !== 'idle');
  const saving = halted ? 0 : summary.saving;
  const unsaved = summary.unsaved + (halted ? summary.saving : 0);
  const { conflict, refused } = summary;
  const unsent = saving + unsaved + conflict + refused;
  if (!grid.sheet.editable && unsent === 0) return stale ? <StaleNote onRefresh={onRefresh} /> : null;
  return (
    <div
      className={classes['states']}
      role="status"
      aria-live="polite"
      data-save-state={conflict > 0 ? 'conflict' : unsent === 0 ? 'saved' : saving > 0 ? 'saving' : 'unsaved'}
    >
      {stale && <StaleNote onRefresh={onRefresh} />}
      {unsent === 0 && (
        <span className={classes['state']}>
          <IconCheck size={15} aria-hidden />
          已保存{savedAt !== null && ` ${savedAt.slice(11)}`}
        </span>
      )}
      {saving > 0 && (
        <StatusText tone="blue" icon={IconLoader2}>
          保存中 {saving}
        </StatusText>
      )}
      {unsaved > 0 && (
        <button
          type="button"
          className={classes['state']}
          onClick={() => {
            onJumpTo('unsaved');
          }}
        >
          <IconPencil size={15} aria-hidden />
          未保存 {unsaved}
        </button>
      )}
      {refused > 0 && (
        <button
          type="button"
          className={classes['state']}
          data-tone="red"
          onClick={() => {
            onJumpTo('refused');
          }}
        >
          <IconAlertTriangle size={15} aria-hidden />
          有误 {refused}
        </button>
      )}
      {conflict > 0 && (
        <Menu position="bottom-end" withArrow>
          <Menu.Target>
            <button type="button" className={classes['state']} data-tone="red">
              <IconAlertTriangle size={15} aria-hidden />
              冲突 {conflict}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              onClick={() => {
                onJumpTo('conflict');
              }}
            >
              逐个处理
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              onClick={() => {
                session.resolveAll('mine');
              }}
            >
              全部保留我的（{conflict} 处）
            </Menu.Item>
            <Menu.Item
              onClick={() => {
                session.resolveAll('theirs');
              }}
            >
              全部采用对方的（{conflict} 处）
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {(expired || queue.kind === 'signedOut') && (
        <span className={classes['state']}>
          <IconUserOff size={15} aria-hidden />
          登录已过期，输入已保留，重新登录后自动保存
        </span>
      )}
      {queue.kind === 'retrying' && !expired && (
        <Retrying session={session} retryAt={queue.retryAt} message={queue.message} attempt={queue.attempt} />
      )}
    </div>
  );
}

function Retrying({
  session,
  retryAt,
  message,
  attempt,
}: {
  session: SheetSession;
  retryAt: number;
  message: string;
  attempt: number;
}) {
  const now = useNow(1000);
  const seconds = Math.max(0, Math.ceil((retryAt - now) / 1000));
  return (
    <span className={classes['state']} title={message}>
      保存失败，已保留您输入的内容，{seconds > 0 ? `${String(seconds)} 秒后重试` : '正在重试'}
      {attempt > 1 && `（第 ${String(attempt)} 次）`}
      <Button
        size="xs"
        variant="subtle"
        onClick={() => {
          session.saveNow();
        }}
      >
        立即重试
      </Button>
    </span>
  );
}

function StaleNote({ onRefresh }: { onRefresh: () => void }) {
  return (
    <span className={classes['state']} data-tone="red">
      刷新失败，他人的修改可能未显示
      <ActionIcon variant="subtle" aria-label="重新获取成绩单" onClick={onRefresh}>
        <IconRefresh size={15} />
      </ActionIcon>
    </span>
  );
}

import { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import { approvalTab } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { OWN_MESSAGES_PATH } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { messagesOfSession } from '@jwxt/contracts/notice/system-message.operations.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../lib/queries.ts';
import { useMay } from '../lib/session.ts';
import classes from './shell.module.css';

/** One thing that happens changes both numbers, one after the other: it is told once. */
const TOLD_AFTER_MS = 1000;

/**
 * What waits for the person and what the person applied for, counted live (SHELL-86), and the way to all system
 * messages (NOTICE-38). The number on it is that of what waits, and a dot says that messages are unread; a student,
 * who decides nothing, sees the number of unread messages. It alone announces them: other places that show them stay
 * silent.
 */
export function Bell({ student }: { student: boolean }) {
  const decides = useMay('systemApprove:query');
  const counts = useOperation(approvalCounts, {}, { enabled: decides }).data;
  const unread = useOperation(messagesOfSession, {}).data?.unreadNum ?? 0;
  const waiting = student ? unread : (counts?.todo ?? 0);
  const said = [
    ...(unread > 0 ? [`${String(unread)} 条未读消息`] : []),
    ...(!student && waiting > 0 ? [`${String(waiting)} 件待办`] : []),
  ].join('，');
  const [told] = useDebouncedValue(said, TOLD_AFTER_MS);
  const nothing = [...(unread > 0 ? [said] : []), '没有待办'].join('，');
  const entry = (label: string, count: number, to: string, search: Record<string, string> = {}) => (
    <Menu.Item
      component={Link}
      to={to}
      search={search as never}
      rightSection={
        <span className={classes['number']} data-some={count > 0 || undefined}>
          {count}
        </span>
      }
    >
      {label}
    </Menu.Item>
  );
  const approvals = modulePath('messageSystem', 'approval');
  return (
    <Menu position="bottom-end" width={180} shadow="md">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes['bell'] ?? ''}
          aria-label={student ? said || '没有未读消息' : waiting > 0 ? said : nothing}
        >
          <IconBell size={19} stroke={1.5} />
          {!student && unread > 0 && <span className={classes['unread']} data-testid="unread" aria-hidden />}
          {waiting > 0 && (
            <span className={classes['badge']} data-testid="todo-count" aria-hidden>
              {waiting > 99 ? '99+' : waiting}
            </span>
          )}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {decides && entry('我的待办', counts?.todo ?? 0, approvals, { tab: approvalTab.waiting })}
        {decides && entry('我的申请', counts?.applied ?? 0, approvals, { tab: approvalTab.all })}
        {entry('系统消息', unread, student ? OWN_MESSAGES_PATH : modulePath('messageSystem', 'systemMessage'))}
      </Menu.Dropdown>
      <span className="jw-visually-hidden" role="status">
        {told}
      </span>
    </Menu>
  );
}

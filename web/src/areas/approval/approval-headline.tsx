import type { approvalCounts, ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconInbox, IconRefresh } from '@tabler/icons-react';
import { Headline } from '../../ui/page.tsx';
import { StatusText } from '../../ui/status-tag.tsx';
import { useWaited } from '../../pickers/waited.tsx';
import classes from './approval.module.css';

type Counts = OutputOf<typeof approvalCounts>;

/** First what waits: how many, and the oldest. Applicants without a queue see their own. */
export function ApprovalHeadline({
  counts,
  approver,
  refreshing,
  onRefresh,
  onOpen,
}: {
  counts: Counts | undefined;
  approver: boolean;
  refreshing: boolean;
  onRefresh: () => void;
  onOpen: (applyId: string) => void;
}) {
  return (
    <Headline
      actions={
        <ActionIcon variant="default" size={32} aria-label="刷新" onClick={onRefresh}>
          <IconRefresh size={17} className={refreshing ? 'jw-spin' : undefined} />
        </ActionIcon>
      }
    >
      <div className={classes['lead']}>
        <span className={classes['leadIcon']}>
          <IconInbox size={24} stroke={1.5} aria-hidden />
        </span>
        <div>
          {/* Not a status: the bell, which stands on every page, tells of the same change. */}
          <div>
            <span className={classes['leadCount']} data-testid="todo-lead">
              {approver ? (counts?.todo ?? NOTHING) : (counts?.applied ?? NOTHING)}
            </span>
            {approver ? '件待我审批' : '件我的申请'}
          </div>
          {approver && (
            <span className={classes['second']}>
              {counts ? `今日新增 ${String(counts.today)} 件，已办 ${String(counts.doneToday)} 件` : '\u00a0'}
            </span>
          )}
        </div>
      </div>
      {/* Its place is kept: what is below must not move when the answer comes. */}
      {approver &&
        (counts?.oldest ? (
          <Oldest item={counts.oldest} onOpen={onOpen} />
        ) : (
          <div className={classes['oldest']} data-empty aria-hidden>
            <strong>&nbsp;</strong>
            <div className={classes['second']}>&nbsp;</div>
          </div>
        ))}
    </Headline>
  );
}

function Oldest({ item, onOpen }: { item: ApprovalItem; onOpen: (applyId: string) => void }) {
  const waited = useWaited(item);
  const text = <strong>最早一件已等待 {waited.text}</strong>;
  return (
    <div className={classes['oldest']}>
      {waited.overdue ? (
        <StatusText tone="red" icon={IconAlertTriangle}>
          {text}
        </StatusText>
      ) : (
        text
      )}
      <div className={classes['second']}>
        {[item.approvalProcessName, item.applicantName, item.applicantDepartmentName].filter(Boolean).join(' · ')}
        {'　'}
        <UnstyledButton
          className={classes['link']}
          onClick={() => {
            onOpen(item.applyId);
          }}
        >
          立即处理
        </UnstyledButton>
      </div>
    </div>
  );
}

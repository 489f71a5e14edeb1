import { approvalCounts, queryApprovals, type ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { ALL_TIME, approvalTab, businessStatus, processStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { schoolTime, shortElapsedText } from '../../../lib/format.ts';
import { usePushState } from '../../../lib/push.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useNow } from '../../../lib/use-now.ts';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card, Figure } from '../../../ui/page.tsx';
import { WaitingByProcess } from '../../../pickers/waiting-by-process.tsx';
import { Waited } from '../../../pickers/waited.tsx';
import classes from '../home.module.css';

/** To-dos on the home page (HOME-36). */
const TODO_ROWS = 4;

/** 待办消息: count, three figures, four items with their waiting time (HOME-09, 36…40). */
export function TodoCard({ more }: { more?: ReactNode }) {
  const counts = useOperation(approvalCounts, {});
  const list = useOperation(queryApprovals, {
    pageNum: 1,
    pageSize: TODO_ROWS,
    approvalProcessStatus: processStatus.inProgress,
    approvalBusinessStatus: businessStatus.inApproval,
    type: approvalTab.waiting,
    timeScopeValue: ALL_TIME,
  });
  const done = useOperation(queryApprovals, {
    pageNum: 1,
    pageSize: 1,
    approvalBusinessStatus: businessStatus.passed,
    type: approvalTab.decided,
    timeScopeValue: '180',
  });
  const live = usePushState().status === 'live';
  const todo = counts.data?.todo ?? 0;
  return (
    <Card
      flush
      title={
        <>
          待办消息
          {todo > 0 && (
            <span className={classes['count']} data-testid="home-todo-count">
              {todo}
            </span>
          )}
        </>
      }
      actions={
        <>
          {live && (
            <span className={classes['live']}>
              <span aria-hidden />
              实时
            </span>
          )}
          {more}
        </>
      }
    >
      <div className={classes['figures']}>
        <Figure value={counts.data?.todo ?? NOTHING} label="待我审批" tone="ink" />
        <Figure
          value={counts.data?.overdue ?? NOTHING}
          label="已超时限"
          {...((counts.data?.overdue ?? 0) > 0 ? { tone: 'red' as const } : {})}
        />
        <Figure value={done.data?.total ?? NOTHING} label="近180天已办" />
      </div>
      <WaitingByProcess byProcess={counts.data?.byProcess} />
      <QueryFaces query={list} compact>
        {({ list: items }) =>
          items.length === 0 ? (
            <EmptyState compact title="真棒！今日工作已全部完成啦～" />
          ) : (
            <ul className={classes['rows']}>
              {items.map((item) => (
                <TodoRow key={item.applyId} item={item} />
              ))}
            </ul>
          )
        }
      </QueryFaces>
    </Card>
  );
}

function TodoRow({ item }: { item: ApprovalItem }) {
  return (
    <li>
      <div className={classes['rowText']}>
        <div>{item.approvalProcessName}</div>
        <div className="jw-ellipsis" title={item.title}>
          <small>
            {item.applicantName} · {item.title}
          </small>
        </div>
      </div>
      <span className={classes['dim']}>
        <Waited item={item} />
      </span>
      <Link
        to="/jwxt/gly/messageSystem/approval"
        search={{ tab: approvalTab.waiting, applyId: item.applyId }}
        aria-label={`审批：${item.title}`}
      >
        审批
      </Link>
    </li>
  );
}

/** What came today and how long the oldest has waited, as a sentence. */
export function TodoLine() {
  const counts = useOperation(approvalCounts, {}).data;
  const now = useNow(60_000);
  if (!counts) return null;
  if (counts.todo === 0) return <>真棒！今日工作已全部完成啦～</>;
  return (
    <>
      今天收到 <b>{counts.today}</b> 件新申请
      {counts.oldest && (
        <>
          ，最早一件已等待{' '}
          <b>{shortElapsedText(now - schoolTime(counts.oldest.waitingSince ?? counts.oldest.applyTime))}</b>
        </>
      )}
    </>
  );
}

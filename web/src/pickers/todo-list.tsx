import { queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import { APPROVAL_PAGE_SIZE } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/system/module.vocabulary.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { schoolTime, shortElapsedText } from '../lib/format.ts';
import { useOperation } from '../lib/queries.ts';
import { useNow } from '../lib/use-now.ts';
import { EmptyState, QueryFaces } from '../ui/faces.tsx';
import { Paging } from '../ui/paging.tsx';
import { StatusText } from '../ui/status-tag.tsx';
import classes from './todo-list.module.css';

/** 待办消息: everything that waits for the person's decision, the oldest first; each opens in the approval centre. Follows the push messages of approvals. */
export function TodoList({ pageSize = APPROVAL_PAGE_SIZE }: { pageSize?: number }) {
  const [pageNum, setPageNum] = useState(1);
  const now = useNow(60_000);
  const query = useOperation(queryApprovals, { type: '1', approvalProcessStatus: '2', approvalBusinessStatus: '2', timeScopeValue: '0', pageNum, pageSize });
  return (
    <QueryFaces query={query} compact rows={pageSize}>
      {({ list, total }) => (total === 0 ? <EmptyState title="真棒！今日工作已全部完成啦～" compact /> : (
        <>
          <ul className={classes['list']} aria-label="待办消息">
            {list.map((item) => {
              const waited = now - schoolTime(item.waitingSince ?? item.applyTime);
              return (
                <li key={item.applyId}>
                  <Link className={classes['row']} to={modulePath('messageSystem', 'approval')} search={{ tab: '1', scope: '0', applyId: item.applyId }}>
                    <span className={classes['process']}>{item.approvalProcessName}{item.onBehalfOfName !== null && `（代 ${item.onBehalfOfName}）`}</span>
                    <span className={`${classes['what'] ?? ''} jw-ellipsis`} title={item.title}>{item.title}</span>
                    <span className={classes['who']}>{item.applicantName}</span>
                    <span className={classes['waited']}>{waited > item.timeLimitDays * 86_400_000 ? <StatusText tone="red" icon={IconAlertTriangle}>{shortElapsedText(waited)}</StatusText> : shortElapsedText(waited)}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
          <div className={classes['paging']}><Paging pageNo={pageNum} pageSize={pageSize} total={total} onPage={setPageNum} /></div>
        </>
      ))}
    </QueryFaces>
  );
}

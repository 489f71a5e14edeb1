import { queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  APPROVAL_PAGE_SIZE,
  ALL_TIME,
  approvalTab,
  businessStatus,
  processStatus,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import { EmptyState, QueryFaces } from '../ui/faces.tsx';
import { Paging } from '../ui/paging.tsx';
import { Waited } from './waited.tsx';
import classes from './todo-list.module.css';

/**
 * 待办消息: everything that waits for the person's decision, the oldest first; each opens in the approval centre.
 * Follows the push messages of approvals.
 */
export function TodoList({ pageSize = APPROVAL_PAGE_SIZE }: { pageSize?: number }) {
  const [pageNum, setPageNum] = useState(1);
  const query = useOperation(queryApprovals, {
    type: approvalTab.waiting,
    approvalProcessStatus: processStatus.inProgress,
    approvalBusinessStatus: businessStatus.inApproval,
    timeScopeValue: ALL_TIME,
    pageNum,
    pageSize,
  });
  return (
    <QueryFaces query={query} compact rows={pageSize}>
      {({ list, total }) =>
        total === 0 ? (
          <EmptyState title="真棒！今日工作已全部完成啦～" compact />
        ) : (
          <>
            <ul className={classes['list']} aria-label="待办消息">
              {list.map((item) => (
                <li key={item.applyId}>
                  <Link
                    className={classes['row']}
                    to={modulePath('messageSystem', 'approval')}
                    search={{ tab: approvalTab.waiting, scope: ALL_TIME, applyId: item.applyId }}
                  >
                    <span className={classes['process']}>
                      {item.approvalProcessName}
                      {item.onBehalfOfName !== null && `（代 ${item.onBehalfOfName}）`}
                    </span>
                    <span className={`${classes['what'] ?? ''} jw-ellipsis`} title={item.title}>
                      {item.title}
                    </span>
                    <span className={classes['who']}>{item.applicantName}</span>
                    <span className={classes['waited']}>
                      <Waited item={item} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <div className={classes['paging']}>
              <Paging pageNo={pageNum} pageSize={pageSize} total={total} onPage={setPageNum} />
            </div>
          </>
        )
      }
    </QueryFaces>
  );
}

import { queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import { approvalTab, businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { IconCornerUpLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { businessTone } from '../../../pickers/business-tone.ts';
import { Card } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import classes from '../home.module.css';

/** 我的申请 of a teacher; for staff, the newest in their scope. With where each stands. */
export function MyApplicationsCard() {
  const list = useOperation(queryApprovals, { pageNum: 1, pageSize: 6, type: approvalTab.all, timeScopeValue: '180' });
  return (
    <Card
      flush
      title={useMay('scoreEntry:submit') ? '我的申请' : '申请动态'}
      actions={<Link to="/jwxt/gly/messageSystem/approval">更多</Link>}
    >
      <QueryFaces query={list} compact>
        {({ list: items }) =>
          items.length === 0 ? (
            <EmptyState compact title="近半年没有申请" reason="提交成绩送审、更改或认定后，可在这里看到进度" />
          ) : (
            <ul className={classes['rows']}>
              {items.map((item) => (
                <li key={item.applyId}>
                  <div className={classes['rowText']}>
                    <div>{item.approvalProcessName}</div>
                    <div className="jw-ellipsis" title={item.title}>
                      <small>{item.title}</small>
                    </div>
                  </div>
                  <StatusTag
                    tone={businessTone(item.approvalBusinessStatus)}
                    {...(item.approvalBusinessStatus === businessStatus.returned ||
                    item.approvalBusinessStatus === businessStatus.sentBack
                      ? { icon: IconCornerUpLeft }
                      : {})}
                  >
                    {item.approvalBusinessStatusName}
                    {item.currentNodeName !== null && ` · ${item.currentNodeName}`}
                  </StatusTag>
                  <Link
                    to="/jwxt/gly/messageSystem/approval"
                    search={{ tab: approvalTab.all, applyId: item.applyId }}
                    aria-label={`详情：${item.title}`}
                  >
                    详情
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryFaces>
    </Card>
  );
}

import {
  queryDelegations,
  revokeDelegation,
  type DelegationItem,
  delegationSorts,
} from '@jwxt/contracts/approval/secondary-auth.operations.ts';
import { authStatus } from '@jwxt/contracts/approval/secondary-auth.state.ts';
import { Button, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { confirm } from '../../ui/confirm.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { pagingOf } from '../../ui/paging.tsx';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { Tone, TonesOf } from '../../ui/tokens.ts';
import classes from './approval.module.css';
import { DelegationDialog } from './delegation.dialog.tsx';

const pageState = z.object({ ...pagingFields(), ...sortField(delegationSorts) });
const toneOf: Readonly<Record<string, Tone>> = {
  [authStatus.upcoming]: 'blue',
  [authStatus.inForce]: 'green',
  [authStatus.ended]: 'grey',
  [authStatus.revoked]: 'grey',
} satisfies TonesOf<typeof authStatus>;

/** 审批代理: who decides in my place while I am away, and for whom I decide (SYSADMIN-18, kind 1). */
export function DelegationsPage() {
  const [{ pageNo, pageSize, sort }, setState] = usePageState(pageState);
  const [adding, setAdding] = useState(false);
  const query = useOperation(queryDelegations, { pageNo, pageSize, sort });
  const revoke = useOperationMutation(revokeDelegation, {
    invalidates: ['delegation.', 'approval.'],
    success: '已结束代理',
  });
  async function end(item: DelegationItem) {
    if (
      await confirm({
        message: `确定提前结束对“${item.toUserName}”的审批代理吗？结束后其不能再代您审批，已作的审批不受影响。`,
        confirmText: '结束代理',
        danger: true,
      })
    )
      revoke.mutate({ authId: item.authId });
  }
  const columns: readonly Column<DelegationItem>[] = [
    {
      key: 'direction',
      title: '方向',
      width: 110,
      render: (item) => (item.direction === 'given' ? '我授权他人' : '他人授权我'),
    },
    {
      key: 'person',
      title: '对方',
      width: 160,
      align: 'left',
      render: (item) => (
        <>
          <div>{item.direction === 'given' ? item.toUserName : item.fromUserName}</div>
          {item.direction === 'given' && <div className={classes['second']}>{item.toDepartmentName}</div>}
        </>
      ),
    },
    {
      key: 'processes',
      title: '流程',
      width: 'auto',
      align: 'left',
      render: (item) => (item.processNames.length === 0 ? '全部流程' : item.processNames.join('、')),
      ellipsis: true,
    },
    { key: 'begin', sort: 'beginTime', title: '开始时间', width: 164, render: (item) => item.beginTime },
    { key: 'end', sort: 'endTime', title: '结束时间', width: 164, render: (item) => item.endTime },
    { key: 'reason', title: '原因', width: 180, align: 'left', render: (item) => item.reason, ellipsis: true },
    {
      key: 'status',
      title: '状态',
      width: 104,
      render: (item) => <StatusTag tone={toneOf[item.authStatus] ?? 'grey'}>{item.authStatusName}</StatusTag>,
    },
    {
      key: 'actions',
      title: '操作',
      width: 100,
      pinRight: true,
      render: (item) =>
        item.mayRevoke ? (
          <UnstyledButton
            className={classes['action']}
            data-danger
            disabled={revoke.isPending}
            onClick={() => {
              void end(item);
            }}
          >
            提前结束
          </UnstyledButton>
        ) : null,
    },
  ];
  return (
    <Page title="审批代理">
      <Card flush grow>
        <Toolbar right={<span className={classes['second']}>代理人的审批记为“代理人 代 授权人”，期限最长 90 天</span>}>
          <Button
            variant="light"
            leftSection={<IconPlus size={16} />}
            onClick={() => {
              setAdding(true);
            }}
          >
            设置代理
          </Button>
        </Toolbar>
        <DataTable
          label="审批代理"
          columns={columns}
          rows={query.data?.rows}
          query={query}
          rowKey={(item) => item.authId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1080}
          empty={{
            title: '没有审批代理',
            reason: '出差或请假时，可授权其他审批人在一段时间内代您审批',
            action: (
              <Button
                variant="default"
                onClick={() => {
                  setAdding(true);
                }}
              >
                设置代理
              </Button>
            ),
          }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
      <DelegationDialog
        opened={adding}
        onClose={() => {
          setAdding(false);
        }}
      />
    </Page>
  );
}

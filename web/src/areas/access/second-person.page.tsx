import {
  approveSecondPerson,
  CONFIRM_WITHIN_HOURS,
  querySecondPerson,
  revokeSecondPerson,
  secondPersonStatus,
  type SecondPersonItem,
  type SecondPersonStatus,
  secondPersonSorts,
} from '@jwxt/contracts/access/second-person.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Box, Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { CountedTextarea } from '../../ui/counted-textarea.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, FactList, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field } from '../../ui/search-form.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { Tone } from '../../ui/tokens.ts';

const pageState = z.object({
  waiting: z.enum(yesNo).catch(yesNo.no).default(yesNo.no),
  ...pagingFields(),
  ...sortField(secondPersonSorts),
});
const toneOf: Readonly<Record<SecondPersonStatus, Tone>> = {
  [secondPersonStatus.waiting]: 'orange',
  [secondPersonStatus.confirmed]: 'blue',
  [secondPersonStatus.over]: 'grey',
  [secondPersonStatus.withdrawn]: 'grey',
  [secondPersonStatus.refused]: 'red',
  [secondPersonStatus.done]: 'green',
};

/** 高危操作确认: what others want to do and a second person confirms, and the own requests (SYSADMIN-18, kind 3). */
export function SecondPersonPage() {
  const [{ waiting, pageNo, pageSize, sort }, setState] = usePageState(pageState);
  const [opened, setOpened] = useState<SecondPersonItem | null>(null);
  const query = useOperation(
    querySecondPerson,
    { pageNo, pageSize, sort, ...(waiting === yesNo.yes ? { waiting } : {}) },
    { staleTime: 0 },
  );
  return (
    <Page title="高危操作确认">
      <Card flush grow>
        <Toolbar
          right={`申请 ${String(CONFIRM_WITHIN_HOURS)} 小时内有效；是否须确认，由系统设置“高危操作须另一人确认”决定`}
        >
          <Switch
            label="只看待确认"
            checked={waiting === yesNo.yes}
            onChange={(event) => {
              setState({ waiting: event.currentTarget.checked ? yesNo.yes : yesNo.no, pageNo: 1 });
            }}
          />
        </Toolbar>
        <DataTable
          label="高危操作确认"
          columns={columnsOf(setOpened)}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.authId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          minWidth={1100}
          empty={{ reason: '没有需要确认的高危操作' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
      {opened !== null && (
        <SecondPersonItemDialog
          item={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </Page>
  );
}

const columnsOf = (open: (item: SecondPersonItem) => void): Column<SecondPersonItem>[] => [
  {
    key: 'operation',
    title: '高危操作',
    width: 160,
    align: 'left',
    ellipsis: true,
    render: ({ operationName }) => operationName,
  },
  { key: 'told', title: '内容', width: 'auto', align: 'left', ellipsis: true, render: (row) => row.told },
  { key: 'reason', title: '原因', width: 200, align: 'left', ellipsis: true, render: (row) => row.reason },
  { key: 'from', sort: 'fromUserName', title: '申请人', width: 110, render: (row) => row.fromUserName },
  { key: 'begin', sort: 'beginTime', title: '申请时间', width: 168, render: (row) => row.beginTime },
  { key: 'to', sort: 'toUserName', title: '确认人', width: 110, render: (row) => row.toUserName || NOTHING },
  {
    key: 'status',
    title: '状态',
    width: 130,
    render: (row) => <StatusTag tone={toneOf[row.authStatus]}>{row.authStatusName}</StatusTag>,
  },
  {
    key: 'action',
    title: '操作',
    width: 80,
    pinRight: true,
    render: (row) => (
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`${row.mayDecide ? '处理' : '查看'} ${row.operationName} ${row.told}`}
        onClick={() => {
          open(row);
        }}
      >
        {row.mayDecide ? '处理' : '查看'}
      </Button>
    ),
  },
];

/** What it would do, who wants it and why; decided by somebody else, taken back by whoever asked. */
function SecondPersonItemDialog({ item, onClose }: { item: SecondPersonItem; onClose: () => void }) {
  const [opinion, setOpinion] = useState('');
  const mayApprove = useMay('secondaryAuth:approve') && item.mayDecide;
  const ended = { invalidates: ['secondPerson.'], onSuccess: onClose };
  const decide = useOperationMutation(approveSecondPerson, { ...ended, success: true });
  const withdraw = useOperationMutation(revokeSecondPerson, { ...ended, success: '已撤回' });
  const pending = decide.isPending || withdraw.isPending;
  const send = (agreed: (typeof yesNo)[keyof typeof yesNo]) => {
    if (!pending) decide.mutate({ authId: item.authId, agreed, opinion: opinion.trim() });
  };
  return (
    <Dialog
      opened
      width={640}
      title={item.operationName}
      onClose={onClose}
      footer={
        <>
          {item.mayWithdraw && (
            <Button
              variant="default"
              loading={withdraw.isPending}
              onClick={() => {
                if (!pending) withdraw.mutate({ authId: item.authId });
              }}
            >
              撤回申请
            </Button>
          )}
          {mayApprove && (
            <>
              {item.authStatus === secondPersonStatus.waiting && (
                <Button
                  variant="default"
                  disabled={pending}
                  onClick={() => {
                    send(yesNo.no);
                  }}
                >
                  拒绝
                </Button>
              )}
              <Button
                color="red"
                loading={decide.isPending}
                onClick={() => {
                  send(yesNo.yes);
                }}
              >
                确认并执行
              </Button>
            </>
          )}
          {!mayApprove && <Button onClick={onClose}>关闭</Button>}
        </>
      }
    >
      <FactList
        columns={2}
        items={[
          { label: '内容', value: item.told, span: true },
          { label: '为何须确认', value: item.why || NOTHING, span: true },
          { label: '原因', value: item.reason, span: true },
          { label: '申请人', value: `${item.fromUserName}（${item.fromUser}）` },
          { label: '申请时间', value: item.beginTime },
          { label: '状态', value: item.authStatusName },
          { label: '有效至', value: item.endTime },
          { label: '确认人', value: item.toUserName || NOTHING },
          { label: '处理时间', value: item.decidedTime ?? NOTHING },
          ...(item.opinion === '' ? [] : [{ label: '意见', value: item.opinion, span: true }]),
        ]}
      />
      {mayApprove && (
        <Box mt={16}>
          <Field label="意见" htmlFor="second-person-opinion">
            <CountedTextarea id="second-person-opinion" maxLength={200} value={opinion} onChange={setOpinion} />
          </Field>
        </Box>
      )}
    </Dialog>
  );
}

import {
  endPermissionTransfer,
  exportPermissionTransfers,
  queryPermissionTransfers,
  type PermissionTransfer,
  transferSorts,
} from '@jwxt/contracts/access/permission-transfer.operations.ts';
import { authStatus, authStatusNames, type AuthStatus } from '@jwxt/contracts/approval/secondary-auth.state.ts';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { ReasonDialog } from '../../pickers/reason.dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, FactList, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { Tone } from '../../ui/tokens.ts';
import { PermissionTransferDialog } from './permission-transfer.dialog.tsx';

const toneOf: Readonly<Record<AuthStatus, Tone>> = {
  [authStatus.upcoming]: 'blue',
  [authStatus.inForce]: 'green',
  [authStatus.ended]: 'grey',
  [authStatus.revoked]: 'grey',
};
const statuses = Object.entries(authStatusNames).map(([value, label]) => ({ value, label }));
const pageState = z.object({
  person: z.string().catch('').default(''),
  authStatus: z
    .enum(['', ...Object.values(authStatus)])
    .catch('')
    .default(''),
  ...pagingFields(),
  ...sortField(transferSorts),
});
type Filter = Pick<z.output<typeof pageState>, 'person' | 'authStatus'>;
const listed = (things: readonly { name: string }[]): string => things.map(({ name }) => name).join('、');

/** 权限转授: what I have handed on and what I was handed; all of it for who may end it (SYSADMIN-18, kind 2). */
export function PermissionTransfersPage() {
  const [{ pageNo, pageSize, sort, ...filter }, setState] = usePageState(pageState);
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<PermissionTransfer | null>(null);
  const [ending, setEnding] = useState<PermissionTransfer | null>(null);
  const [mayGive, mayExport] = [useMay('secondaryAuth:create'), useMay('secondaryAuth:exportExcel')];
  const wanted = {
    ...(filter.person === '' ? {} : { person: filter.person }),
    ...(filter.authStatus === '' ? {} : { authStatus: filter.authStatus }),
  };
  const query = useOperation(queryPermissionTransfers, { ...wanted, pageNo, pageSize, sort }, { staleTime: 0 });
  const give = (
    <Button
      leftSection={<IconPlus size={16} />}
      onClick={() => {
        setAdding(true);
      }}
    >
      转授权限
    </Button>
  );
  return (
    <Page title="权限转授">
      <Filters
        key={filter.person + filter.authStatus}
        filter={filter}
        searching={query.isFetching}
        onSearch={(next) => {
          setState({ ...next, pageNo: 1 });
          void query.refetch();
        }}
      />
      <Card flush grow>
        <Toolbar right="按转授的权限所做的操作，日志记为“被授权人 代 授权人”">
          {mayGive && give}
          {mayExport && <ExportButton operation={exportPermissionTransfers} input={wanted} />}
        </Toolbar>
        <DataTable
          label="权限转授"
          columns={columnsOf(setOpened, setEnding)}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.authId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          minWidth={1100}
          empty={{
            reason: '没有权限转授。出差或休假时，可把自己的部分权限转授给他人一段时间',
            ...(mayGive ? { action: give } : {}),
          }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
      <PermissionTransferDialog
        opened={adding}
        onClose={() => {
          setAdding(false);
        }}
      />
      {opened && (
        <TransferDialog
          transfer={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
      <ReasonDialog
        opened={ending !== null}
        title={`撤销对“${ending?.toUserName ?? ''}”的转授`}
        warning="撤销后对方立即不能再按这些权限操作，已做的操作不受影响。"
        label="撤销原因"
        confirmText="撤销"
        operation={endPermissionTransfer}
        input={(reason) => ({ authId: ending?.authId ?? '', reason })}
        invalidates={['permissionTransfer.']}
        success="已撤销"
        onClose={() => {
          setEnding(null);
        }}
      />
    </Page>
  );
}

const columnsOf = (
  open: (transfer: PermissionTransfer) => void,
  end: (transfer: PermissionTransfer) => void,
): Column<PermissionTransfer>[] => [
  { key: 'from', sort: 'fromUserName', title: '授权人', width: 90, render: (row) => row.fromUserName },
  { key: 'to', sort: 'toUserName', title: '被授权人', width: 90, render: (row) => row.toUserName },
  {
    key: 'permissions',
    title: '权限',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: (row) => listed(row.permissions),
  },
  {
    key: 'units',
    title: '数据范围',
    width: 120,
    align: 'left',
    ellipsis: true,
    render: (row) => listed(row.units) || '与授权人相同',
  },
  { key: 'begin', sort: 'beginTime', title: '开始时间', width: 140, render: (row) => row.beginTime.slice(0, 16) },
  { key: 'end', sort: 'endTime', title: '结束时间', width: 140, render: (row) => row.endTime.slice(0, 16) },
  { key: 'reason', title: '原因', width: 110, align: 'left', ellipsis: true, render: (row) => row.reason },
  {
    key: 'status',
    title: '状态',
    width: 90,
    render: (row) => <StatusTag tone={toneOf[row.authStatus]}>{row.authStatusName}</StatusTag>,
  },
  {
    key: 'action',
    title: '操作',
    width: 120,
    pinRight: true,
    render: (row) => (
      <Group gap={4} justify="center" wrap="nowrap">
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`查看 ${row.fromUserName} ${row.toUserName}`}
          onClick={() => {
            open(row);
          }}
        >
          查看
        </Button>
        {row.mayRevoke && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`撤销 ${row.fromUserName} ${row.toUserName}`}
            onClick={() => {
              end(row);
            }}
          >
            撤销
          </Button>
        )}
      </Group>
    ),
  },
];

/** All of one: every permission, and what became of it. */
function TransferDialog({ transfer, onClose }: { transfer: PermissionTransfer; onClose: () => void }) {
  const { revokedTime, lost } = transfer;
  return (
    <Dialog opened width={640} title="权限转授" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      <FactList
        columns={2}
        items={[
          { label: '授权人', value: `${transfer.fromUserName}（${transfer.fromUser}）` },
          { label: '被授权人', value: `${transfer.toUserName}（${transfer.toUser}）` },
          { label: '权限', value: listed(transfer.permissions), span: true },
          ...(lost.length === 0
            ? []
            : [{ label: '已失去', value: `${lost.join('、')}（授权人已没有，对方也不能再用）`, span: true }]),
          { label: '数据范围', value: listed(transfer.units) || '与授权人相同', span: true },
          { label: '开始时间', value: transfer.beginTime },
          { label: '结束时间', value: transfer.endTime },
          { label: '原因', value: transfer.reason, span: true },
          { label: '状态', value: transfer.authStatusName },
          ...(revokedTime === null
            ? []
            : [
                { label: '撤销时间', value: revokedTime },
                { label: '撤销人', value: transfer.revokedByName },
                { label: '撤销原因', value: transfer.revokeReason, span: true },
              ]),
        ]}
      />
    </Dialog>
  );
}

function Filters({
  filter,
  searching,
  onSearch,
}: {
  filter: Filter;
  searching: boolean;
  onSearch: (filter: Filter) => void;
}) {
  const [draft, setDraft] = useState(filter);
  return (
    <Card flush>
      <SearchForm
        searching={searching}
        onSearch={() => {
          onSearch({ ...draft, person: draft.person.trim() });
        }}
        onReset={() => {
          onSearch({ person: '', authStatus: '' });
        }}
      >
        <Field label="人员" htmlFor="transfer-person">
          <TextInput
            id="transfer-person"
            maxLength={60}
            placeholder="授权人或被授权人的姓名、账号"
            value={draft.person}
            onChange={(event) => {
              setDraft({ ...draft, person: event.currentTarget.value });
            }}
          />
        </Field>
        <Field label="状态" htmlFor="transfer-status">
          <Select
            id="transfer-status"
            clearable
            placeholder="全部"
            data={statuses}
            value={draft.authStatus || null}
            onChange={(value) => {
              setDraft({ ...draft, authStatus: (value ?? '') as AuthStatus | '' });
            }}
          />
        </Field>
      </SearchForm>
    </Card>
  );
}

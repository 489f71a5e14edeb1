import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { endMySessions, mySessions, type OpenSession } from '@jwxt/contracts/session/open-session.operations.ts';
import { Badge, Button } from '@mantine/core';
import { useOperation, useOperationMutation } from '../lib/queries.ts';
import { confirm } from '../ui/confirm.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { ShortTime } from '../ui/short-time.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** 登录设备: where the person is signed in, to end what is not theirs. */
export function SessionDevicesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} width={820} title="登录设备" flush>
      {opened && <Devices />}
    </Dialog>
  );
}

function Devices() {
  const query = useOperation(mySessions, {}, { staleTime: 0 });
  const end = useOperationMutation(endMySessions, { invalidates: [mySessions.id], success: '已退出所选登录' });
  const list = query.data?.list;
  const others = list?.filter(({ current }) => !current).length ?? 0;
  const ask = async (session: OpenSession | null) => {
    const message =
      session === null
        ? `确定退出其他 ${String(others)} 处登录吗？那里正在使用的人须重新登录。`
        : `确定退出“${session.browser}”（${session.clientAddress}）上的登录吗？`;
    if (await confirm({ message, danger: true, confirmText: '退出登录' }))
      end.mutate(session === null ? {} : { sessionId: session.sessionId });
  };
  const columns: Column<OpenSession>[] = [
    {
      key: 'browser',
      title: '设备',
      width: 'auto',
      align: 'left',
      render: (row) => (
        <>
          {row.browser}
          {row.current && (
            <Badge ml={8} variant="light" size="sm">
              当前
            </Badge>
          )}
        </>
      ),
    },
    {
      key: 'clientAddress',
      title: '登录地址',
      width: 140,
      align: 'center',
      render: (row) => row.clientAddress || NOTHING,
    },
    { key: 'loginWay', title: '方式', width: 60, align: 'center', render: (row) => row.loginWayName },
    {
      key: 'loginTime',
      title: '登录时间',
      width: 120,
      align: 'center',
      render: (row) => <ShortTime time={row.loginTime} />,
    },
    {
      key: 'lastActiveTime',
      title: '最近使用',
      width: 120,
      align: 'center',
      render: (row) => <ShortTime time={row.lastActiveTime} />,
    },
    {
      key: 'action',
      title: '操作',
      pinRight: true,
      width: 70,
      align: 'center',
      render: (row) =>
        row.current ? null : (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            disabled={end.isPending}
            aria-label={`退出 ${row.browser} 上的登录`}
            onClick={() => {
              void ask(row);
            }}
          >
            退出
          </Button>
        ),
    },
  ];
  return (
    <DataTable
      label="登录设备"
      columns={columns}
      rows={list}
      query={query}
      rowKey={(row) => row.sessionId}
      footer={
        <Button
          variant="default"
          color="red"
          disabled={others === 0 || end.isPending}
          onClick={() => {
            void ask(null);
          }}
        >
          退出其他全部登录{others > 0 && `（${String(others)}）`}
        </Button>
      }
    />
  );
}

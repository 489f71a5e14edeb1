import {
  deleteSystemUsers,
  exportSystemUsers,
  querySystemUsers,
  resetSystemUsers,
  setSystemUserStatus,
  deleteSystemUser,
  type AccountView,
  type IssuedPassword,
} from '@jwxt/contracts/access/account.operations.ts';
import { personKind } from '@jwxt/contracts/access/person-kind.vocabulary.ts';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMayCheck } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { ADMIN_PAGE_SIZES, pagingOf } from '../../ui/paging.tsx';
import { useProcess } from '../../ui/use-process.ts';
import classes from './access.module.css';
import { accountColumns } from './account-columns.tsx';
import { accountFilter, AccountFilters, askedFor } from './account-filters.tsx';
import { AccountFormDialog } from './account-form.dialog.tsx';
import { IssuedPasswordsDialog } from '../../pickers/issued-passwords.dialog.tsx';
import { SyncAccountsDialog } from './sync-accounts.dialog.tsx';

const statusWords = {
  open: ['启用', '启用后可以登录。'],
  stopped: ['停用', '停用后不能登录，已有登录将结束；已办理的业务不受影响。'],
  unlocked: ['解锁', '因多次输错密码而锁定的，可以立即再登录。'],
} as const;
type To = keyof typeof statusWords;
type Opened = { dialog: 'form'; userName: string | null } | { dialog: 'sync' };

/** 系统用户 (SYSADMIN-22): accounts of teachers and students, which come by themselves, and of others, with an end. */
export function SystemUsersPage() {
  const [{ pageNo, pageSize, sort, ...search }, setState] = usePageState(accountFilter);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<Opened | null>(null);
  const [issued, setIssued] = useState<readonly IssuedPassword[] | null>(null);
  const may = useMayCheck();
  const asked = askedFor(search);
  const query = useOperation(querySystemUsers, { ...asked, pageNo, pageSize, sort }, { staleTime: 0 });
  const none = () => {
    setChosen(new Set());
  };
  const invalidates = ['systemUser.', 'userMana.'];
  const how = (n: number) => `所选的 ${String(n)} 名用户`;
  const setStatus = useProcess(setSystemUserStatus, {
    confirm: ({ userNames, to }) => ({
      message: `确定${statusWords[to][0]}${how(userNames.length)}吗？${statusWords[to][1]}`,
      danger: to === 'stopped',
    }),
    invalidates,
    success: true,
    onSuccess: none,
  });
  const reset = useProcess(resetSystemUsers, {
    confirm: ({ userNames }) => ({
      message:
        `确定为${how(userNames.length)}生成新的初始密码吗？` + '其登录将全部结束，新密码只显示一次，首次登录时须修改。',
      confirmText: '重置密码',
      danger: true,
    }),
    invalidates,
    onSuccess: ({ passwords }) => {
      none();
      setIssued(passwords);
    },
  });
  const remove = useProcess(deleteSystemUser, {
    confirm: ({ userName }) => ({ message: `确定删除账号“${userName}”吗？`, confirmText: '删除', danger: true }),
    invalidates,
    success: true,
  });
  const removeAll = useProcess(deleteSystemUsers, {
    confirm: ({ keyList }) => ({
      message: `确定删除${how(keyList.length)}吗？教师、学生的账号和已使用过的账号会留下。`,
      confirmText: '删除',
      danger: true,
    }),
    invalidates,
    onSuccess: ({ deleted, kept }) => {
      none();
      if (kept.length === 0) notify.success(`已删除 ${String(deleted)} 个账号`);
      else notify.warning(`已删除 ${String(deleted)} 个，留下 ${String(kept.length)} 个：${kept[0]?.message ?? ''}`);
    },
  });
  const act = (label: string, { userName }: AccountView, onClick: () => void, danger = false) => (
    <button
      type="button"
      className={classes['act']}
      data-danger={danger || undefined}
      aria-label={`${label} ${userName}`}
      onClick={onClick}
    >
      {label}
    </button>
  );
  const columns: Column<AccountView>[] = [
    ...accountColumns,
    {
      key: 'action',
      title: '操作',
      width: 120,
      pinRight: true,
      render: (account) => (
        <span className={classes['acts']}>
          {may('systemUser:update') &&
            may('systemUser:detail') &&
            act('修改', account, () => {
              setOpened({ dialog: 'form', userName: account.userName });
            })}
          {may('systemUser:delete') &&
            account.userType === personKind.casual &&
            act(
              '删除',
              account,
              () => {
                remove.start({ userName: account.userName });
              },
              true,
            )}
        </span>
      ),
    },
  ];
  const userNames = [...chosen];
  return (
    <Page title="系统用户">
      <AccountFilters
        key={JSON.stringify(search)}
        search={search}
        searching={query.isFetching}
        onSearch={(next) => {
          setState({ ...next, pageNo: 1 });
          void query.refetch();
        }}
      />
      <Card flush grow>
        <Toolbar>
          {may('systemUser:create') && (
            <Button
              variant="light"
              leftSection={<IconPlus size={16} />}
              onClick={() => {
                setOpened({ dialog: 'form', userName: null });
              }}
            >
              新增
            </Button>
          )}
          {may('systemUser:syncUserInfo') && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} />}
              onClick={() => {
                setOpened({ dialog: 'sync' });
              }}
            >
              同步人员账号
            </Button>
          )}
          {may('systemUser:update') && (
            <Menu position="bottom-start">
              <Menu.Target>
                <Button variant="default" disabled={chosen.size === 0} rightSection={<IconChevronDown size={14} />}>
                  状态
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {(Object.keys(statusWords) as To[]).map((to) => (
                  <Menu.Item
                    key={to}
                    onClick={() => {
                      setStatus.start({ userNames, to });
                    }}
                  >
                    {statusWords[to][0]}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          {may('systemUser:resetPassword') && (
            <Button
              variant="default"
              disabled={chosen.size === 0}
              onClick={() => {
                reset.start({ userNames });
              }}
            >
              重置密码
            </Button>
          )}
          <ExportButton operation={exportSystemUsers} input={asked} />
          {may('systemUser:batchDelete') && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} />}
              disabled={chosen.size === 0}
              onClick={() => {
                removeAll.start({ keyList: userNames });
              }}
            >
              删除
            </Button>
          )}
        </Toolbar>
        <DataTable<AccountView>
          label="系统用户"
          columns={columns}
          refreshable
          rows={query.data?.rows}
          query={query}
          rowKey={({ userName }) => userName}
          numberFrom={(pageNo - 1) * pageSize + 1}
          minWidth={1390}
          selection={{ keys: chosen, onChange: setChosen }}
          empty={{ reason: '没有符合条件的用户，可以换一个条件' }}
          footer={<span>已选择 {chosen.size} 项</span>}
          sorting={sortingOf({ sort }, setState)}
          paging={{ ...pagingOf({ pageNo, pageSize }, query.data?.total, setState), sizes: ADMIN_PAGE_SIZES }}
        />
      </Card>
      {opened?.dialog === 'form' && (
        <AccountFormDialog
          userName={opened.userName}
          onClose={() => {
            setOpened(null);
          }}
          onCreated={(made) => {
            setIssued([made]);
          }}
        />
      )}
      {opened?.dialog === 'sync' && (
        <SyncAccountsDialog
          onClose={() => {
            setOpened(null);
          }}
          onIssued={setIssued}
        />
      )}
      {issued && (
        <IssuedPasswordsDialog
          passwords={issued}
          onClose={() => {
            setIssued(null);
          }}
        />
      )}
    </Page>
  );
}

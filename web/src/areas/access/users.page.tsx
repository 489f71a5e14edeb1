import {
  queryUsers,
  resetUserPasswords,
  resetUserSecondFactors,
  type AccountView,
  type IssuedPassword,
} from '@jwxt/contracts/access/account.operations.ts';
import { ADMINISTRATOR } from '@jwxt/contracts/access/role.rules.ts';
import { viewAs } from '@jwxt/contracts/access/view-as.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { VIEW_AS_MINUTES } from '@jwxt/contracts/session/session.vocabulary.ts';
import { Button } from '@mantine/core';
import { IconKey, IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMayCheck, useUser } from '../../lib/session.ts';
import { lookAsOther } from '../../lib/view-as.ts';
import { ReasonDialog } from '../../pickers/reason.dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { ADMIN_PAGE_SIZES, pagingOf } from '../../ui/paging.tsx';
import { useProcess } from '../../ui/use-process.ts';
import classes from './access.module.css';
import { accountColumns } from './account-columns.tsx';
import { accountFilter, AccountFilters, askedFor } from './account-filters.tsx';
import { AccountPasswordDialog } from './account-password.dialog.tsx';
import { AccountRolesDialog } from './account-roles.dialog.tsx';
import { IssuedPasswordsDialog } from '../../pickers/issued-passwords.dialog.tsx';

type Opened = { dialog: 'roles' | 'password' | 'viewAs'; account: AccountView };

/** 用户管理 (SYSADMIN-11): the office finds people, sets their roles within its scope, and helps with passwords. */
export function UsersPage() {
  const [{ pageNo, pageSize, sort, ...search }, setState] = usePageState(accountFilter);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<Opened | null>(null);
  const [issued, setIssued] = useState<readonly IssuedPassword[] | null>(null);
  const may = useMayCheck();
  const { userName } = useUser();
  const query = useOperation(queryUsers, { ...askedFor(search), pageNo, pageSize, sort }, { staleTime: 0 });
  const reset = useProcess(resetUserPasswords, {
    confirm: ({ userNames }) => ({
      message:
        `确定为所选的 ${String(userNames.length)} 名用户生成新的初始密码吗？其登录将全部结束，` +
        '新密码只显示一次，首次登录时须修改。',
      confirmText: '重置密码',
      danger: true,
    }),
    invalidates: ['userMana.'],
    onSuccess: ({ passwords }) => {
      setChosen(new Set());
      setIssued(passwords);
    },
  });
  const resetFactor = useProcess(resetUserSecondFactors, {
    confirm: ({ userNames }) => ({
      message:
        `确定重置所选的 ${String(userNames.length)} 名用户的二次验证吗？其登录将全部结束；` +
        '角色要求二次验证的，下次登录时重新绑定。请先核实是本人要求。',
      confirmText: '重置',
      danger: true,
    }),
    invalidates: ['userMana.'],
    onSuccess: ({ reset: n }) => {
      setChosen(new Set());
      notify.success(n === 0 ? '所选用户都没有绑定二次验证' : `已重置 ${String(n)} 名用户的二次验证`);
    },
  });
  const act = (label: string, account: AccountView, onClick: () => void) => (
    <button
      type="button"
      className={classes['act']}
      disabled={reset.isPending}
      aria-label={`${label} ${account.name}`}
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
      width: 260,
      pinRight: true,
      render: (account) => (
        <span className={classes['acts']}>
          {may('user:setRoles') &&
            act('设置角色', account, () => {
              setOpened({ dialog: 'roles', account });
            })}
          {may('user:manualUpdatePassword') &&
            account.ssoBound !== yesNo.yes &&
            act('修改密码', account, () => {
              setOpened({ dialog: 'password', account });
            })}
          {may('user:viewAs') &&
            account.userName !== userName &&
            !account.roleCodes.includes(ADMINISTRATOR) &&
            act('以其身份查看', account, () => {
              setOpened({ dialog: 'viewAs', account });
            })}
        </span>
      ),
    },
  ];
  return (
    <Page title="用户管理">
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
          {may('user:updateUserDefaultPassword') && (
            <Button
              variant="default"
              leftSection={<IconKey size={16} />}
              disabled={chosen.size === 0 || reset.isPending}
              onClick={() => {
                reset.start({ userNames: [...chosen] });
              }}
            >
              重置为初始密码
            </Button>
          )}
          {may('user:resetSecondFactor') && (
            <Button
              variant="default"
              leftSection={<IconShieldOff size={16} />}
              disabled={chosen.size === 0 || resetFactor.isPending}
              onClick={() => {
                resetFactor.start({ userNames: [...chosen] });
              }}
            >
              重置二次验证
            </Button>
          )}
        </Toolbar>
        <DataTable<AccountView>
          label="用户"
          columns={columns}
          refreshable
          rows={query.data?.rows}
          query={query}
          rowKey={({ userName }) => userName}
          numberFrom={(pageNo - 1) * pageSize + 1}
          minWidth={1490}
          {...(may('user:updateUserDefaultPassword') || may('user:resetSecondFactor')
            ? { selection: { keys: chosen, onChange: setChosen } }
            : {})}
          empty={{ reason: '没有符合条件的用户，可以换一个条件' }}
          footer={<span>已选择 {chosen.size} 项</span>}
          sorting={sortingOf({ sort }, setState)}
          paging={{ ...pagingOf({ pageNo, pageSize }, query.data?.total, setState), sizes: ADMIN_PAGE_SIZES }}
        />
      </Card>
      {opened?.dialog === 'roles' && (
        <AccountRolesDialog
          account={opened.account}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
      {opened?.dialog === 'password' && (
        <AccountPasswordDialog
          account={opened.account}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
      {opened?.dialog === 'viewAs' && (
        <ReasonDialog
          opened
          title={`以其身份查看：${opened.account.name}`}
          warning={
            `您将看到“${opened.account.name}（${opened.account.userName}）”所看到的一切，只能查看不能操作，` +
            `最长 ${String(VIEW_AS_MINUTES)} 分钟。查看的起止和原因记入操作日志。`
          }
          label="查看原因"
          confirmText="开始查看"
          operation={viewAs}
          input={(reason) => ({ userName: opened.account.userName, reason })}
          invalidates={[]}
          onDone={() => {
            setOpened(null);
            lookAsOther();
          }}
          onClose={() => {
            setOpened(null);
          }}
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

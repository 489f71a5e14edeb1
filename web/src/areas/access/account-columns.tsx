import type { AccountView } from '@jwxt/contracts/access/account.operations.ts';
import { accountStatus } from '@jwxt/contracts/access/account.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ShortTime } from '../../ui/short-time.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';

const tones = {
  [accountStatus.stopped]: 'grey',
  [accountStatus.open]: 'green',
  [accountStatus.locked]: 'red',
} as const;
const left = { align: 'left', ellipsis: true } as const;

/** What both lists of accounts show. */
export const accountColumns: readonly Column<AccountView>[] = [
  { key: 'userName', sort: 'userName', title: '账号', width: 130, ...left, render: (row) => row.userName },
  { key: 'name', sort: 'name', title: '姓名', width: 112, ...left, render: (row) => row.name },
  { key: 'userType', sort: 'userType', title: '用户类型', width: 90, importance: 3, render: (row) => row.userTypeName },
  {
    key: 'businessCode',
    sort: 'businessCode',
    title: '工号 / 学号',
    width: 120,
    ...left,
    importance: 2,
    render: (row) => row.businessCode || NOTHING,
  },
  {
    key: 'departmentName',
    sort: 'departmentName',
    title: '单位',
    width: 150,
    ...left,
    render: (row) => row.departmentName || NOTHING,
  },
  {
    key: 'roleNames',
    title: '角色',
    width: 'auto',
    least: 180,
    ...left,
    render: ({ roleNames, lentBy }) =>
      [...roleNames, ...lentBy.map((giver) => `${giver}转授的权限`)].join('、') || NOTHING,
  },
  {
    key: 'accountStatus',
    title: '状态',
    width: 90,
    render: (row) => <StatusTag tone={tones[row.accountStatus]}>{row.accountStatusName}</StatusTag>,
  },
  {
    key: 'mfaEnabled',
    title: '二次验证',
    width: 84,
    render: (row) => (row.mfaEnabled === yesNo.yes ? '已绑定' : NOTHING),
  },
  {
    key: 'validTo',
    sort: 'validTo',
    title: '有效期',
    width: 104,
    importance: 3,
    render: (row) => row.validTo ?? '长期',
  },
  {
    key: 'lastLoginTime',
    sort: 'lastLoginTime',
    title: '最近登录',
    width: 110,
    importance: 3,
    render: (row) => (row.lastLoginTime === null ? NOTHING : <ShortTime time={row.lastLoginTime} />),
  },
];

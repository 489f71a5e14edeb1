import { personKind, personKinds, type PersonKind } from '@jwxt/contracts/access/person-kind.vocabulary.ts';
import {
  casualUsersOfRole,
  type casualHolderSorts,
  type studentHolderSorts,
  type teacherHolderSorts,
  removeUsers,
  studentsOfRole,
  teachersOfRole,
  type RoleView,
} from '@jwxt/contracts/access/role.operations.ts';
import { periodState, periodStates, type PeriodState } from '@jwxt/contracts/access/role.rules.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { Button, Tabs, TextInput } from '@mantine/core';
import { IconPlus, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sortingOf, type ListInDialog } from '../../ui/list-sorting.ts';
import { pagingOf } from '../../ui/paging.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';
import classes from './access.module.css';
import { AssignUsersDialog } from './assign-users.dialog.tsx';
import { UnitSelect } from './unit-select.tsx';

type Holder = {
  userName: string;
  fromDate: string | null;
  toDate: string | null;
  grantedAt: string | null;
  grantedBy: string;
  state: PeriodState;
};
/** What is asked for, and what comes back, whichever the tab. */
type Search<K extends string = string> = ListInDialog<K> & { text: string; dwh: string | null };
type Found = { rows: readonly Holder[]; total: number };
type Query = { data: Found | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };

const tones = { [periodState.waiting]: 'blue', [periodState.holding]: 'green', [periodState.ended]: 'grey' } as const;
const text = (key: string, title: string, width: number | 'auto'): Column<Holder> => ({
  key,
  title,
  width,
  align: 'left',
  ellipsis: true,
  ...(key === 'mobile' ? {} : { sort: key }),
  render: (row) => (row as unknown as Record<string, string>)[key] || NOTHING,
});
const period: Column<Holder>[] = [
  {
    key: 'state',
    title: '状态',
    width: 96,
    render: ({ state }) => <StatusTag tone={tones[state]}>{periodStates[state]}</StatusTag>,
  },
  { key: 'fromDate', title: '开始日期', sort: 'fromDate', width: 110, render: (row) => row.fromDate ?? NOTHING },
  { key: 'toDate', title: '结束日期', sort: 'toDate', width: 110, render: (row) => row.toDate ?? '长期' },
  {
    key: 'granted',
    title: '分配',
    sort: 'grantedAt',
    width: 170,
    align: 'left',
    ellipsis: true,
    render: (row) => (row.grantedAt === null ? NOTHING : `${row.grantedAt.slice(0, 10)} ${row.grantedBy}`),
  },
];

/** 用户: who holds a role, in tabs by kind, since when and until when (PERM-24…26). */
export function RoleUsersDialog({ role, onClose }: { role: RoleView; onClose: () => void }) {
  const [tab, setTab] = useState<PersonKind>(role.jslx);
  return (
    <Dialog opened width={1120} height={540} title={`用户：${role.jsmc}`} onClose={onClose}>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) => {
          setTab(value as PersonKind);
        }}
      >
        <Tabs.List mb={12}>
          {Object.entries(personKinds).map(([kind, name]) => (
            <Tabs.Tab key={kind} value={kind}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={personKind.teacher}>
          <Teachers role={role} />
        </Tabs.Panel>
        <Tabs.Panel value={personKind.student}>
          <Students role={role} />
        </Tabs.Panel>
        <Tabs.Panel value={personKind.casual}>
          <CasualUsers role={role} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}

const firstPage: Search<never> = { text: '', dwh: null, pageNo: 1, pageSize: 20 };
const live = { staleTime: 0 };

function Teachers({ role }: { role: RoleView }) {
  const [search, setSearch] = useState<Search<(typeof teacherHolderSorts)[number]>>(firstPage);
  const { text: xm, dwh, ...page } = search;
  const query = useOperation(teachersOfRole, { jsbh: role.jsbh, ...page, param: { xm, dwh: dwh ?? undefined } }, live);
  return (
    <Holders
      role={role}
      kind={personKind.teacher}
      columns={[
        text('ywbm', '工号', 110),
        text('xm', '姓名', 90),
        text('dwmc', '单位', 'auto'),
        text('dqztmc', '当前状态', 96),
      ]}
      query={query}
      search={search}
      onSearch={setSearch}
    />
  );
}

function Students({ role }: { role: RoleView }) {
  const [search, setSearch] = useState<Search<(typeof studentHolderSorts)[number]>>(firstPage);
  const { text: studentName, dwh, ...page } = search;
  const query = useOperation(
    studentsOfRole,
    { jsbh: role.jsbh, ...page, param: { studentName, dwh: dwh ?? undefined } },
    live,
  );
  return (
    <Holders
      role={role}
      kind={personKind.student}
      columns={[
        text('studentNumber', '学号', 120),
        text('studentName', '姓名', 90),
        text('departmentName', '院系', 'auto'),
        text('administrativeClassName', '行政班', 130),
      ]}
      query={query}
      search={search}
      onSearch={setSearch}
    />
  );
}

function CasualUsers({ role }: { role: RoleView }) {
  const [search, setSearch] = useState<Search<(typeof casualHolderSorts)[number]>>(firstPage);
  const { text: name, dwh: _dwh, ...page } = search;
  const query = useOperation(casualUsersOfRole, { jsbh: role.jsbh, ...page, param: { name } }, live);
  return (
    <Holders
      role={role}
      kind={personKind.casual}
      columns={[text('userName', '账号', 140), text('name', '姓名', 'auto'), text('mobile', '手机', 120)]}
      query={query}
      search={search}
      onSearch={setSearch}
    />
  );
}

function Holders<K extends string>({
  role,
  kind,
  columns,
  query,
  search,
  onSearch,
}: {
  role: RoleView;
  kind: PersonKind;
  columns: readonly Column<Holder>[];
  query: Query;
  search: Search<K>;
  onSearch: (search: Search<K>) => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState(false);
  const [typed, setTyped] = useState(search.text);
  const [mayAssign, mayRemove] = [useMay('user:setRoles'), useMay('role:batchDeleteUserByJsbh')];
  const remove = useProcess(removeUsers, {
    confirm: ({ userNames }) => ({
      message:
        `确定移出所选的 ${String(userNames.length)} 名用户吗？他们将不再有“${role.jsmc}”的权限，` +
        '已办理的业务不受影响。',
      confirmText: '移出',
      danger: true,
    }),
    invalidates: ['role.', 'roleMana.'],
    success: '已移出',
    onSuccess: () => {
      setChosen(new Set());
    },
  });
  const find = (part: Partial<Search<K>>) => {
    onSearch({ ...search, ...part, pageNo: 1 });
  };
  return (
    <>
      <form
        className={classes['line']}
        onSubmit={(event) => {
          event.preventDefault();
          find({ text: typed });
        }}
      >
        {kind === role.jslx && mayAssign && (
          <Button
            variant="light"
            leftSection={<IconPlus size={16} />}
            onClick={() => {
              setAdding(true);
            }}
          >
            添加用户
          </Button>
        )}
        {mayRemove && (
          <Button
            variant="default"
            leftSection={<IconUserMinus size={16} />}
            disabled={chosen.size === 0 || remove.isPending}
            onClick={() => {
              remove.start({ jsbh: role.jsbh, userNames: [...chosen] });
            }}
          >
            移出
          </Button>
        )}
        <span className={classes['grow']} />
        {kind !== personKind.casual && (
          <UnitSelect
            label="单位"
            placeholder="全部单位"
            value={search.dwh}
            onChange={(dwh) => {
              find({ dwh });
            }}
          />
        )}
        <TextInput
          aria-label="姓名"
          placeholder="请输入姓名"
          maxLength={60}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
        <Button type="submit" variant="default" loading={query.isFetching}>
          查询
        </Button>
      </form>
      <DataTable<Holder>
        label={`${role.jsmc}的${personKinds[kind]}`}
        columns={[...columns, ...period]}
        rows={query.data?.rows}
        query={query}
        rowKey={({ userName }) => userName}
        numberFrom={(search.pageNo - 1) * search.pageSize + 1}
        minWidth={1060}
        {...(mayRemove ? { selection: { keys: chosen, onChange: setChosen } } : {})}
        empty={{
          reason:
            kind === role.jslx
              ? '没有符合条件的用户，可以换一个条件'
              : `“${role.jsmc}”是${personKinds[role.jslx]}角色，不分配给${personKinds[kind]}`,
        }}
        footer={<span>已选择 {chosen.size} 项</span>}
        paging={pagingOf(search, query.data?.total, (page) => {
          onSearch({ ...search, ...page });
        })}
        sorting={sortingOf(search, (sorted) => {
          onSearch({ ...search, ...sorted });
        })}
      />
      {adding && (
        <AssignUsersDialog
          role={role}
          onClose={() => {
            setAdding(false);
          }}
        />
      )}
    </>
  );
}

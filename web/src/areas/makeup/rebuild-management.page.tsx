import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconReceipt, IconSitemap, IconUserMinus } from '@tabler/icons-react';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/kernel/fields.ts';
import {
  exportRebuilds,
  queryRebuilds,
  rebuildViews,
  removeRebuilds,
  setRebuildsPaid,
  rebuildSorts,
} from '@jwxt/contracts/makeup/rebuild-management.operations.ts';
import {
  payStatus,
  payStatusNames,
  rebuildMode,
  signUpStatus,
  type PayStatus,
} from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { rebuildSignUpResult } from '@jwxt/contracts/student-application/kinds/rebuild-sign-up-result.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay, useUser } from '../../lib/session.ts';
import { ReasonDialog } from '../../pickers/reason.dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { AssignRebuildsDialog } from './assign-rebuilds.dialog.tsx';
import { GroupRebuildsDialog } from './group-rebuilds.dialog.tsx';
import classes from './makeup.module.css';
import { courseColumns, signUpColumns, studentColumns, type RebuildRow } from './rebuild-columns.tsx';
import { RebuildSearch } from './rebuild-search.tsx';
import { SignUpForDialog } from './sign-up-for.dialog.tsx';

const pageState = z.object({
  view: z.enum(rebuildViews).catch('signUp').default('signUp'),
  semesterId: z.string().nullable().catch(null).default(null),
  keyword: z.string().catch('').default(''),
  rebuildMode: z
    .enum(['', ...Object.values(rebuildMode)])
    .catch('')
    .default(''),
  payStatus: z
    .enum(['', ...Object.values(payStatus)])
    .catch('')
    .default(''),
  signUpStatus: z
    .enum(['', ...Object.values(signUpStatus)])
    .catch('')
    .default(''),
  ...pagingFields(SCORE_PAGE_SIZE),
  ...sortField(rebuildSorts),
});

/** What goes stale when sign-ups, their fees or classes change. */
const STALE = ['rebuildManagement.', 'rebuildSignUpResult.', 'rebuildClass.', 'examSet.'];
const keyOf = (row: RebuildRow): string => row.signUpId ?? `${row.studentId}.${row.courseId}`;

type Asked = 'group' | 'assign' | 'remove';

/** 重修管理: who may sign up and who did; fees, classes, and classes made from sign-ups (SCORE-MORE-29). */
export function RebuildManagementPage() {
  const [state, setState] = usePageState(pageState);
  const current = useUser().semester;
  const signedUp = state.view === 'signUp';
  // Sign-ups are those of the current semester unless another is asked for; failures those of any.
  const semesterId = state.semesterId ?? (signedUp ? current : '');
  const filter = {
    view: state.view,
    ...(semesterId === '' ? {} : { semesterId }),
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(signedUp && state.rebuildMode !== '' ? { rebuildMode: state.rebuildMode } : {}),
    ...(signedUp && state.payStatus !== '' ? { payStatus: state.payStatus } : {}),
    ...(signedUp && state.signUpStatus !== '' ? { signUpStatus: state.signUpStatus } : {}),
  };
  const query = useOperation(queryRebuilds, {
    ...filter,
    pageNo: state.pageNo,
    pageSize: state.pageSize,
    sort: state.sort,
  });
  const [chosen, setChosen] = useState<ReadonlyMap<string, RebuildRow>>(new Map());
  const [asked, setAsked] = useState<Asked | null>(null);
  const [signingUp, setSigningUp] = useState<RebuildRow | null>(null);
  const [revoking, setRevoking] = useState<RebuildRow | null>(null);
  const mayUpdate = useMay('rebuildManagement:update');
  const mayApply = useMay(rebuildSignUpResult.permissions.apply);
  const mayRevoke = useMay('rebuildSignUpResult:revoke');
  const shown = new Map(query.data?.rows.map((row) => [keyOf(row), row]));
  const done = (): void => {
    setChosen(new Map());
    setAsked(null);
    setRevoking(null);
  };
  const ids = [...chosen.keys()];
  const pay = useProcess(setRebuildsPaid, {
    invalidates: STALE,
    success: true,
    onSuccess: done,
    confirm: ({ signUpIds, payStatus: to }) => ({
      title: '登记缴费',
      message: `将 ${String(signUpIds.length)} 条报名的缴费状态登记为“${payStatusNames[to]}”。`,
      confirmText: '登记',
    }),
  });
  const action: Column<RebuildRow> = {
    key: 'action',
    title: '操作',
    width: signedUp ? 124 : 90,
    align: 'center',
    pinRight: true,
    render: (row) => (
      <span className={classes['acts']}>
        {row.signUpId === null
          ? mayApply && (
              <Act
                onClick={() => {
                  setSigningUp(row);
                }}
              >
                代报名
              </Act>
            )
          : null}
        {row.signUpId !== null && (
          <Link to={modulePath('scoreManage', `rebuildSignUpResult/${encodeURIComponent(row.signUpId)}`)}>详情</Link>
        )}
        {row.signUpStatus === signUpStatus.confirmed && mayRevoke && (
          <Act
            onClick={() => {
              setRevoking(row);
            }}
          >
            取消确认
          </Act>
        )}
      </span>
    ),
  };
  return (
    <Page title="重修管理">
      <Card flush>
        <RebuildSearch
          key={state.view}
          signedUp={signedUp}
          values={{ ...state, semesterId }}
          searching={query.isFetching}
          onSearch={(values) => {
            setState({ ...values, pageNo: 1 });
            void query.refetch();
          }}
        />
      </Card>
      <Card flush grow>
        <Toolbar>
          <SegmentedControl
            aria-label="范围"
            value={state.view}
            data={[
              { value: 'eligible', label: '可报名' },
              { value: 'signUp', label: '已报名' },
            ]}
            onChange={(view) => {
              setChosen(new Map());
              setState({ view, semesterId: null, pageNo: 1 });
            }}
          />
          {signedUp && mayUpdate && (
            <Batch
              count={ids.length}
              onAsk={setAsked}
              onPay={(to) => {
                pay.start({ signUpIds: ids, payStatus: to });
              }}
            />
          )}
          <ExportButton operation={exportRebuilds} input={filter} />
        </Toolbar>
        <DataTable<RebuildRow>
          label="重修管理"
          columns={[...studentColumns, ...courseColumns, ...(signedUp ? signUpColumns : []), action]}
          rows={query.data?.rows}
          query={query}
          rowKey={keyOf}
          numberFrom={(state.pageNo - 1) * state.pageSize + 1}
          twoLine
          minWidth={signedUp ? 1130 : 760}
          {...(signedUp && mayUpdate
            ? {
                selection: {
                  keys: new Set(ids),
                  onChange: (keys: ReadonlySet<string>) => {
                    setChosen(
                      new Map(
                        [...keys].flatMap((key) => {
                          const row = shown.get(key) ?? chosen.get(key);
                          return row ? [[key, row] as const] : [];
                        }),
                      ),
                    );
                  },
                  disabled: (key: string) => !isConfirmed(shown.get(key)),
                },
              }
            : {})}
          empty={{ reason: signedUp ? '没有符合条件的重修报名，可以换一个条件' : '没有可以报名重修的学生' }}
          sorting={sortingOf(state, setState)}
          paging={pagingOf(state, query.data?.total, setState)}
        />
      </Card>
      {asked === 'group' && (
        <GroupRebuildsDialog semesterId={semesterId === '' ? current : semesterId} stale={STALE} onClose={done} />
      )}
      {asked === 'assign' && (
        <AssignRebuildsDialog
          rows={[...chosen.values()]}
          stale={STALE}
          onDone={done}
          onClose={() => {
            setAsked(null);
          }}
        />
      )}
      {signingUp && (
        <SignUpForDialog
          row={signingUp}
          stale={STALE}
          onClose={() => {
            setSigningUp(null);
          }}
        />
      )}
      <ReasonDialog
        opened={asked === 'remove'}
        title="移出重修班"
        warning={`将 ${String(ids.length)} 名学生移出所在的班，报名仍然有效，可以重新编班。学生会收到通知。`}
        label="原因"
        confirmText="移出"
        operation={removeRebuilds}
        input={(reason) => ({ signUpIds: ids, reason })}
        invalidates={STALE}
        success="移出成功"
        onDone={done}
        onClose={() => {
          setAsked(null);
        }}
      />
      {revoking?.signUpId && (
        <ReasonDialog
          opened
          title={`取消确认：${revoking.studentName} ${revoking.courseName}`}
          warning={`${rebuildSignUpResult.revoking ?? ''}学生会收到通知。`}
          label="原因"
          confirmText="取消确认"
          operation={rebuildSignUpResult.operations.revoke}
          input={(reason) => ({ applyId: revoking.signUpId ?? '', reason })}
          invalidates={STALE}
          success="已取消确认"
          onDone={done}
          onClose={() => {
            setRevoking(null);
          }}
        />
      )}
    </Page>
  );
}

const isConfirmed = (row: RebuildRow | undefined): boolean =>
  row?.signUpStatus === signUpStatus.confirmed || row?.signUpStatus === signUpStatus.assigned;

function Act({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button type="button" className={classes['act']} onClick={onClick}>
      {children}
    </button>
  );
}

function Batch({
  count,
  onAsk,
  onPay,
}: {
  count: number;
  onAsk: (what: Asked) => void;
  onPay: (to: PayStatus) => void;
}) {
  const none = count === 0;
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconSitemap size={16} />}
        onClick={() => {
          onAsk('group');
        }}
      >
        自动编班
      </Button>
      <Button
        variant="default"
        disabled={none}
        leftSection={<IconSitemap size={16} />}
        onClick={() => {
          onAsk('assign');
        }}
      >
        编班
      </Button>
      <Menu disabled={none} position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            disabled={none}
            leftSection={<IconReceipt size={16} />}
            rightSection={<IconChevronDown size={14} />}
          >
            登记缴费
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {Object.values(payStatus).map((status) => (
            <Menu.Item
              key={status}
              onClick={() => {
                onPay(status);
              }}
            >
              {payStatusNames[status]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="subtle"
        color="red"
        disabled={none}
        leftSection={<IconUserMinus size={16} />}
        onClick={() => {
          onAsk('remove');
        }}
      >
        移出
      </Button>
    </>
  );
}

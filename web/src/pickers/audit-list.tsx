import { Button, UnstyledButton } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Toolbar } from '../ui/page.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import type { Sorting } from '../ui/table-column.ts';
import { pagingOf } from '../ui/paging.tsx';
import { statusColumn, type ApplicationState } from './application-status.tsx';
import classes from './audit-list.module.css';
import type { DecisionOperation } from './decision-form.dialog.tsx';
import { useDecisions } from './decisions.tsx';

/** What an audit list knows of each of its applications. */
export type Audited = ApplicationState & {
  applyId: string;
  /** Address of its details; null for those who may not read them. */
  path: string | null;
  /** It waits for the person's decision. */
  awaitsMe: boolean;
};

/** A part of the list: what waits for the person (`todo`, 待审核), 已通过, 全部, and what a list has of its own. */
export type AuditView<View extends string> = { value: View; label: string };

export type AuditListProps<Row, View extends string> = {
  /** Names the table, for those who do not see it. */
  label: string;
  /** What is audited: 没有等待您审批的 …, 没有符合条件的 …. */
  what: string;
  views: readonly AuditView<View>[];
  view: View;
  onView: (view: View) => void;
  /** What the list was asked for, without its page. What is chosen is chosen within it. */
  filter: object;
  query: {
    data?:
      | { rows: readonly Row[]; total: number; /** How many wait for the person, whatever the view. */ todo: number }
      | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  page: { pageNo: number; pageSize: number };
  /** By the server; its keys name the columns, and `status` the state. */
  sorting?: Sorting | undefined;
  onPage: (change: { pageNo: number; pageSize?: number }) => void;
  /** Columns before 状态 and 操作. */
  columns: readonly Column<Row>[];
  auditedOf: (row: Row) => Audited;
  /** The area's audit action, and whether the person may take it at all. */
  decide: DecisionOperation;
  mayDecide: boolean;
  /** In the toolbar beside the views. */
  actions?: ReactNode;
  /** Right end of the toolbar. */
  right?: ReactNode;
  minWidth: number;
};

type Chosen = {
  within: string;
  /** Addresses of details, by application. */
  paths: ReadonlyMap<string, string | null>;
};

/** Parts of a list that leave nothing out of what the person sees: all of the own ones, all of the scope. */
const wholeViews: ReadonlySet<string> = new Set(['apply', 'audit', 'all']);

/**
 * The list of an area's applications for those who decide on them: its parts, one or several decided at once, details,
 * and whatever the area adds.
 */
export function AuditList<Row, View extends string>({
  label,
  what,
  views,
  view,
  onView,
  filter,
  query,
  page,
  sorting,
  onPage,
  columns,
  auditedOf,
  decide,
  mayDecide,
  actions,
  right,
  minWidth,
}: AuditListProps<Row, View>) {
  const navigate = useNavigate();
  const within = JSON.stringify(filter);
  const asked = Object.entries(filter).some(([name, value]) => name !== 'view' && value !== undefined && value !== '');
  const [chosen, setChosen] = useState<Chosen>({ within, paths: new Map() });
  const [deciding, setDeciding] = useState<Chosen['paths']>(new Map());
  const open = (path: string | null | undefined) => {
    if (path) void navigate({ to: path });
  };
  const { start, isPending, dialogs } = useDecisions(decide, {
    onDecided: () => {
      setChosen({ within, paths: new Map() });
      void query.refetch();
    },
    onOpen: (applyId) => {
      open(deciding.get(applyId));
    },
  });
  const rows = query.data?.rows;
  const shown = new Map(
    rows?.map((row) => {
      const audited = auditedOf(row);
      return [audited.applyId, audited] as const;
    }),
  );
  // What no longer waits for the person is chosen no more.
  const paths = new Map(
    [...(chosen.within === within ? chosen.paths : [])].filter(([applyId]) => shown.get(applyId)?.awaitsMe !== false),
  );
  const choose = (keys: ReadonlySet<string>) => {
    setChosen({
      within,
      paths: new Map(
        [...keys].flatMap((key) => {
          const path = shown.get(key)?.path ?? paths.get(key);
          return path === undefined ? [] : [[key, path] as const];
        }),
      ),
    });
  };
  const decideOn = (these: Chosen['paths']) => {
    setDeciding(these);
    void start([...these.keys()]);
  };
  const all: Column<Row>[] = [
    ...columns,
    { ...statusColumn(auditedOf), sort: 'status' },
    {
      key: 'action',
      title: '操作',
      width: 104,
      align: 'center',
      pinRight: true,
      render(row) {
        const { applyId, path, awaitsMe } = auditedOf(row);
        return (
          <span className={classes['acts']}>
            {path !== null && <Link to={path}>详情</Link>}
            {mayDecide && awaitsMe && (
              <UnstyledButton
                className={classes['act']}
                onClick={() => {
                  decideOn(new Map([[applyId, path]]));
                }}
              >
                审批
              </UnstyledButton>
            )}
          </span>
        );
      },
    },
  ];
  return (
    <>
      <Toolbar right={right}>
        <AuditViewSwitch views={views} view={view} todo={query.data?.todo} onView={onView} />
        {actions}
      </Toolbar>
      <DataTable<Row>
        label={label}
        columns={all}
        rows={rows}
        query={query}
        rowKey={(row) => auditedOf(row).applyId}
        numberFrom={(page.pageNo - 1) * page.pageSize + 1}
        twoLine
        minWidth={minWidth}
        {...(rows?.some((row) => auditedOf(row).path !== null)
          ? {
              onRow: (row: Row) => {
                open(auditedOf(row).path);
              },
            }
          : {})}
        {...(mayDecide
          ? {
              selection: {
                keys: new Set(paths.keys()),
                onChange: choose,
                disabled: (key: string) => shown.get(key)?.awaitsMe !== true,
              },
            }
          : {})}
        footer={
          mayDecide ? (
            <>
              <span className={classes['note']}>已选择 {paths.size} 项</span>
              {paths.size > 0 && (
                <UnstyledButton
                  className={classes['act']}
                  onClick={() => {
                    choose(new Set());
                  }}
                >
                  取消选择
                </UnstyledButton>
              )}
              <Button
                variant="light"
                disabled={paths.size === 0}
                loading={isPending}
                onClick={() => {
                  decideOn(paths);
                }}
              >
                {paths.size === 0 ? '批量审批' : `批量审批（${String(paths.size)}）`}
              </Button>
            </>
          ) : undefined
        }
        empty={{
          reason:
            view === 'todo'
              ? `没有等待您审批的${what}，新的申请会自动出现在这里`
              : asked || !wholeViews.has(view)
                ? `没有符合条件的${what}，可以换一个条件`
                : `还没有${what}`,
        }}
        {...(sorting ? { sorting } : {})}
        paging={pagingOf(page, query.data?.total, onPage)}
      />
      {dialogs}
    </>
  );
}

/** The parts of an audit list; 待审核 with how many wait for the person. */
export function AuditViewSwitch<View extends string>({
  views,
  view,
  todo,
  onView,
}: {
  views: readonly AuditView<View>[];
  view: View;
  todo: number | undefined;
  onView: (view: View) => void;
}) {
  return (
    <SegmentedControl<View>
      aria-label="范围"
      value={view}
      onChange={onView}
      data={views.map(({ value, label }) => ({
        value,
        label: value === 'todo' && todo !== undefined && todo > 0 ? `${label} ${String(todo)}` : label,
      }))}
    />
  );
}

/** The parts that most audit lists have. */
export const auditViews = [
  { value: 'todo', label: '待审核' },
  { value: 'passed', label: '已通过' },
  { value: 'all', label: '全部' },
] as const;

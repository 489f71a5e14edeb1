import { Button, Loader, Menu } from '@mantine/core';
import { exportExamSets, queryExamSets } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  scoreType,
  sheetStatus,
  sheetStatusNames,
  type ScoreType,
  type SheetStatus,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import { queryLongJobs } from '@jwxt/contracts/system/long-job.operations.ts';
import {
  IconAdjustments,
  IconBolt,
  IconChevronDown,
  IconCornerUpLeft,
  IconPlayerPlay,
  IconSend,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { shortTimeText } from '../../lib/format.ts';
import { usePageState } from '../../lib/page-state.ts';
import { invalidateOperations, useOperation } from '../../lib/queries.ts';
import { useMay, useUser } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import type { Sorting } from '../../ui/table-column.ts';
import { Card, Figure, Headline, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { EntryProgress, SheetState } from './class-state.tsx';
import classes from './exam-set.module.css';
import { ClassSearch, pageState, type Filter } from './exam-set-search.tsx';
import { InitSetDialog } from './init-set.dialog.tsx';
import { SettingDialog } from './setting.dialog.tsx';
import { isSettable, type SettingKind } from './setting.model.ts';

type ExamSetClass = OutputOf<typeof queryExamSets>['list'][number];

const countedStates = [
  [sheetStatus.unset, 'unset'],
  [sheetStatus.set, 'set'],
  [sheetStatus.entering, 'entering'],
  [sheetStatus.submitted, 'approving'],
  [sheetStatus.published, 'published'],
] as const satisfies readonly (readonly [SheetStatus, string])[];
const adjustments: readonly [SettingKind, string][] = [
  ['window', '录入时间'],
  ['teacher', '录入教师'],
  ['digit', '小数位数'],
  ['template', '成绩模板'],
  ['hierarchy', '等级制'],
  ['items', '成绩分项'],
];

/** What most classes have: the beginning of sub-items for many. */
const usualItems = [
  {
    scoreSubItemName: '平时成绩',
    scoreSubItemProportion: 40,
    scoreHierarchyCode: 'bfz',
    enable: 'true',
    isExamItem: false,
  },
  {
    scoreSubItemName: '期末成绩',
    scoreSubItemProportion: 60,
    scoreHierarchyCode: 'bfz',
    enable: 'true',
    isExamItem: true,
  },
] as const;

/**
 * EXAM-SET-01: teaching classes of a semester with their settings and how far entry is; settings of the chosen ones.
 * Make-up groups and rebuild classes are there once their lists are closed.
 */
export function ExamSetsPage() {
  const user = useUser();
  const [{ pageNo, pageSize, sort, ...filter }, setState] = usePageState(pageState);
  const semesterId = filter.semesterId || user.semester;
  const asked = { ...given(filter), ...(semesterId ? { semesterId } : {}) };
  const query = useOperation(queryExamSets, { ...asked, pageNo, pageSize, sort });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<SettingKind | 'init' | null>(null);
  const show = (change: Partial<z.output<typeof pageState>>): void => {
    setChosen(new Set());
    setState({ pageNo: 1, ...change }, { push: true });
  };
  // The figures count the whole semester: what they show is not narrowed by other filters.
  const only = (wanted: Partial<Filter>): void => {
    show({ ...pageState.parse({}), semesterId: filter.semesterId, scoreType: filter.scoreType, ...wanted });
  };
  const figures = query.data?.figures;
  const setting = open !== null && open !== 'init' ? open : null;
  const regular = filter.scoreType === scoreType.regular;
  return (
    <Page title="教学班与考试设置">
      {figures && (
        <Headline actions={<RunningInit />}>
          <Figure
            lead
            tone={figures.overdue > 0 ? 'red' : 'ink'}
            value={figures.overdue}
            label="逾期未提交"
            filter={{
              on: filter.overdue === yesNo.yes,
              onToggle: () => {
                only({ overdue: filter.overdue === yesNo.yes ? '' : yesNo.yes });
              },
            }}
          />
          {countedStates
            .filter(([status]) => regular || status !== sheetStatus.unset)
            .map(([status, key]) => (
              <Figure
                key={key}
                value={figures[key]}
                label={sheetStatusNames[status]}
                filter={{
                  on: filter.sheetStatus === status,
                  onToggle: () => {
                    only({ sheetStatus: filter.sheetStatus === status ? '' : status });
                  },
                }}
              />
            ))}
        </Headline>
      )}
      <Card flush>
        <ClassSearch
          key={JSON.stringify(filter)}
          values={{ ...filter, semesterId }}
          searching={query.isFetching}
          onSearch={(values) => {
            show(values);
            if (query.data) void query.refetch();
          }}
          onReset={() => {
            show(pageState.parse({}));
          }}
        />
      </Card>
      <Card flush grow>
        <SettingToolbar count={chosen.size} onOpen={setOpen} filter={asked} type={filter.scoreType} />
        <ClassTable
          rows={query.data?.list}
          query={query}
          chosen={chosen}
          onChoose={setChosen}
          numberFrom={(pageNo - 1) * pageSize + 1}
          sorting={sortingOf({ sort }, setState)}
          paging={{
            ...pagingOf({ pageNo, pageSize }, query.data?.total, setState),
            onPage: (page) => {
              setChosen(new Set());
              setState({ pageNo: page });
            },
          }}
        />
      </Card>
      {open === 'init' && (
        <InitSetDialog
          semesterId={semesterId}
          onClose={() => {
            setOpen(null);
          }}
        />
      )}
      {setting !== null && (
        <SettingDialog
          kind={setting}
          of={{ semesterId, scoreType: filter.scoreType, teachingClassIds: [...chosen] }}
          {...(setting === 'items' ? { initial: { items: usualItems } } : {})}
          onClose={(done) => {
            setOpen(null);
            if (done) setChosen(new Set());
          }}
        />
      )}
    </Page>
  );
}

/** How often a running job is asked for. */
const watchMs = 2_000;

/**
 * The way to the jobs; while classes are set up, how far that is. Lists and figures follow as it goes on, whoever has
 * started it.
 */
function RunningInit() {
  const client = useQueryClient();
  const query = useOperation(
    queryLongJobs,
    { kind: 'initSet', status: 'open', pageNo: 1, pageSize: 1 },
    { staleTime: 0, refetchInterval: (answer) => (answer?.list.length ? watchMs : false) },
  );
  const job = query.data?.list[0];
  const done = job?.done ?? null;
  const seen = useRef<number | null>(null);
  useEffect(() => {
    if (seen.current !== null && seen.current !== done) void invalidateOperations(client, ['examSet.']);
    seen.current = done;
  }, [client, done]);
  return job === undefined ? (
    <Button component={Link} to="/jwxt/gly/scoreManage/jobs" variant="subtle" size="compact-sm">
      任务进度
    </Button>
  ) : (
    <Button
      component={Link}
      to={`/jwxt/gly/scoreManage/jobs?jobId=${job.jobId}`}
      variant="light"
      size="compact-sm"
      leftSection={<Loader size={12} />}
    >
      正在初始化 {job.done} / {job.total}
    </Button>
  );
}

/** Filters that say something. */
function given({ scoreType, sheetStatus, overdue, unfinished, ...rest }: Filter) {
  const texts = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  return {
    ...texts,
    scoreType,
    ...(sheetStatus in sheetStatusNames ? { sheetStatus: sheetStatus as SheetStatus } : {}),
    ...(overdue === yesNo.yes ? { overdue: yesNo.yes } : {}),
    ...(unfinished === yesNo.yes ? { unfinished: yesNo.yes } : {}),
  };
}

function SettingToolbar({
  count,
  filter,
  type,
  onOpen,
}: {
  count: number;
  filter: object;
  type: ScoreType;
  onOpen: (what: SettingKind | 'init') => void;
}) {
  const may = {
    init: useMay('examSet:initSet'),
    quick: useMay('examSet:quickSet'),
    adjust: useMay('examSet:batchAdjustment'),
    rollback: useMay('examSet:rollback'),
    force: useMay('examSet:forceSubmit'),
  };
  const none = count === 0;
  return (
    <Toolbar>
      {may.init && type === scoreType.regular && (
        <Button
          variant="light"
          leftSection={<IconPlayerPlay size={16} />}
          onClick={() => {
            onOpen('init');
          }}
        >
          学期初始化
        </Button>
      )}
      {may.quick && isSettable('quick', type) && (
        <Button
          variant="default"
          leftSection={<IconBolt size={16} />}
          disabled={none}
          onClick={() => {
            onOpen('quick');
          }}
        >
          快捷设置
        </Button>
      )}
      {may.adjust && (
        <Menu disabled={none} position="bottom-start">
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<IconAdjustments size={16} />}
              rightSection={<IconChevronDown size={14} />}
              disabled={none}
            >
              批量调整
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {adjustments
              .filter(([kind]) => isSettable(kind, type))
              .map(([kind, name]) => (
                <Menu.Item
                  key={kind}
                  onClick={() => {
                    onOpen(kind);
                  }}
                >
                  {name}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <ExportButton operation={exportExamSets} input={filter} />
      {(may.force || may.rollback) && <span className={classes['divider']} aria-hidden />}
      {may.force && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconSend size={16} />}
          disabled={none}
          onClick={() => {
            onOpen('force');
          }}
        >
          强制提交
        </Button>
      )}
      {may.rollback && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconCornerUpLeft size={16} />}
          disabled={none}
          onClick={() => {
            onOpen('rollback');
          }}
        >
          退回
        </Button>
      )}
    </Toolbar>
  );
}

type TableProps = {
  rows: readonly ExamSetClass[] | undefined;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  chosen: ReadonlySet<string>;
  onChoose: (keys: ReadonlySet<string>) => void;
  numberFrom: number;
  paging: ReturnType<typeof pagingOf>;
  sorting: Sorting;
};

function ClassTable({ rows, query, chosen, onChoose, numberFrom, paging, sorting }: TableProps) {
  const navigate = useNavigate();
  const mayChoose = useMay('examSet:quickSet');
  const address = ({ teachingClassId, semesterId, scoreType }: ExamSetClass) =>
    `/jwxt/gly/scoreManage/examSet/${teachingClassId}?semesterId=${semesterId}&scoreType=${scoreType}`;
  const columns: Column<ExamSetClass>[] = [
    {
      key: 'class',
      title: '教学班',
      sort: 'teachingClassName',
      width: '25%',
      least: 244,
      align: 'left',
      render: (row) => (
        <TwoLines
          first={row.teachingClassName}
          second={`${row.courseName} · ${row.courseNum} · ${row.openDepartmentName}`}
        />
      ),
    },
    {
      key: 'teacher',
      title: '录入教师',
      width: 108,
      importance: 3,
      align: 'left',
      render: (row) => (
        <>
          <div>{row.importTeacher}</div>
          <div className={`${classes['second'] ?? ''} jw-ellipsis`} title={row.teacherName}>
            {row.importTeacherGh === null ? '任课教师' : '指定录入'}
          </div>
        </>
      ),
    },
    {
      key: 'items',
      title: '分项与等级制',
      width: 'auto',
      least: 330,
      align: 'left',
      render: (row) => (
        <>
          <div className="jw-ellipsis" title={row.itemsText}>
            {row.itemsText || NOTHING}
          </div>
          <div className={classes['second']}>
            {row.scoreHierarchyName} · {row.digit} 位小数
          </div>
        </>
      ),
    },
    {
      key: 'progress',
      title: '录入进度',
      width: 116,
      sort: 'progress',
      importance: 2,
      align: 'left',
      render: (row) => <EntryProgress row={row} />,
    },
    {
      key: 'status',
      title: '状态',
      width: 108,
      sort: 'sheetStatus',
      align: 'center',
      render: (row) => <SheetState row={row} />,
    },
    {
      key: 'window',
      title: '录入截止',
      width: 146,
      sort: 'scoreTermInputEndTime',
      align: 'left',
      render: (row) => <WindowCell row={row} />,
    },
    {
      key: 'action',
      title: '操作',
      width: 68,
      align: 'center',
      pinRight: true,
      render: (row) => <Link to={address(row)}>设置</Link>,
    },
  ];
  return (
    <DataTable
      label="教学班与考试设置"
      columns={columns}
      rows={rows}
      query={query}
      rowKey={(row) => row.teachingClassId}
      numberFrom={numberFrom}
      twoLine
      minWidth={1090}
      rowTone={(row) => (row.overdue === yesNo.yes ? 'red' : undefined)}
      onRow={(row) => {
        void navigate({ to: address(row) });
      }}
      {...(mayChoose ? { selection: { keys: chosen, onChange: onChoose } } : {})}
      footer={
        chosen.size > 0 ? (
          <span>
            已选择 {chosen.size} 项{' '}
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                onChoose(new Set());
              }}
            >
              取消选择
            </Button>
          </span>
        ) : undefined
      }
      empty={{
        title: '没有符合条件的教学班',
        reason: '换一个学期或放宽查询条件再试；补缓考和重修的名单锁定（发布）后列出。',
      }}
      paging={paging}
      sorting={sorting}
    />
  );
}

function WindowCell({ row }: { row: ExamSetClass }) {
  if (row.windowState === 'none') return <span className={classes['second']}>未设置</span>;
  const note =
    row.overdue === yesNo.yes
      ? '逾期未提交'
      : {
          before: `${shortTimeText(row.scoreTermInputBeginTime ?? '')} 开始`,
          open: '录入开放',
          closed: '已截止',
          none: '',
        }[row.windowState];
  return (
    <>
      <div title={`${row.scoreTermInputBeginTime ?? ''} 至 ${row.scoreTermInputEndTime ?? ''}`}>
        {shortTimeText(row.scoreTermInputEndTime ?? '')}
      </div>
      <div
        className={classes['second']}
        data-tone={row.overdue === yesNo.yes ? 'red' : row.windowState === 'open' ? 'ink' : undefined}
      >
        {note}
      </div>
    </>
  );
}

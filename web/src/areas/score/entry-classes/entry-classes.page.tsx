import { Alert, Anchor, Button, Group, Progress, Select, TextInput, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconPencil, IconPencilOff, type Icon } from '@tabler/icons-react';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { exportClasses } from '@jwxt/contracts/score/score-document.operations.ts';
import { entryClasses, entryClassSorts, semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { sheetId } from '@jwxt/contracts/score/score-sheet.events.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/kernel/fields.ts';
import { entryStateNames, scoreTypeNames, type EntryState, scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { schoolTime, shortElapsedText } from '../../../lib/format.ts';
import { shortTimeText } from '../../../lib/format.ts';
import { pagingFields, sortField, usePageState } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay, useUser } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { Card, Figure, Headline, Page, Toolbar } from '../../../ui/page.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import type { Sorting } from '../../../ui/table-column.ts';
import { pagingOf, type PagingProps } from '../../../ui/paging.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone } from '../../../ui/tokens.ts';
import classes from './entry-classes.module.css';
import { sheetsWithUnsaved } from '../sheet/open-sheets.ts';

type EntryClass = OutputOf<typeof entryClasses>['rows'][number];

const ALL_SEMESTERS = 'all';
const entryScoreType = z.enum([scoreType.regular, scoreType.makeup, scoreType.retake]);
const pageState = z.object({
  semesterId: z.string().catch('').default(''),
  scoreType: entryScoreType.catch(scoreType.regular).default(scoreType.regular),
  entryState: z.string().catch('').default(''),
  keyword: z.string().catch('').default(''),
  ...pagingFields(SCORE_PAGE_SIZE),
  ...sortField(entryClassSorts),
});

const stateLooks: Record<EntryState, { tone: Tone; icon?: Icon }> = {
  empty: { tone: 'grey', icon: IconPencilOff },
  entering: { tone: 'grey', icon: IconPencil },
  submitted: { tone: 'blue' },
  passed: { tone: 'green' },
  returned: { tone: 'red', icon: IconAlertTriangle },
};

/** My teaching classes of a semester: state, window, progress, and what an approver wrote on returning one. */
export function EntryClassesPage() {
  const user = useUser();
  const [state, setState] = usePageState(pageState);
  const semesterId = state.semesterId || user.semester;
  const list = useOperation(semesters, {}, { staleTime: 3_600_000 });
  const filter = {
    scoreType: state.scoreType,
    ...(semesterId === ALL_SEMESTERS || semesterId === '' ? {} : { semesterId }),
    ...(state.entryState ? { entryState: state.entryState } : {}),
    ...(state.keyword ? { keyword: state.keyword } : {}),
  };
  const query = useOperation(entryClasses, {
    ...filter,
    pageNo: state.pageNo,
    pageSize: state.pageSize,
    sort: state.sort,
  });
  const unsaved = useQuery({
    queryKey: ['score-outbox', user.userName],
    queryFn: () => sheetsWithUnsaved(user.userName),
    staleTime: 0,
    retry: false,
  });
  const rows = query.data?.rows;
  return (
    <Page title="成绩录入">
      {rows !== undefined && rows.length > 0 && <EntryHeadline rows={rows} />}
      {(query.data?.elsewhere ?? []).map(({ semesterId: other, semesterName, scoreType: type, n }) => (
        <Alert key={`${other} ${type}`} color="orange" icon={<IconAlertTriangle size={16} />} p={8}>
          {semesterName}还有 {n} 个教学班没有提交{scoreTypeNames[type]}成绩。
          <Anchor
            component="button"
            size="sm"
            onClick={() => {
              setState({
                semesterId: other,
                scoreType: entryScoreType.parse(type),
                entryState: '',
                keyword: '',
                pageNo: 1,
              });
            }}
          >
            查看
          </Anchor>
        </Alert>
      ))}
      <Card flush>
        <ClassSearch
          key={`${semesterId}|${state.scoreType}|${state.entryState}|${state.keyword}`}
          values={{ ...state, semesterId }}
          openOf={(value) => {
            const n = query.data?.elsewhere.find(
              (each) => each.semesterId === semesterId && each.scoreType === value,
            )?.n;
            return n === undefined ? '' : `（${String(n)}）`;
          }}
          searching={query.isFetching}
          semesters={[
            ...(list.data?.list.map((each) => ({ value: each.xnxq, label: each.xnxqmc })) ?? []),
            { value: ALL_SEMESTERS, label: '全部学期' },
          ]}
          onSearch={(change) => {
            setState({ ...change, pageNo: 1 });
            if (query.data !== undefined) void query.refetch();
          }}
          onReset={() => {
            setState({ semesterId: '', scoreType: scoreType.regular, entryState: '', keyword: '', pageNo: 1 });
          }}
        />
      </Card>
      <Card flush grow>
        <Toolbar right={query.data && `共 ${String(query.data.total)} 个教学班`}>
          <ExportButton operation={exportClasses} input={filter} disabled={!query.data?.total} />
        </Toolbar>
        <ClassTable
          rows={rows}
          query={query}
          unsaved={unsaved.data ?? new Set()}
          paging={pagingOf(state, query.data?.total, setState)}
          sorting={sortingOf(state, setState)}
        />
      </Card>
    </Page>
  );
}

/** First the days left: the open window that closes next, then what still has to be done. */
function EntryHeadline({ rows }: { rows: readonly EntryClass[] }) {
  const now = useNow(60_000);
  const todo = rows.filter(
    (row) => row.windowState === 'open' && row.entryState !== 'submitted' && row.entryState !== 'passed',
  );
  const next = todo.toSorted((one, other) => one.scoreTermInputEndTime.localeCompare(other.scoreTermInputEndTime))[0];
  const returned = rows.filter((row) => row.entryState === 'returned').length;
  return (
    <Headline>
      <Figure
        lead
        tone="ink"
        value={next ? shortElapsedText(schoolTime(next.scoreTermInputEndTime) - now) : NOTHING}
        label={next ? `距最近截止（${next.courseName}）` : '没有待录入的教学班'}
      />
      <Figure value={todo.length} label="待录入教学班" />
      <Figure value={returned} label="退回待修改" {...(returned > 0 ? { tone: 'red' as const } : {})} />
      <Figure value={rows.filter((row) => row.entryState === 'submitted').length} label={entryStateNames.submitted} />
      <Figure value={rows.filter((row) => row.entryState === 'passed').length} label={entryStateNames.passed} />
    </Headline>
  );
}

type SearchValues = {
  semesterId: string;
  scoreType: z.infer<typeof entryScoreType>;
  entryState: string;
  keyword: string;
};

function ClassSearch({
  values,
  openOf,
  semesters: options,
  searching,
  onSearch,
  onReset,
}: {
  values: SearchValues;
  /** How many classes of another score type wait to be handed in, as it stands behind its name. */
  openOf: (value: string) => string;
  semesters: { value: string; label: string }[];
  searching: boolean;
  onSearch: (values: SearchValues) => void;
  onReset: () => void;
}) {
  const [{ semesterId, scoreType: type, entryState, keyword }, setDraft] = useState<SearchValues>(values);
  const draft = { semesterId, scoreType: type, entryState, keyword };
  return (
    <SearchForm
      onSearch={() => {
        onSearch(draft);
      }}
      onReset={onReset}
      searching={searching}
      visible={4}
    >
      <Field label="学年学期" htmlFor="entry-semester">
        <Select
          id="entry-semester"
          data={options}
          value={semesterId}
          allowDeselect={false}
          searchable
          onChange={(value) => {
            if (value !== null) onSearch({ ...draft, semesterId: value });
          }}
        />
      </Field>
      <Field label="录入状态" htmlFor="entry-state">
        <Select
          id="entry-state"
          clearable
          placeholder="全部"
          data={Object.entries(entryStateNames).map(([value, label]) => ({ value, label }))}
          value={entryState || null}
          onChange={(value) => {
            onSearch({ ...draft, entryState: value ?? '' });
          }}
        />
      </Field>
      <Field label="关键字" htmlFor="entry-keyword">
        <TextInput
          id="entry-keyword"
          placeholder="课程、课程编号或教学班"
          value={keyword}
          maxLength={60}
          onChange={(event) => {
            setDraft({ ...draft, keyword: event.currentTarget.value });
          }}
        />
      </Field>
      <Field label="成绩类型" htmlFor="entry-type">
        <Select
          id="entry-type"
          allowDeselect={false}
          data={entryScoreType.options.map((value) => ({ value, label: `${scoreTypeNames[value]}${openOf(value)}` }))}
          value={type}
          onChange={(value) => {
            const chosen = entryScoreType.safeParse(value);
            if (chosen.success) onSearch({ ...draft, scoreType: chosen.data });
          }}
        />
      </Field>
    </SearchForm>
  );
}

function ClassTable({
  rows,
  query,
  unsaved,
  paging,
  sorting,
}: {
  rows: readonly EntryClass[] | undefined;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  unsaved: ReadonlySet<string>;
  paging: PagingProps;
  sorting: Sorting;
}) {
  const navigate = useNavigate();
  const columns: Column<EntryClass>[] = [
    {
      key: 'course',
      title: '课程',
      sort: 'courseName',
      width: 176,
      align: 'left',
      render: (row) => (
        <>
          <div className="jw-ellipsis" title={row.courseName}>
            {row.courseName}
          </div>
          <div className={classes['second']}>
            {row.courseNum} · {row.courseCredit} 学分
          </div>
        </>
      ),
    },
    {
      key: 'class',
      title: '教学班',
      sort: 'teachingClassName',
      width: 'auto',
      least: 200,
      align: 'left',
      render: (row) => (
        <>
          <div className="jw-ellipsis" title={row.teachingClassName}>
            {row.teachingClassName}
          </div>
          <div className={`${classes['second'] ?? ''} jw-ellipsis`}>{row.teacherName}</div>
        </>
      ),
    },
    {
      key: 'progress',
      title: '录入进度',
      width: 112,
      importance: 2,
      align: 'left',
      render: (row) => <EntryProgress row={row} />,
    },
    {
      key: 'state',
      title: '状态',
      width: 150,
      align: 'center',
      render: (row) => <ClassState row={row} unsaved={unsaved.has(sheetId(row.teachingClassId, row.scoreType))} />,
    },
    { key: 'window', title: '录入截止', width: 152, align: 'left', render: (row) => <EntryWindow row={row} /> },
    {
      key: 'opinion',
      title: '审批意见',
      width: 176,
      importance: 3,
      align: 'left',
      render: (row) => <Opinion row={row} />,
    },
    {
      key: 'action',
      title: '操作',
      width: 142,
      align: 'center',
      pinRight: true,
      render: (row) => <RowActions row={row} />,
    },
  ];
  return (
    <DataTable
      label="我的教学班"
      columns={columns}
      rows={rows}
      query={query}
      rowKey={(row) => sheetId(row.teachingClassId, row.scoreType)}
      numberFrom={(paging.pageNo - 1) * paging.pageSize + 1}
      twoLine
      minWidth={1110}
      rowTone={(row) => (row.entryState === 'returned' ? 'red' : undefined)}
      onRow={(row) => {
        void navigate({ to: `/jwxt/gly/scoreManage/entry/${row.teachingClassId}/${row.scoreType}` });
      }}
      empty={{
        reason: '这个学期没有您任课的教学班，或没有符合条件的教学班；可以换一个条件，如有疑问，请联系院系教务员',
      }}
      paging={paging}
      sorting={sorting}
    />
  );
}

function EntryProgress({ row }: { row: EntryClass }) {
  const percent = row.coursePersonCount === 0 ? 0 : (row.enteredNum / row.coursePersonCount) * 100;
  return (
    <div>
      <div className={classes['count']}>
        {row.enteredNum} / {row.coursePersonCount} 人
      </div>
      <Progress
        value={percent}
        size={4}
        aria-label={`已录入 ${String(row.enteredNum)} 人，共 ${String(row.coursePersonCount)} 人`}
      />
    </div>
  );
}

function ClassState({ row, unsaved }: { row: EntryClass; unsaved: boolean }) {
  const { tone, icon } = stateLooks[row.entryState];
  return (
    <Group gap={4} justify="center" wrap="nowrap">
      <StatusTag tone={tone} {...(icon ? { icon } : {})}>
        {row.entryStateName}
      </StatusTag>
      {unsaved && (
        <Tooltip label="本机有未保存的输入，打开后自动续传">
          <span>
            <StatusTag tone="grey" icon={IconPencil}>
              未保存
            </StatusTag>
          </span>
        </Tooltip>
      )}
    </Group>
  );
}

function EntryWindow({ row }: { row: EntryClass }) {
  const now = useNow(60_000);
  const [note, tone] =
    row.windowState === 'before'
      ? (['尚未开始', 'grey'] as const)
      : row.windowState === 'closed'
        ? (['已截止', 'grey'] as const)
        : ([`剩余 ${shortElapsedText(schoolTime(row.scoreTermInputEndTime) - now)}`, 'ink'] as const);
  return (
    <>
      <div title={`录入时间 ${row.scoreTermInputBeginTime} 至 ${row.scoreTermInputEndTime}`}>
        {row.windowState === 'before'
          ? `${shortTimeText(row.scoreTermInputBeginTime)} 起`
          : shortTimeText(row.scoreTermInputEndTime)}
      </div>
      <div className={classes['second']} data-tone={tone}>
        {note}
      </div>
    </>
  );
}

function Opinion({ row }: { row: EntryClass }) {
  if (row.entryState === 'returned' && row.returnOpinion !== null) {
    return (
      <Tooltip label={row.returnOpinion}>
        <div>
          <div className={`${classes['opinion'] ?? ''} jw-ellipsis`}>{row.returnOpinion}</div>
          <div className={classes['second']}>{row.returnedBy} 退回</div>
        </div>
      </Tooltip>
    );
  }
  return (
    <span className={classes['second']}>
      {row.entryState === 'submitted' && row.approvalNodeName !== null ? `待 ${row.approvalNodeName}` : NOTHING}
    </span>
  );
}

function RowActions({ row }: { row: EntryClass }) {
  const mayChange = useMay('scoreChange:apply');
  const mayType = row.windowState === 'open' && row.entryState !== 'submitted' && row.entryState !== 'passed';
  return (
    <Group gap={8} justify="center" wrap="nowrap">
      <Link to={`/jwxt/gly/scoreManage/entry/${row.teachingClassId}/${row.scoreType}`}>
        {mayType ? '录入成绩' : '查看'}
      </Link>
      {row.entryState === 'passed' && mayChange && (
        <Button
          component={Link}
          to={`/jwxt/gly/scoreManage/change/new/${row.teachingClassId}/${row.scoreType}`}
          variant="subtle"
          size="xs"
        >
          申请更改
        </Button>
      )}
    </Group>
  );
}

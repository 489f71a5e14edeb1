import { Button, Select, TextInput } from '@mantine/core';
import { IconAdjustments, IconLock, IconWand } from '@tabler/icons-react';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  exportMakeupGroups,
  freezeMakeupGroups,
  queryMakeupGroups,
  reopenMakeupList,
  makeupGroupSorts,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { listStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/kernel/fields.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { someNames } from '../../ui/some-names.tsx';
import { AdjustGroupsDialog } from './adjust-groups.dialog.tsx';
import { GenerateListsDialog } from './generate-lists.dialog.tsx';
import { isOpenList } from './open-list.ts';
import { ReopenListDialog } from './reopen-list.dialog.tsx';
import { GroupStudentsDialog } from './group-students.dialog.tsx';
import classes from './makeup.module.css';
import { sheetTone } from './sheet-tone.ts';

type Group = OutputOf<typeof queryMakeupGroups>['rows'][number];

const pageState = z.object({
  semesterId: z.string().catch('').default(''),
  listStatus: z
    .enum(['', ...Object.values(listStatus)])
    .catch('')
    .default(''),
  keyword: z.string().catch('').default(''),
  ...pagingFields(SCORE_PAGE_SIZE),
  ...sortField(makeupGroupSorts),
});
type Values = Pick<z.output<typeof pageState>, 'semesterId' | 'listStatus' | 'keyword'>;

/**
 * 补缓考名单: generated from a semester's failures and deferred exams, adjusted, and frozen so that scores can be
 * entered (MAKEUP-01).
 */
export function MakeupListsPage() {
  const [state, setState] = usePageState(pageState);
  const asked = {
    ...(state.semesterId ? { semesterId: state.semesterId } : {}),
    ...(state.listStatus ? { listStatus: state.listStatus } : {}),
    ...(state.keyword ? { keyword: state.keyword } : {}),
  };
  const query = useOperation(queryMakeupGroups, {
    ...asked,
    pageNo: state.pageNo,
    pageSize: state.pageSize,
    sort: state.sort,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [generating, setGenerating] = useState(false);
  const [adjusting, setAdjusting] = useState(false);
  const [shown, setShown] = useState<Group | null>(null);
  const [reopening, setReopening] = useState<Group | null>(null);
  const may = {
    generate: useMay('makeupList:generate'),
    update: useMay('makeupList:update'),
    freeze: useMay('makeupList:freeze'),
  };
  const freeze = useProcess(freezeMakeupGroups, {
    invalidates: ['makeupList.', 'retakeApproval.'],
    success: true,
    onSuccess: () => {
      setChosen(new Set());
    },
    confirm: ({ makeupCourseIds }) => ({
      title: '锁定名单',
      message:
        `将锁定 ${String(makeupCourseIds.length)} 个补缓考班的名单并开放成绩录入，` +
        '锁定后增减学生须填写原因，方式不能再改；尚未录入时可以解除锁定。',
      confirmText: '锁定',
    }),
  });
  const change = (values: Partial<Values>) => {
    setChosen(new Set());
    setState({ ...values, pageNo: 1 });
  };
  return (
    <Page title="补缓考名单">
      <Card flush>
        <ListSearch
          key={`${state.semesterId}|${state.listStatus}|${state.keyword}`}
          values={state}
          searching={query.isFetching}
          onSearch={(values) => {
            change(values);
            void query.refetch();
          }}
        />
      </Card>
      <Card flush grow>
        <Toolbar>
          {may.generate && (
            <Button
              variant="light"
              leftSection={<IconWand size={16} />}
              onClick={() => {
                setGenerating(true);
              }}
            >
              生成名单
            </Button>
          )}
          {may.update && (
            <Button
              variant="default"
              leftSection={<IconAdjustments size={16} />}
              disabled={chosen.size === 0}
              onClick={() => {
                setAdjusting(true);
              }}
            >
              批量调整
            </Button>
          )}
          {may.freeze && (
            <Button
              variant="default"
              leftSection={<IconLock size={16} />}
              disabled={chosen.size === 0}
              loading={freeze.isPending}
              onClick={() => {
                freeze.start({ makeupCourseIds: [...chosen] });
              }}
            >
              锁定名单
            </Button>
          )}
          <ExportButton operation={exportMakeupGroups} input={asked} />
        </Toolbar>
        <DataTable<Group>
          label="补缓考名单"
          columns={columnsOf(setShown, may.freeze ? setReopening : null)}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.makeupCourseId}
          numberFrom={(state.pageNo - 1) * state.pageSize + 1}
          twoLine
          minWidth={1120}
          onRow={(row) => {
            setShown(row);
          }}
          {...(may.update || may.freeze
            ? {
                selection: {
                  keys: chosen,
                  onChange: setChosen,
                  disabled: (key: string) =>
                    query.data?.rows.find((row) => row.makeupCourseId === key)?.listStatus !== listStatus.open,
                },
                footer: (
                  <span>
                    已选择 <strong>{chosen.size}</strong> 项
                  </span>
                ),
              }
            : {})}
          empty={{
            reason: '没有补缓考名单',
            ...(may.generate
              ? {
                  action: (
                    <Button
                      variant="default"
                      onClick={() => {
                        setGenerating(true);
                      }}
                    >
                      从已公布的成绩生成
                    </Button>
                  ),
                }
              : {}),
          }}
          sorting={sortingOf(state, setState)}
          paging={pagingOf(state, query.data?.total, setState)}
        />
      </Card>
      {generating && (
        <GenerateListsDialog
          onClose={() => {
            setGenerating(false);
          }}
        />
      )}
      {adjusting && (
        <AdjustGroupsDialog
          makeupCourseIds={[...chosen]}
          onClose={() => {
            setAdjusting(false);
          }}
          onDone={() => {
            setAdjusting(false);
            setChosen(new Set());
          }}
        />
      )}
      {reopening && (
        <ReopenListDialog
          operation={reopenMakeupList}
          title={`解除锁定：${reopening.teachingClassName}`}
          teachingClassId={reopening.makeupCourseId}
          onClose={() => {
            setReopening(null);
          }}
        />
      )}
      {shown && (
        <GroupStudentsDialog
          group={shown}
          mayChange={may.update && isOpenList(shown.sheetStatus)}
          onClose={() => {
            setShown(null);
          }}
        />
      )}
    </Page>
  );
}

function ListSearch({
  values,
  searching,
  onSearch,
}: {
  values: Values;
  searching: boolean;
  onSearch: (values: Values) => void;
}) {
  const [keyword, setKeyword] = useState(values.keyword);
  const list = useOperation(semesters, {}, { staleTime: 3_600_000 });
  const draft: Values = { semesterId: values.semesterId, listStatus: values.listStatus, keyword: keyword.trim() };
  return (
    <SearchForm
      searching={searching}
      onSearch={() => {
        onSearch(draft);
      }}
      onReset={() => {
        setKeyword('');
        onSearch({ semesterId: '', listStatus: '', keyword: '' });
      }}
    >
      <Field label="补考学期" htmlFor="list-semester">
        <Select
          id="list-semester"
          clearable
          searchable
          placeholder="全部学期"
          data={list.data?.list.map((one) => ({ value: one.xnxq, label: one.xnxqmc })) ?? []}
          value={values.semesterId || null}
          onChange={(value) => {
            onSearch({ ...draft, semesterId: value ?? '' });
          }}
        />
      </Field>
      <Field label="名单状态" htmlFor="list-status">
        <Select
          id="list-status"
          clearable
          placeholder="全部"
          data={[
            { value: listStatus.open, label: '未锁定' },
            { value: listStatus.frozen, label: '已锁定' },
            { value: listStatus.unsettled, label: '原成绩变动待处理' },
          ]}
          value={values.listStatus || null}
          onChange={(value) => {
            onSearch({
              ...draft,
              listStatus:
                value === listStatus.open || value === listStatus.frozen || value === listStatus.unsettled ? value : '',
            });
          }}
        />
      </Field>
      <Field label="关键字" htmlFor="list-keyword">
        <TextInput
          id="list-keyword"
          placeholder="课程、课程编号或补缓考班"
          value={keyword}
          maxLength={60}
          onChange={(event) => {
            setKeyword(event.currentTarget.value);
          }}
        />
      </Field>
    </SearchForm>
  );
}

function columnsOf(onShow: (row: Group) => void, onReopen: ((row: Group) => void) | null): Column<Group>[] {
  return [
    {
      key: 'course',
      sort: 'courseName',
      title: '课程',
      width: 160,
      align: 'left',
      render: (row) => <TwoLines first={row.courseName} second={`${row.courseNum} · ${row.makeupOptionName}`} />,
    },
    {
      key: 'class',
      sort: 'teachingClassName',
      title: '补缓考班',
      width: 'auto',
      least: 260,
      align: 'left',
      render: (row) => (
        <TwoLines
          first={row.teachingClassName}
          second={`${row.openDepartmentName} · ${someNames(row.teacherName.split('、'), 3, '人') || '未安排教师'}`}
          secondTitle={`${row.openDepartmentName} · ${row.teacherName}`}
        />
      ),
    },
    {
      key: 'semester',
      sort: 'semesterId',
      title: '补考学期',
      width: 196,
      importance: 3,
      align: 'left',
      render: (row) => (
        <>
          <div>{row.makeupSemester}</div>
          <div className={classes['second']}>原学期 {row.sourceSemesterName}</div>
        </>
      ),
    },
    {
      key: 'count',
      title: '人数',
      width: 116,
      align: 'right',
      render: (row) => (
        <>
          <div>{row.makeupNum + row.deferredNum}</div>
          <div className={classes['second']}>
            补考 {row.makeupNum} · 缓考 {row.deferredNum}
          </div>
        </>
      ),
    },
    {
      key: 'window',
      sort: 'scoreTermInputEndTime',
      title: '录入时间',
      width: 148,
      align: 'center',
      render: (row) => (
        <>
          <div title={row.scoreTermInputBeginTime}>{row.scoreTermInputBeginTime.slice(0, 16)}</div>
          <div className={classes['second']} title={row.scoreTermInputEndTime}>
            至 {row.scoreTermInputEndTime.slice(0, 16)}
          </div>
        </>
      ),
    },
    {
      key: 'status',
      sort: 'listStatus',
      title: '状态',
      width: 116,
      align: 'center',
      render: (row) =>
        row.listStatus === listStatus.open ? (
          <StatusTag tone="grey">未锁定</StatusTag>
        ) : (
          <>
            <StatusTag tone={sheetTone(row.sheetStatus)}>{row.sheetStatusName}</StatusTag>
            {row.originOpenNum > 0 ? (
              <div className={classes['open']}>{row.originOpenNum} 人原成绩变动</div>
            ) : (
              <div className={classes['second']}>已锁定</div>
            )}
          </>
        ),
    },
    {
      key: 'action',
      title: '操作',
      width: 140,
      align: 'center',
      pinRight: true,
      render: (row) => (
        <span
          className={classes['acts']}
          role="presentation"
          onClick={(event) => {
            event.stopPropagation();
          }}
        >
          <button
            type="button"
            className={classes['act']}
            onClick={() => {
              onShow(row);
            }}
          >
            名单
          </button>
          {onReopen && row.listStatus === listStatus.frozen && row.sheetStatus === sheetStatus.set && (
            <button
              type="button"
              className={classes['act']}
              onClick={() => {
                onReopen(row);
              }}
            >
              解锁
            </button>
          )}
          {row.listStatus === listStatus.frozen && (
            <Link to={modulePath('scoreManage', `retakeApproval/${encodeURIComponent(row.makeupCourseId)}`)}>成绩</Link>
          )}
        </span>
      ),
    },
  ];
}

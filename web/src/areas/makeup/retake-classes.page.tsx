import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  publishRetakeClassOperation,
  queryRetakeClasses,
  reopenRetakeClass,
  retakeClassSorts,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { rebuildClassStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
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
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';
import classes from './makeup.module.css';
import { RetakeClassDialog } from './retake-class.dialog.tsx';
import { isOpenList } from './open-list.ts';
import { ReopenListDialog } from './reopen-list.dialog.tsx';
import { RetakeStudentsDialog } from './retake-students.dialog.tsx';
import { sheetTone } from './sheet-tone.ts';

type RetakeClass = OutputOf<typeof queryRetakeClasses>['rows'][number];

const pageState = z.object({
  semesterId: z.string().catch('').default(''),
  keyword: z.string().catch('').default(''),
  ...pagingFields(SCORE_PAGE_SIZE),
  ...sortField(retakeClassSorts),
});

/**
 * 重修班: opened for a course, filled with students who failed it, published so that scores can be entered (MAKEUP-02,
 * SCORE-MORE-28).
 */
export function RetakeClassesPage() {
  const [state, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(state.keyword);
  const list = useOperation(semesters, {}, { staleTime: 3_600_000 });
  const query = useOperation(queryRetakeClasses, {
    pageNo: state.pageNo,
    pageSize: state.pageSize,
    sort: state.sort,
    ...(state.semesterId ? { semesterId: state.semesterId } : {}),
    ...(state.keyword ? { keyword: state.keyword } : {}),
  });
  const [editing, setEditing] = useState<RetakeClass | 'new' | null>(null);
  const [roster, setRoster] = useState<RetakeClass | null>(null);
  const [reopening, setReopening] = useState<RetakeClass | null>(null);
  const mayUpdate = useMay('rebuildClass:update');
  const mayPublish = useMay('rebuildClass:publish');
  const publish = useProcess(publishRetakeClassOperation, {
    invalidates: ['rebuildClass.'],
    success: true,
    confirm: () => ({
      title: '发布重修班',
      message: '发布后调整名单须填写原因，任课教师可以录入成绩；尚未录入时可以撤销发布。',
      confirmText: '发布',
    }),
  });
  const columns: Column<RetakeClass>[] = [
    {
      key: 'course',
      sort: 'courseName',
      title: '课程',
      width: 160,
      align: 'left',
      render: (row) => (
        <>
          <div className="jw-ellipsis" title={row.courseName}>
            {row.courseName}
          </div>
          <div className={classes['second']}>{row.courseNum}</div>
        </>
      ),
    },
    {
      key: 'class',
      sort: 'rebuildClassName',
      title: '重修班',
      width: 'auto',
      align: 'left',
      render: (row) => (
        <>
          <div className="jw-ellipsis" title={row.rebuildClassName}>
            {row.rebuildClassName}
          </div>
          <div className={`${classes['second'] ?? ''} jw-ellipsis`}>
            {row.openDepartmentName} · {row.teacherName}
          </div>
        </>
      ),
    },
    {
      key: 'semester',
      sort: 'semesterId',
      title: '学年学期',
      width: 190,
      align: 'left',
      ellipsis: true,
      render: (row) => row.semesterName,
    },
    {
      key: 'count',
      sort: 'studentNum',
      title: '人数/容量',
      width: 100,
      align: 'right',
      render: (row) => `${String(row.studentNum)} / ${String(row.capacity)}`,
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
      sort: 'publishStatus',
      title: '状态',
      width: 116,
      align: 'center',
      render: (row) =>
        row.publishStatus === rebuildClassStatus.open ? (
          <StatusTag tone="grey">未发布</StatusTag>
        ) : (
          <>
            <StatusTag tone={sheetTone(row.sheetStatus)}>{row.sheetStatusName}</StatusTag>
            {row.originOpenNum > 0 ? (
              <div className={classes['open']}>{row.originOpenNum} 人原成绩变动</div>
            ) : (
              <div className={classes['second']}>已发布</div>
            )}
          </>
        ),
    },
    {
      key: 'action',
      title: '操作',
      width: 176,
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
              setRoster(row);
            }}
          >
            名单
          </button>
          {row.publishStatus === rebuildClassStatus.open && mayUpdate && (
            <button
              type="button"
              className={classes['act']}
              onClick={() => {
                setEditing(row);
              }}
            >
              修改
            </button>
          )}
          {row.publishStatus === rebuildClassStatus.open && mayPublish && (
            <button
              type="button"
              className={classes['act']}
              disabled={publish.isPending}
              onClick={() => {
                publish.start({ rebuildClassId: row.rebuildClassId });
              }}
            >
              发布
            </button>
          )}
          {row.publishStatus === rebuildClassStatus.published && mayPublish && row.sheetStatus === sheetStatus.set && (
            <button
              type="button"
              className={classes['act']}
              onClick={() => {
                setReopening(row);
              }}
            >
              撤销发布
            </button>
          )}
          {row.publishStatus === rebuildClassStatus.published && (
            <Link to={modulePath('scoreManage', `rebuildScoreApproval/${encodeURIComponent(row.rebuildClassId)}`)}>
              成绩
            </Link>
          )}
        </span>
      ),
    },
  ];
  const open = mayUpdate ? (
    <Button
      variant="light"
      leftSection={<IconPlus size={16} />}
      onClick={() => {
        setEditing('new');
      }}
    >
      新增重修班
    </Button>
  ) : undefined;
  return (
    <Page title="重修班">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            setState({ keyword: draft.trim(), pageNo: 1 });
            void query.refetch();
          }}
          onReset={() => {
            setDraft('');
            setState({ semesterId: '', keyword: '', pageNo: 1 });
          }}
        >
          <Field label="学年学期" htmlFor="rebuild-semester">
            <Select
              id="rebuild-semester"
              clearable
              searchable
              placeholder="全部学期"
              data={list.data?.list.map((one) => ({ value: one.xnxq, label: one.xnxqmc })) ?? []}
              value={state.semesterId || null}
              onChange={(value) => {
                setState({ semesterId: value ?? '', pageNo: 1 });
              }}
            />
          </Field>
          <Field label="关键字" htmlFor="rebuild-keyword">
            <TextInput
              id="rebuild-keyword"
              placeholder="课程、课程编号或重修班"
              value={draft}
              maxLength={60}
              onChange={(event) => {
                setDraft(event.currentTarget.value);
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        {open && <Toolbar>{open}</Toolbar>}
        <DataTable<RetakeClass>
          label="重修班"
          columns={columns}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.rebuildClassId}
          numberFrom={(state.pageNo - 1) * state.pageSize + 1}
          twoLine
          minWidth={1100}
          onRow={(row) => {
            setRoster(row);
          }}
          empty={{ reason: '没有符合条件的重修班，可以换一个条件', ...(open ? { action: open } : {}) }}
          sorting={sortingOf(state, setState)}
          paging={pagingOf(state, query.data?.total, setState)}
        />
      </Card>
      {editing !== null && (
        <RetakeClassDialog
          known={editing === 'new' ? null : editing}
          onClose={() => {
            setEditing(null);
          }}
        />
      )}
      {reopening && (
        <ReopenListDialog
          operation={reopenRetakeClass}
          title={`撤销发布：${reopening.rebuildClassName}`}
          teachingClassId={reopening.rebuildClassId}
          onClose={() => {
            setReopening(null);
          }}
        />
      )}
      {roster && (
        <RetakeStudentsDialog
          rebuildClass={roster}
          mayChange={mayUpdate && isOpenList(roster.sheetStatus)}
          onClose={() => {
            setRoster(null);
          }}
        />
      )}
    </Page>
  );
}

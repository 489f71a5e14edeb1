import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  backFromLeaveOperation,
  leaveOfClasses,
  type LeaveOfClass,
  classLeaveSorts,
} from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { studentColumn } from '../../../pickers/student-column.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { useProcess } from '../../../ui/use-process.ts';
import { leaveTones } from './leave-tones.ts';

const pageState = z.object({
  view: z.enum(['now', 'all']).catch('now').default('now'),
  keyword: z.string().catch('').default(''),
  ...pagingFields(),
  ...sortField(classLeaveSorts),
});

const columns: readonly Column<LeaveOfClass>[] = [
  studentColumn(130),
  {
    key: 'class',
    sort: 'administrativeClassName',
    title: '行政班',
    width: 150,
    render: (row) => row.administrativeClassName,
  },
  {
    key: 'type',
    sort: 'leaveType',
    title: '请假',
    width: 100,
    render: (row) => <TwoLines first={row.leaveTypeName} second={`${row.days} 天`} />,
  },
  {
    key: 'time',
    sort: 'beginTime',
    title: '起止时间',
    width: 180,
    render: (row) => <TwoLines first={row.beginTime} second={row.endTime} />,
  },
  {
    key: 'courses',
    title: '影响本人的课程',
    width: 'auto',
    align: 'left',
    render: (row) => row.affectClasses || NOTHING,
  },
  {
    key: 'status',
    sort: 'leaveStatus',
    title: '状态',
    width: 90,
    render: (row) => <StatusTag tone={leaveTones[row.leaveStatus] ?? 'grey'}>{row.leaveStatusName}</StatusTag>,
  },
];

/** 学生请假: of the students whom a teacher teaches this semester, and of the classes that he advises. */
export function LeaveOfClassesPage() {
  const [state, setState] = usePageState(pageState);
  const [keyword, setKeyword] = useState(state.keyword);
  const mayBack = useMay('leaveResult:back');
  const query = useOperation(leaveOfClasses, {
    view: state.view,
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    pageNo: state.pageNo,
    pageSize: state.pageSize,
    sort: state.sort,
  });
  const back = useProcess(backFromLeaveOperation, {
    invalidates: ['leaveResult.'],
    success: '已销假',
    confirm: () => ({ message: '将登记该生现在已返校。', confirmText: '销假' }),
  });
  return (
    <Page title="所教所带学生请假">
      <Card flush>
        <SearchForm
          visible={3}
          searching={query.isFetching}
          onSearch={() => {
            setState({ keyword: keyword.trim(), pageNo: 1 });
          }}
          onReset={() => {
            setKeyword('');
            setState({ keyword: '', pageNo: 1 });
          }}
        >
          <Field label="学生" htmlFor="leave-keyword">
            <TextInput
              id="leave-keyword"
              placeholder="学号或姓名"
              maxLength={60}
              value={keyword}
              onChange={(event) => {
                setKeyword(event.currentTarget.value);
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar>
          <SegmentedControl
            aria-label="范围"
            value={state.view}
            data={[
              { value: 'now', label: '未返校' },
              { value: 'all', label: '本学期全部' },
            ]}
            onChange={(view) => {
              setState({ view: view === 'all' ? 'all' : 'now', pageNo: 1 });
            }}
          />
        </Toolbar>
        <DataTable<LeaveOfClass>
          label="学生请假"
          columns={[
            ...columns,
            ...(mayBack
              ? [
                  {
                    key: 'action',
                    title: '操作',
                    width: 80,
                    pinRight: true as const,
                    render: (row: LeaveOfClass) =>
                      row.mayBack && (
                        <Button
                          variant="subtle"
                          size="compact-xs"
                          onClick={() => {
                            back.start({ leaveResultId: row.leaveResultId });
                          }}
                        >
                          销假
                        </Button>
                      ),
                  },
                ]
              : []),
          ]}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.leaveResultId}
          numberFrom={(state.pageNo - 1) * state.pageSize + 1}
          twoLine
          minWidth={860}
          empty={{ reason: '没有学生请假' }}
          sorting={sortingOf(state, setState)}
          paging={pagingOf(state, query.data?.total, setState)}
        />
      </Card>
    </Page>
  );
}

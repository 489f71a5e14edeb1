import {
  examSetHistory,
  examSetStudents,
  type classStudentSorts,
  type examSetItems,
} from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useOperation } from '../../lib/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { pagingOf } from '../../ui/paging.tsx';
import type { ExamSetKey } from './setting.model.ts';

type StudentSort = SortText<(typeof classStudentSorts)[number]>;

/** The students of a class with what was entered for each. */
export function StudentsTab({
  keyOf,
  items,
  page,
  setPage,
}: {
  keyOf: ExamSetKey;
  items: OutputOf<typeof examSetItems>;
  page: { pageNo: number; pageSize: number; sort?: StudentSort | undefined };
  setPage: (change: { pageNo: number; pageSize?: number; sort?: StudentSort | undefined }) => void;
}) {
  const query = useOperation(examSetStudents, {
    ...keyOf,
    pageNo: page.pageNo,
    pageSize: page.pageSize,
    sort: page.sort,
  });
  return (
    <DataTable
      label="学生名单"
      rows={query.data?.list}
      query={query}
      rowKey={(row) => row.studentCode}
      numberFrom={(page.pageNo - 1) * page.pageSize + 1}
      empty={{ reason: '教学班没有学生' }}
      sorting={sortingOf(page, setPage)}
      paging={pagingOf(page, query.data?.total, setPage)}
      columns={[
        { key: 'number', sort: 'studentNumber', title: '学号', width: 124, render: (row) => row.studentNumber },
        {
          key: 'name',
          sort: 'studentName',
          title: '姓名',
          width: 96,
          ellipsis: true,
          render: (row) => row.studentName,
        },
        {
          key: 'class',
          sort: 'administrativeClassName',
          title: '行政班',
          width: 'auto',
          align: 'left',
          ellipsis: true,
          render: (row) => row.administrativeClassName,
        },
        { key: 'source', title: '名单来源', width: 88, render: (row) => row.isReExamStudentName || NOTHING },
        ...items.map((item) => ({
          key: item.dataKey,
          title: item.scoreSubItemName,
          width: 92,
          align: 'right' as const,
          render: (row: OutputOf<typeof examSetStudents>['list'][number]) =>
            shownValue(item, row.items[item.dataKey] ?? null),
        })),
        {
          key: 'final',
          title: '总评',
          width: 110,
          align: 'right',
          render: (row) => (
            <span style={row.final !== null && !row.passed ? { color: 'var(--jw-red-text)' } : undefined}>
              {row.studentScoreFinalValue}
            </span>
          ),
        },
        {
          key: 'remark',
          title: '备注',
          width: 92,
          render: (row) => (row.scoreRemarkCode === scoreRemark.normal ? '' : row.scoreRemarkName),
        },
      ]}
    />
  );
}

function shownValue(item: OutputOf<typeof examSetItems>[number], value: string | null): string {
  return value === null
    ? NOTHING
    : (item.options.find((option) => option.scoreValueCode === value)?.scoreValueName ?? value);
}

/** Who changed what of a class's settings, when and why. */
export function HistoryTab({ keyOf }: { keyOf: ExamSetKey }) {
  const query = useOperation(examSetHistory, keyOf, { staleTime: 0 });
  return (
    <DataTable
      label="变更记录"
      rows={query.data}
      query={query}
      rowKey={(row) => String(row.revision)}
      empty={{ reason: '教学班尚未初始化，没有变更' }}
      columns={[
        { key: 'time', title: '时间', width: 168, render: (row) => row.time },
        { key: 'name', title: '操作人', width: 112, render: (row) => <span title={row.roleName}>{row.name}</span> },
        { key: 'action', title: '设置', width: 96, render: (row) => row.action },
        { key: 'detail', title: '变更内容', width: 'auto', align: 'left', render: (row) => row.detail },
        {
          key: 'reason',
          title: '原因',
          width: '22%',
          align: 'left',
          ellipsis: true,
          render: (row) => row.reason || NOTHING,
        },
      ]}
    />
  );
}

import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import { Button, TextInput } from '@mantine/core';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  exportStudyProgress,
  progressShown,
  progressSorts,
  queryStudyProgress,
  studentStudyProgress,
  type ProgressRow,
} from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, sortField, usePageState } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { StudyProgressTable } from '../../../pickers/study-progress-table.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { DateTimeField } from '../../../ui/date-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { EmptyState } from '../../../ui/faces.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Figure, Headline, Page, Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { GradeMajorSearch } from '../grade-major-search.tsx';
import { PastMoment } from './past-moment.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  gradeMajorId: text,
  classId: text,
  keyword: text,
  asOf: text,
  shown: z.enum(progressShown).catch(progressShown.all).default(progressShown.all),
  ...pagingFields(50),
  ...sortField(progressSorts),
});

const lacking = (value: string | number) =>
  Number(value) === 0 ? '' : <b style={{ color: 'var(--jw-orange-text)' }}>{value}</b>;

/** A column for each module: earned of what it asks for. */
function columnsOf(modules: readonly string[], open: (row: ProgressRow) => void): Column<ProgressRow>[] {
  return [
    {
      key: 'student',
      title: '学生',
      width: 'auto',
      align: 'left',
      pinLeft: true,
      sort: 'studentNumber',
      render: (row) => (
        <TwoLines
          first={row.ownScheme ? `${row.studentName}（个人方案）` : row.studentName}
          second={`${row.studentNumber}　${row.className}`}
        />
      ),
    },
    {
      key: 'earned',
      title: '已获 / 要求',
      sort: 'earned',
      width: 104,
      align: 'right',
      render: (row) => `${row.earned} / ${row.required}`,
    },
    { key: 'taking', title: '在修', sort: 'taking', width: 76, align: 'right', render: (row) => row.taking },
    {
      key: 'missing',
      title: '还差',
      sort: 'missing',
      width: 76,
      align: 'right',
      render: (row) => lacking(row.missing),
    },
    { key: 'failed', title: '未通过', sort: 'failed', width: 86, align: 'right', render: (row) => lacking(row.failed) },
    { key: 'owed', title: '应修未修', sort: 'owed', width: 98, align: 'right', render: (row) => lacking(row.owed) },
    {
      key: 'action',
      title: '操作',
      pinRight: true,
      width: 72,
      render: (row) => (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            open(row);
          }}
        >
          查看
        </Button>
      ),
    },
    ...modules.map((module, at): Column<ProgressRow> => ({
      key: `module.${module}`,
      title: module,
      width: 96,
      align: 'right',
      ellipsis: true,
      render: (row) => {
        const sums = row.modules[at];
        return sums ? `${sums.earned} / ${sums.required}` : NOTHING;
      },
    })),
  ];
}

/** 专业培养进度: the students of a grade-major beside each other, module by module (SCHEME-13). */
export function MajorProgressPage() {
  const [state, setState] = usePageState(pageState);
  const [keyword, setKeyword] = useState(state.keyword);
  const [opened, setOpened] = useState<ProgressRow | null>(null);
  const { pageNo, pageSize, gradeMajorId, classId, shown, asOf } = state;
  const chosen = gradeMajorId !== '';
  const filter = {
    gradeMajorId,
    shown,
    ...(asOf === '' ? {} : { asOf }),
    ...(classId === '' ? {} : { classId }),
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
  };
  const sorted = state.sort === undefined ? {} : { sort: state.sort };
  const query = useOperation(queryStudyProgress, { ...filter, ...sorted, pageNo, pageSize }, { enabled: chosen });
  const data = chosen ? query.data : undefined;
  const columns = columnsOf(data?.modules ?? [], setOpened);
  const toggle = (which: 'missing' | 'owing') => ({
    on: shown === progressShown[which],
    onToggle: () => {
      setState({ shown: shown === progressShown[which] ? progressShown.all : progressShown[which], pageNo: 1 });
    },
  });
  return (
    <Page title="专业培养进度">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            setState({ keyword: keyword.trim(), pageNo: 1 });
            if (chosen) void query.refetch();
          }}
          onReset={() => {
            setKeyword('');
            setState({ ...pageState.parse({}), pageSize });
          }}
        >
          <Field label="年级专业" htmlFor="major-progress-major">
            <GradeMajorSearch
              by="students"
              id="major-progress-major"
              placeholder="请选择年级专业"
              clearable
              value={gradeMajorId || null}
              onChange={(value) => {
                setState({ gradeMajorId: value ?? '', classId: '', pageNo: 1 });
              }}
            />
          </Field>
          <Field label="行政班" htmlFor="major-progress-class">
            <SearchableSelect
              id="major-progress-class"
              placeholder="全部"
              options={data?.classes ?? []}
              value={classId || null}
              onChange={(value) => {
                setState({ classId: value ?? '', pageNo: 1 });
              }}
            />
          </Field>
          <Field label="学生" htmlFor="major-progress-student">
            <TextInput
              id="major-progress-student"
              placeholder="学号或姓名"
              maxLength={60}
              value={keyword}
              onChange={(event) => {
                setKeyword(event.currentTarget.value);
              }}
            />
          </Field>
          <Field label="查看时刻" htmlFor="major-progress-moment">
            <DateTimeField
              id="major-progress-moment"
              placeholder="现在"
              clearable
              value={asOf || null}
              onChange={(value) => {
                setState({ asOf: value ?? '', pageNo: 1 });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <PastMoment
        asOf={asOf}
        onLeave={() => {
          setState({ asOf: '', pageNo: 1 });
        }}
      />
      {data && (
        <Headline>
          <Figure lead value={data.counts.students} label="学生" />
          <Figure value={data.counts.missing} label="还差学分" filter={toggle('missing')} />
          <Figure value={data.counts.owing} label="有未通过或应修未修" tone="orange" filter={toggle('owing')} />
        </Headline>
      )}
      <Card flush grow>
        <Toolbar>
          <ExportButton operation={exportStudyProgress} input={filter} disabled={!chosen} />
        </Toolbar>
        {chosen ? (
          <DataTable
            label="专业培养进度"
            columns={columns}
            refreshable
            rows={data?.rows}
            query={query}
            rowKey={(row) => row.studentCode}
            numberFrom={(pageNo - 1) * pageSize + 1}
            twoLine
            minWidth={820 + 96 * (data?.modules.length ?? 0)}
            empty={{ reason: '没有符合条件的学生，可以换一个条件' }}
            paging={pagingOf({ pageNo, pageSize }, data?.total, setState)}
            sorting={sortingOf(state, setState)}
          />
        ) : (
          <EmptyState reason="请先选择年级专业" />
        )}
      </Card>
      {opened && (
        <OneStudent
          student={opened}
          asOf={asOf}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </Page>
  );
}

/** A student's progress with its courses, over the list. */
function OneStudent({ student, asOf, onClose }: { student: ProgressRow; asOf: string; onClose: () => void }) {
  const query = useOperation(
    studentStudyProgress,
    { studentCode: student.studentCode, ...(asOf === '' ? {} : { asOf }) },
    { keepPrevious: false },
  );
  return (
    <Dialog
      opened
      width={900}
      flush
      title={`${studentWithNumber(student)}的培养进度`}
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <StudyProgressTable progress={query.data} query={query} whose={{ studentCode: student.studentCode }} />
    </Dialog>
  );
}

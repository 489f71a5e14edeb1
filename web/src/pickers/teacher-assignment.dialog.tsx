import { findHourTypes } from '@jwxt/contracts/base-info/course.operations.ts';
import {
  assignmentProblem,
  withoutTeacher,
  withTeachers,
  type AssignedTeacher,
} from '@jwxt/contracts/base-info/teacher-assignment.ts';
import { searchTeachers, type TeacherSearchRow } from '@jwxt/contracts/base-info/teacher.operations.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { NumberValueInput } from '../ui/number-input.tsx';
import { pagingOf } from '../ui/paging.tsx';
import { SearchableSelect } from '../ui/searchable-select.tsx';
import { useMaxWeek } from './max-week.ts';
import { PickDialog } from './pick-dialog.tsx';
import { StartWeekDialog } from './start-week.dialog.tsx';
import { anyTeacher, TeacherSearchForm } from './teacher-search-form.tsx';
import { filledIn, usePickSearch } from './use-pick-search.ts';
import { CancelButton } from '../ui/unsaved-input.tsx';

/** Width of the dialog (PICKERS-096). */
const WIDTH = 900;

export type TeacherAssignmentDialogProps = {
  value: readonly AssignedTeacher[];
  /** Hours of the course: shared by several teachers, their sum is at most that (PICKERS-116). */
  totalHour: number;
  /** Whose teachers they are. */
  about?: string;
  /** They are being stored. */
  pending?: boolean;
  /** Why the server did not store them. */
  refused?: string | null;
  onConfirm: (teachers: AssignedTeacher[]) => void;
  onClose: () => void;
};

/** 指定老师: who teaches a class, with hours by type and weeks (PICKERS-096, 104…107, 115, 116). */
export function TeacherAssignmentDialog({
  value,
  totalHour,
  about,
  pending = false,
  refused = null,
  onConfirm,
  onClose,
}: TeacherAssignmentDialogProps) {
  const [teachers, setTeachers] = useState<AssignedTeacher[]>([...value]);
  const [adding, setAdding] = useState(false);
  const [weeksOf, setWeeksOf] = useState<AssignedTeacher | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const hourTypes = useOperation(findHourTypes, {}).data ?? [];
  const maxWeek = useMaxWeek();
  const wrong = problem ?? refused;
  const put = (changed: AssignedTeacher[]) => {
    setTeachers(changed);
    setProblem(null);
  };
  const change = (teacherCode: string, part: Partial<AssignedTeacher>) => {
    put(teachers.map((each) => (each.teacherCode === teacherCode ? { ...each, ...part } : each)));
  };
  const confirm = () => {
    const found = assignmentProblem(teachers, totalHour, maxWeek);
    setProblem(found);
    if (found === null) onConfirm(teachers);
  };
  const columns: Column<AssignedTeacher>[] = [
    { key: 'name', title: '教师', width: 140, align: 'left', ellipsis: true, render: (row) => row.teacherName },
    {
      key: 'type',
      title: '学时类型',
      width: 160,
      render: (row) => (
        <SearchableSelect
          label={`${row.teacherName}的学时类型`}
          options={hourTypes.map(({ xsbh, xsmc }) => ({ code: xsbh, name: xsmc }))}
          value={row.hourType === '' ? null : row.hourType}
          onChange={(code) => {
            change(row.teacherCode, {
              hourType: code ?? '',
              hourName: hourTypes.find(({ xsbh }) => xsbh === code)?.xsmc ?? '',
            });
          }}
        />
      ),
    },
    {
      key: 'hour',
      title: '学时',
      width: 110,
      render: (row) => (
        <NumberValueInput
          label={`${row.teacherName}的学时`}
          places={1}
          min={0}
          max={9999}
          value={row.hour}
          onChange={(hour) => {
            change(row.teacherCode, { hour });
          }}
        />
      ),
    },
    {
      key: 'weeks',
      title: '起始周',
      width: 'auto',
      align: 'left',
      render: (row) => (
        <Button
          variant="subtle"
          size="xs"
          onClick={() => {
            setWeeksOf(row);
          }}
          aria-label={`设置${row.teacherName}的起始周`}
        >
          {row.startEndWeek === '' ? '设置起始周' : row.startEndWeek}
        </Button>
      ),
    },
    {
      key: 'action',
      title: '操作',
      width: 72,
      pinRight: true,
      render: (row) => (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          onClick={() => {
            put(withoutTeacher(teachers, row.teacherCode));
          }}
          aria-label={`移出${row.teacherName}`}
        >
          移出
        </Button>
      ),
    },
  ];
  return (
    <Dialog
      opened
      onClose={onClose}
      input={teachers}
      title="指定老师"
      width={WIDTH}
      flush
      footerNote={
        wrong === null ? (
          [about, `总学时 ${String(totalHour)}`].filter(Boolean).join(' · ')
        ) : (
          <span role="alert" style={{ color: 'var(--jw-red-text)' }}>
            {wrong}
          </span>
        )
      }
      footer={
        <>
          <CancelButton />
          <Button loading={pending} onClick={confirm}>
            确定
          </Button>
        </>
      }
    >
      <div style={{ padding: '12px 16px' }}>
        <Button
          variant="light"
          data-autofocus
          leftSection={<IconPlus size={15} />}
          onClick={() => {
            setAdding(true);
          }}
        >
          添加教师
        </Button>
      </div>
      <div style={{ minHeight: 260 }}>
        <DataTable
          label="指定的教师"
          columns={columns}
          rows={teachers}
          rowKey={(row) => row.teacherCode}
          numberFrom={1}
          empty={{ title: '还没有指定教师', reason: '点击“添加教师”选择' }}
        />
      </div>
      {adding && (
        <SearchDialog
          onClose={() => {
            setAdding(false);
          }}
          onConfirm={(rows) => {
            setAdding(false);
            put(withTeachers(teachers, rows));
          }}
        />
      )}
      {weeksOf && (
        <StartWeekDialog
          name={weeksOf.teacherName}
          value={weeksOf.startEndWeek}
          maxWeek={maxWeek}
          onClose={() => {
            setWeeksOf(null);
          }}
          onConfirm={(startEndWeek) => {
            change(weeksOf.teacherCode, { startEndWeek });
            setWeeksOf(null);
          }}
        />
      )}
    </Dialog>
  );
}

const PAGE_SIZE = 10;
const searchColumns: Column<TeacherSearchRow>[] = [
  { key: 'number', title: '工号', width: 130, render: (row) => row.businessCode },
  { key: 'name', title: '姓名', width: 130, ellipsis: true, render: (row) => row.teacherName },
  { key: 'sex', title: '性别', width: 80, render: (row) => row.sixName },
  { key: 'title', title: '职称', width: 120, ellipsis: true, render: (row) => row.titleName },
  { key: 'unit', title: '所在单位', width: 'auto', align: 'left', ellipsis: true, render: (row) => row.departmentName },
];

/** Teachers who may teach, several at once (PICKERS-102). */
function SearchDialog(dialog: { onClose: () => void; onConfirm: (rows: TeacherSearchRow[]) => void }) {
  const { draft, change, asked, search, reset, setPage } = usePickSearch(anyTeacher, PAGE_SIZE);
  const query = useOperation(searchTeachers, {
    pageNum: asked.pageNo,
    pageSize: asked.pageSize,
    ...filledIn(asked.fields),
  });
  return (
    <PickDialog
      {...dialog}
      title="教师选择器"
      width={WIDTH}
      multiple
      chosen={[]}
      rowKey={(row) => row.teacherCode}
      columns={searchColumns}
      rows={query.data?.rows}
      query={query}
      search={
        <TeacherSearchForm
          value={draft}
          onChange={change}
          onReset={reset}
          searching={query.isFetching}
          onSearch={() => {
            search();
            void query.refetch();
          }}
        />
      }
      empty={{ reason: '没有符合条件的教师，可以换一个条件' }}
      paging={pagingOf(asked, query.data?.total, setPage)}
    />
  );
}

import {
  findJobTeachers,
  setJobTeachersOperation,
  type JobTeachers,
} from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { Alert, Button, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { TeacherPicker } from '../../pickers/teacher-picker.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import { hourSums, rowsOf, teachersOf, type TeacherRow } from './job-teachers.model.ts';

const stale = ['teachingJob.', 'teacherPlan.', 'teacherHours.', 'teachingClassTeacher.'];

/** Who teaches a job, and how many hours of each type (OPEN-COURSE-05); who types its scores. Its class follows. */
export function JobTeachersDialog({ teachingClassId, onClose }: { teachingClassId: string; onClose: () => void }) {
  const { data } = useOperation(findJobTeachers, { teachingClassId }, { keepPrevious: false, staleTime: 0 });
  return data === undefined ? null : <Shares job={data} teachingClassId={teachingClassId} onClose={onClose} />;
}

function Shares({ job, teachingClassId, onClose }: { job: JobTeachers; teachingClassId: string; onClose: () => void }) {
  const [rows, setRows] = useState<readonly TeacherRow[]>(() => rowsOf(job));
  const set = useOperationMutation(setJobTeachersOperation, {
    invalidates: stale,
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      if (error.fieldErrors.length === 0) notify.failure(error);
    },
  });
  const change = (teacherCode: string, part: Partial<TeacherRow>) => {
    set.reset();
    setRows(rows.map((row) => (row.teacherCode === teacherCode ? { ...row, ...part } : row)));
  };
  const sums = hourSums(job, rows);
  const wrong = sums.find(({ beyond }) => beyond);
  const problem = set.error?.fieldErrors[0]?.message ?? null;
  const columns: Column<TeacherRow>[] = [
    { key: 'name', title: '教师', width: 130, align: 'left', ellipsis: true, render: (row) => row.teacherName },
    {
      key: 'typing',
      title: '录入成绩',
      width: 80,
      render: (row) => (
        <Radio
          aria-label={`${row.teacherName}录入成绩`}
          checked={row.typing}
          onChange={() => {
            set.reset();
            setRows(rows.map((each) => ({ ...each, typing: each === row })));
          }}
        />
      ),
    },
    ...job.types.map(({ hourType, hourName, hours }): Column<TeacherRow> => ({
      key: `hours-${hourType}`,
      title: `${hourName}（${String(hours)}）`,
      width: 110,
      render: (row) => (
        <NumberInput
          label={`${row.teacherName}的${hourName}学时`}
          places={1}
          min={0}
          max={2000}
          value={row.hours[hourType] ?? ''}
          onChange={(value) => {
            change(row.teacherCode, { hours: { ...row.hours, [hourType]: value } });
          }}
        />
      ),
    })),
    {
      key: 'weeks',
      title: '起止周',
      width: 'auto',
      render: (row) => (
        <TextInput
          aria-label={`${row.teacherName}的起止周`}
          maxLength={60}
          placeholder={job.startEndWeek}
          value={row.startEndWeek}
          onChange={(event) => {
            change(row.teacherCode, { startEndWeek: event.currentTarget.value });
          }}
        />
      ),
    },
    {
      key: 'remove',
      title: '操作',
      width: 70,
      pinRight: true,
      render: (row) => (
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          onClick={() => {
            const left = rows.filter((each) => each !== row);
            setRows(row.typing ? left.map((each, at) => ({ ...each, typing: at === 0 })) : left);
          }}
        >
          移出
        </Button>
      ),
    },
  ];
  return (
    <Dialog
      opened
      width={900}
      title={`指定老师 · ${job.courseName} · ${job.teachingClassName}`}
      onClose={onClose}
      input={{ rows }}
      {...(job.confirmed ? { footerNote: '任务已确认：教学班随之调整，并通知有关教师' } : {})}
      footer={
        <>
          <CancelButton />
          <Button
            loading={set.isPending}
            disabled={rows.length === 0 || wrong !== undefined}
            onClick={() => {
              set.mutate({ teachingClassId, teachers: teachersOf(job, rows) });
            }}
          >
            确定
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Field label="任课教师" htmlFor="job-teachers" required>
          <TeacherPicker
            id="job-teachers"
            multiple
            value={rows.map(({ teacherCode, teacherName }) => ({ gh: teacherCode, xm: teacherName }))}
            onChange={(chosen) => {
              set.reset();
              const stays = rows.filter(({ teacherCode }) => chosen.some(({ gh }) => gh === teacherCode));
              const come = chosen
                .filter(({ gh }) => !rows.some(({ teacherCode }) => teacherCode === gh))
                .map(({ gh, xm }) => ({
                  teacherCode: gh,
                  teacherName: xm,
                  typing: false,
                  hours: {},
                  startEndWeek: job.startEndWeek,
                }));
              const all = [...stays, ...come];
              setRows(all.some(({ typing }) => typing) ? all : all.map((row, at) => ({ ...row, typing: at === 0 })));
            }}
          />
        </Field>
        <DataTable<TeacherRow>
          label="任课教师的学时"
          dense
          scrollHeight={300}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.teacherCode}
          empty={{ reason: '还没有任课教师' }}
        />
        <p role="status" style={{ margin: 0 }}>
          {sums.map(({ hourName, sum, hours }) => `${hourName} ${String(sum)}/${String(hours)}`).join('，')}
          {sums.some(({ sum, hours }) => sum < hours) && '（还有学时没有分配）'}
        </p>
        {(wrong !== undefined || problem !== null) && (
          <Alert color="red">
            {wrong === undefined ? problem : `${wrong.hourName}的教师学时之和超过${String(wrong.hours)}`}
          </Alert>
        )}
      </Stack>
    </Dialog>
  );
}

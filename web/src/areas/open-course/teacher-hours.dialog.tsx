import {
  adjustTeacherHoursOperation,
  findTeacherHours,
  type TeacherHourLine,
  type TeacherLoad,
} from '@jwxt/contracts/open-course/open-course.operations.ts';
import { jobStatus } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import { tellResults } from './job-results.ts';

const placeOf = ({ teachingClassId, hourType }: TeacherHourLine) => `${teachingClassId}/${hourType}`;
const stale = ['teacherHours.', 'teacherPlan.', 'teachingJob.', 'teachingClassTeacher.'];

/** Gives a teacher other hours in the jobs of a semester (OPEN-COURSE-06). */
export function TeacherHoursDialog({ load, onClose }: { load: TeacherLoad; onClose: () => void }) {
  const { semesterId, teacherCode } = load;
  const query = useOperation(findTeacherHours, { semesterId, teacherCode }, { keepPrevious: false, staleTime: 0 });
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const adjust = useOperationMutation(adjustTeacherHoursOperation, {
    invalidates: stale,
    onSuccess: (result) => {
      tellResults('调整', result);
      onClose();
    },
    onError: (error) => {
      if (error.fieldErrors.length === 0) notify.failure(error);
    },
  });
  const changes = (query.data ?? []).flatMap((line) => {
    const text = typed[placeOf(line)];
    if (text === undefined || text.trim() === '' || Number(text) === line.hour) return [];
    return [{ teachingClassId: line.teachingClassId, hourType: line.hourType, hour: Number(text), most: line.most }];
  });
  const beyond = changes.some(({ hour, most }) => !(hour <= most));
  return (
    <Dialog
      opened
      width={940}
      title={`调整学时 · ${load.teacherName} · ${load.semesterName}`}
      onClose={onClose}
      input={{ typed, reason }}
      footerNote="已确认的任务，教学班随之调整，并通知有关教师"
      footer={
        <>
          <CancelButton />
          <Button
            loading={adjust.isPending}
            disabled={changes.length === 0 || beyond}
            onClick={() => {
              adjust.mutate({
                teacherCode,
                changes: changes.map(({ teachingClassId, hourType, hour }) => ({ teachingClassId, hourType, hour })),
                reason: reason.trim(),
              });
            }}
          >
            调整
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <DataTable<TeacherHourLine>
          label="教师的学时"
          dense
          scrollHeight={320}
          query={query}
          rows={query.data}
          rowKey={placeOf}
          numberFrom={1}
          empty={{ reason: '没有教学任务' }}
          columns={[
            {
              key: 'class',
              title: '教学任务',
              width: 'auto',
              align: 'left',
              ellipsis: true,
              render: (row) => row.teachingClassName,
            },
            {
              key: 'course',
              title: '课程',
              width: 150,
              align: 'left',
              ellipsis: true,
              render: (row) => row.courseName,
            },
            { key: 'status', title: '状态', width: 80, render: (row) => row.jobStatusName },
            { key: 'type', title: '学时类型', width: 90, render: (row) => row.hourName },
            { key: 'weeks', title: '起止周', width: 100, render: (row) => row.startEndWeek },
            { key: 'most', title: '最多', width: 70, render: (row) => row.most },
            {
              key: 'hour',
              title: '学时',
              width: 110,
              render: (row) => (
                <NumberInput
                  label={`${row.teachingClassName}的${row.hourName}学时`}
                  places={1}
                  min={0}
                  max={row.most}
                  disabled={row.jobStatus === jobStatus.committed}
                  value={typed[placeOf(row)] ?? String(row.hour)}
                  onChange={(value) => {
                    setTyped({ ...typed, [placeOf(row)]: value });
                  }}
                />
              ),
            },
          ]}
        />
        <Field
          label="调整原因"
          htmlFor="teacher-hours-reason"
          required
          error={adjust.error === null ? undefined : fieldErrorsOf(adjust.error)['reason']}
        >
          <TextInput
            id="teacher-hours-reason"
            maxLength={200}
            placeholder="请输入调整原因"
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
            }}
          />
        </Field>
      </Stack>
    </Dialog>
  );
}

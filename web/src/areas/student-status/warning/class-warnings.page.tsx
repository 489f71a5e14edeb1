import { Button, Select } from '@mantine/core';
import {
  classToWarn,
  ownClassesToWarn,
  warnStudentOperation,
  type ClassToWarn,
} from '@jwxt/contracts/student-status/warning/course-warning.operations.ts';
import { losesExam } from '@jwxt/contracts/student-status/warning/warning.rules.ts';
import { courseWarnReason, courseWarnReasonNames } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { useState } from 'react';
import { z } from 'zod';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { usePageState } from '../../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { CountedTextarea } from '../../../ui/counted-textarea.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NumberValueInput } from '../../../ui/number-input.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

type Student = ClassToWarn['students'][number];
type Reason = (typeof courseWarnReason)[keyof typeof courseWarnReason];
const pageState = z.object({ teachingClassId: z.string().catch('').default('') });
const DISQUALIFY = '缺勤已达课程学时的三分之一，建议录入成绩时登记备注“取消考试资格”';

/** 本人教学班预警 (STUDENT-STATUS-28): a teacher warns students of the own classes. */
export function ClassWarningsPage() {
  const [state, setState] = usePageState(pageState);
  const [opened, setOpened] = useState<Student | null>(null);
  const classes = useOperation(ownClassesToWarn, {});
  const teachingClassId = state.teachingClassId || (classes.data?.list[0]?.teachingClassId ?? '');
  const query = useOperation(classToWarn, { teachingClassId }, { enabled: teachingClassId !== '' });
  const totalHours = query.data?.totalHours ?? 0;
  const columns: Column<Student>[] = [
    {
      key: 'student',
      title: '学生',
      width: 190,
      align: 'left',
      render: (row) => (
        <TwoLines
          first={
            row.leaveName === '' ? (
              row.studentName
            ) : (
              <>
                {row.studentName} <StatusTag tone="blue">今日{row.leaveName}</StatusTag>
              </>
            )
          }
          second={row.studentNumber}
        />
      ),
    },
    { key: 'class', title: '行政班', width: 180, render: (row) => row.administrativeClassName },
    {
      key: 'warnings',
      title: '课程预警',
      width: 'auto',
      align: 'left',
      render: (row) =>
        row.warnings.map(({ courseWarningId, warnReason, absentHours, warnText, warnTime, handleStatusName }) => (
          <div key={courseWarningId}>
            {warnTime.slice(0, 10)}　{courseWarnReasonNames[warnReason]}
            {absentHours === null ? '' : ` ${String(absentHours)} 学时`}　{warnText}（{handleStatusName}）
            {absentHours !== null && losesExam(absentHours, totalHours) && (
              <div style={{ color: 'var(--jw-red-text)' }}>{DISQUALIFY}</div>
            )}
          </div>
        )),
    },
    {
      key: 'action',
      title: '操作',
      width: 80,
      pinRight: true,
      render: (row) => (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            setOpened(row);
          }}
        >
          预警
        </Button>
      ),
    },
  ];
  return (
    <Page title="教学班预警">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            void query.refetch();
          }}
          onReset={() => {
            setState({ teachingClassId: '' });
          }}
        >
          <Field label="教学班" htmlFor="warned-class">
            <Select
              id="warned-class"
              data={(classes.data?.list ?? []).map((row) => ({
                value: row.teachingClassId,
                label:
                  `${row.courseName} ${row.teachingClassName}` +
                  `（${String(row.warnedNum)}/${String(row.studentNum)} 人有预警）`,
              }))}
              searchable
              allowDeselect={false}
              placeholder="请选择"
              value={teachingClassId || null}
              onChange={(value) => {
                setState({ teachingClassId: value ?? '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <DataTable
          label="教学班的学生"
          columns={columns}
          // Without a class yet it waits for the classes, or says why there are none.
          rows={teachingClassId !== '' ? query.data?.students : classes.data ? [] : undefined}
          query={teachingClassId === '' ? classes : query}
          rowKey={(row) => row.studentCode}
          numberFrom={1}
          twoLine
          empty={{ reason: '本学期没有教学班，或教学班还没有学生' }}
        />
      </Card>
      {opened && (
        <WarnDialog
          teachingClassId={teachingClassId}
          totalHours={totalHours}
          student={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </Page>
  );
}

function WarnDialog({
  teachingClassId,
  totalHours,
  student,
  onClose,
}: {
  teachingClassId: string;
  totalHours: number;
  student: Student;
  onClose: () => void;
}) {
  const [form, setForm] = useState<{ warnReason: Reason; absentHours: number | null; warnText: string }>({
    warnReason: courseWarnReason.absence,
    absentHours: null,
    warnText: '',
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const warn = useOperationMutation(warnStudentOperation, {
    invalidates: ['courseWarning.'],
    success: '已预警，学生会收到消息',
    onSuccess: onClose,
    onError: (error) => {
      setErrors(fieldErrorsOf(error));
    },
  });
  const isAbsence = form.warnReason === courseWarnReason.absence;
  return (
    <Dialog
      opened
      width={520}
      title={`课程预警：${student.studentName}`}
      onClose={onClose}
      input={form}
      footer={
        <>
          <CancelButton />
          <Button
            loading={warn.isPending}
            onClick={() => {
              warn.mutate({
                teachingClassId,
                studentCode: student.studentCode,
                ...form,
                absentHours: isAbsence ? form.absentHours : null,
              });
            }}
          >
            预警
          </Button>
        </>
      }
    >
      <Field label="原因" htmlFor="warn-reason" required error={errors['warnReason']}>
        <Select
          id="warn-reason"
          data={Object.entries(courseWarnReasonNames).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          comboboxProps={{ zIndex: 320 }}
          value={form.warnReason}
          onChange={(value) => {
            setForm({ ...form, warnReason: (value ?? courseWarnReason.absence) as Reason });
          }}
        />
      </Field>
      {isAbsence && (
        <Field
          label="缺勤学时"
          htmlFor="warn-hours"
          required
          error={errors['absentHours']}
          hint={
            form.absentHours !== null && losesExam(form.absentHours, totalHours)
              ? DISQUALIFY
              : `课程共 ${String(totalHours)} 学时`
          }
        >
          <NumberValueInput
            id="warn-hours"
            value={form.absentHours}
            onChange={(absentHours) => {
              setForm({ ...form, absentHours });
            }}
          />
        </Field>
      )}
      <Field label="说明" htmlFor="warn-text" error={errors['warnText']}>
        <CountedTextarea
          id="warn-text"
          rows={3}
          value={form.warnText}
          onChange={(warnText) => {
            setForm({ ...form, warnText });
          }}
        />
      </Field>
    </Dialog>
  );
}

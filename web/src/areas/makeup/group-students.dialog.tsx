import { Button } from '@mantine/core';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  makeupGroupStudents,
  removeMakeupStudents,
  type queryMakeupGroups,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ListReason } from './list-reason.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Group = OutputOf<typeof queryMakeupGroups>['rows'][number];
type Student = OutputOf<typeof makeupGroupStudents>['list'][number];

/** Who is on a list, and with which original score; whom the office ticks is taken off it, with a reason. */
export function GroupStudentsDialog({
  group,
  mayChange,
  onClose,
}: {
  group: Group;
  mayChange: boolean;
  onClose: () => void;
}) {
  const query = useOperation(makeupGroupStudents, { makeupCourseId: group.makeupCourseId }, { keepPrevious: false });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string | undefined>();
  const remove = useOperationMutation(removeMakeupStudents, {
    invalidates: ['makeupList.', 'examSet.', 'scoreEntry.'],
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      setReasonError(fieldErrorsOf(error)['reason']);
    },
  });
  const submit = (): void => {
    const missing = reason.trim() === '' ? '请填写原因' : undefined;
    setReasonError(missing);
    if (missing === undefined)
      remove.mutate({ makeupCourseId: group.makeupCourseId, studentCodes: [...chosen], reason: reason.trim() });
  };
  return (
    <Dialog
      opened
      width={980}
      flush
      height={460}
      title={`${group.teachingClassName} · 名单`}
      onClose={onClose}
      footerNote={query.data ? `共 ${String(query.data.list.length)} 名学生` : ''}
      footer={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            关闭
          </Button>
          {mayChange && (
            <Button color="red" disabled={chosen.size === 0} loading={remove.isPending} onClick={submit}>
              移出名单{chosen.size > 0 && `（${String(chosen.size)} 人）`}
            </Button>
          )}
        </>
      }
      input={[[...chosen], reason]}
    >
      {chosen.size > 0 && <ListReason reason={reason} error={reasonError} onChange={setReason} />}
      <DataTable<Student>
        label="补缓考学生"
        dense
        rows={query.data?.list}
        query={query}
        rowKey={(row) => row.studentCode}
        numberFrom={1}
        {...(mayChange ? { selection: { keys: chosen, onChange: setChosen } } : {})}
        empty={{ reason: '名单中没有学生' }}
        columns={[
          { key: 'number', title: '学号', width: 130, render: (row) => row.studentNumber },
          { key: 'name', title: '姓名', width: 100, render: (row) => row.studentName },
          { key: 'type', title: '考试类型', width: 90, render: (row) => row.makeupTypeName },
          { key: 'origin', title: '原成绩', width: 90, align: 'right', render: (row) => row.originFinalValue },
          { key: 'remark', title: '原备注', width: 90, render: (row) => row.originRemarkName },
          {
            key: 'class',
            title: '行政班',
            width: 'auto',
            align: 'left',
            ellipsis: true,
            render: (row) => row.administrativeClassName,
          },
          {
            key: 'major',
            title: '年级专业',
            width: 190,
            align: 'left',
            ellipsis: true,
            render: (row) => row.gradeMajorName,
          },
        ]}
      />
    </Dialog>
  );
}

import { Button } from '@mantine/core';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  addMakeupStudents,
  makeupCandidates,
  makeupGroupStudents,
  removeMakeupStudents,
  type queryMakeupGroups,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ListReason } from './list-reason.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Group = OutputOf<typeof queryMakeupGroups>['rows'][number];
type Student = OutputOf<typeof makeupGroupStudents>['list'][number];
type Candidate = OutputOf<typeof makeupCandidates>['list'][number];

const listedColumns: Column<Student>[] = [
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
  { key: 'major', title: '年级专业', width: 190, align: 'left', ellipsis: true, render: (row) => row.gradeMajorName },
];
const candidateColumns: Column<Candidate>[] = [
  { key: 'number', title: '学号', width: 130, render: (row) => row.studentNumber },
  { key: 'name', title: '姓名', width: 100, render: (row) => row.studentName },
  { key: 'type', title: '考试类型', width: 90, render: (row) => row.makeupTypeName },
  { key: 'origin', title: '原成绩', width: 90, align: 'right', render: (row) => row.originFinalValue },
  { key: 'remark', title: '原备注', width: 90, render: (row) => row.originRemarkName },
  {
    key: 'from',
    title: '原教学班',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: (row) => row.teachingClassName,
  },
];

/**
 * Who is on a list, and with which original score; whom the office ticks is taken off it, and who is to be listed and
 * is on no list is put on it, each with a reason.
 */
export function GroupStudentsDialog({
  group,
  mayChange,
  onClose,
}: {
  group: Group;
  mayChange: boolean;
  onClose: () => void;
}) {
  const { makeupCourseId } = group;
  const [adding, setAdding] = useState(false);
  const listed = useOperation(makeupGroupStudents, { makeupCourseId }, { keepPrevious: false });
  const candidates = useOperation(makeupCandidates, { makeupCourseId }, { keepPrevious: false, enabled: adding });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string | undefined>();
  const outcome = {
    invalidates: ['makeupList.', 'examSet.', 'scoreEntry.', 'retakeApproval.'],
    success: true as const,
    onSuccess: onClose,
    onError: (error: unknown) => {
      setReasonError(fieldErrorsOf(error)['reason']);
    },
  };
  const remove = useOperationMutation(removeMakeupStudents, outcome);
  const add = useOperationMutation(addMakeupStudents, outcome);
  const change = adding ? add : remove;
  const submit = (): void => {
    const missing = reason.trim() === '' ? '请填写原因' : undefined;
    setReasonError(missing);
    if (missing === undefined) change.mutate({ makeupCourseId, studentCodes: [...chosen], reason: reason.trim() });
  };
  const turn = (): void => {
    setAdding(!adding);
    setChosen(new Set());
    setReasonError(undefined);
  };
  const count = chosen.size > 0 ? `（${String(chosen.size)} 人）` : '';
  const shown = adding ? candidates.data?.list : listed.data?.list;
  const table = { dense: true, numberFrom: 1, rowKey: (row: { studentCode: string }) => row.studentCode } as const;
  const selection = mayChange ? { selection: { keys: chosen, onChange: setChosen } } : {};
  return (
    <Dialog
      opened
      width={980}
      flush
      height={460}
      title={`${group.teachingClassName} · ${adding ? '加入学生' : '名单'}`}
      onClose={onClose}
      footerNote={shown ? `共 ${String(shown.length)} 名学生` : ''}
      footer={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            关闭
          </Button>
          {mayChange && (
            <>
              <Button variant="default" onClick={turn}>
                {adding ? '返回名单' : '加入学生'}
              </Button>
              <Button
                {...(adding ? {} : { color: 'red' })}
                disabled={chosen.size === 0}
                loading={change.isPending}
                onClick={submit}
              >
                {adding ? `加入名单${count}` : `移出名单${count}`}
              </Button>
            </>
          )}
        </>
      }
      input={[[...chosen], reason]}
    >
      {chosen.size > 0 && <ListReason reason={reason} error={reasonError} onChange={setReason} />}
      {adding ? (
        <DataTable<Candidate>
          {...table}
          {...selection}
          label="可加入的学生"
          rows={candidates.data?.list}
          query={candidates}
          empty={{ reason: '原学期这门课程没有其他应参加补缓考的学生' }}
          columns={candidateColumns}
        />
      ) : (
        <DataTable<Student>
          {...table}
          {...selection}
          label="补缓考学生"
          rows={listed.data?.list}
          query={listed}
          empty={{ reason: '名单中没有学生' }}
          columns={listedColumns}
        />
      )}
    </Dialog>
  );
}

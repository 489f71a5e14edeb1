import { Button } from '@mantine/core';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  exportRetakeStudents,
  retakeStudents,
  setRetakeStudentsOperation,
  type queryRetakeClasses,
  type retakeStudentSorts,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { SCORE_PAGE_SIZE } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { rebuildClassStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf, type ListInDialog } from '../../ui/list-sorting.ts';
import { pagingOf } from '../../ui/paging.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { ListReason } from './list-reason.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

type RetakeClass = OutputOf<typeof queryRetakeClasses>['rows'][number];
type Student = OutputOf<typeof retakeStudents>['list'][number];

/**
 * Who is in a retake class, and who failed the course and may come in: ticked is in. Once it is published, with a
 * reason.
 */
export function RetakeStudentsDialog({
  rebuildClass,
  mayChange,
  onClose,
}: {
  rebuildClass: RetakeClass;
  mayChange: boolean;
  onClose: () => void;
}) {
  const { rebuildClassId } = rebuildClass;
  const [page, setPage] = useState<ListInDialog<(typeof retakeStudentSorts)[number]>>({
    pageNo: 1,
    pageSize: SCORE_PAGE_SIZE,
  });
  const rosterOnly = mayChange ? yesNo.no : yesNo.yes;
  const query = useOperation(retakeStudents, { rebuildClassId, rosterOnly, ...page });
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  const inClass = new Set(query.data?.inClass);
  const chosen = picked ?? inClass;
  const add = [...chosen].filter((code) => !inClass.has(code));
  const remove = [...inClass].filter((code) => !chosen.has(code));
  const published = rebuildClass.publishStatus === rebuildClassStatus.published;
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string | undefined>();
  const changed = add.length + remove.length > 0;
  const save = useOperationMutation(setRetakeStudentsOperation, {
    invalidates: ['rebuildClass.', 'examSet.', 'scoreEntry.'],
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      setReasonError(fieldErrorsOf(error)['reason']);
    },
  });
  const submit = (): void => {
    const missing = published && reason.trim() === '' ? '请填写原因' : undefined;
    setReasonError(missing);
    if (missing === undefined) save.mutate({ rebuildClassId, add, remove, reason: reason.trim() });
  };
  return (
    <Dialog
      opened
      width={1000}
      flush
      height={480}
      title={`${rebuildClass.rebuildClassName} · 名单`}
      onClose={onClose}
      input={[changed, reason]}
      footerNote={
        mayChange
          ? `已选择 ${String(chosen.size)} 人，容量 ${String(rebuildClass.capacity)} 人`
          : `共 ${String(inClass.size)} 名学生`
      }
      footer={
        mayChange ? (
          <>
            <ExportButton operation={exportRetakeStudents} input={{ rebuildClassId, rosterOnly }} />
            <CancelButton />
            <Button loading={save.isPending} disabled={!changed} onClick={submit}>
              保存名单
            </Button>
          </>
        ) : (
          <>
            <ExportButton operation={exportRetakeStudents} input={{ rebuildClassId, rosterOnly }} />
            <Button variant="default" onClick={onClose} data-autofocus>
              关闭
            </Button>
          </>
        )
      }
    >
      {published && mayChange && changed && <ListReason reason={reason} error={reasonError} onChange={setReason} />}
      <DataTable<Student>
        label="重修班学生"
        dense
        rows={query.data?.list}
        query={query}
        rowKey={(row) => row.studentCode}
        numberFrom={(page.pageNo - 1) * page.pageSize + 1}
        paging={pagingOf(page, query.data?.total, (change) => {
          setPage({ ...page, ...change });
        })}
        sorting={sortingOf(page, (change) => {
          setPage({ ...page, ...change });
        })}
        empty={{ reason: mayChange ? '没有需要重修这门课程的学生' : '名单中没有学生' }}
        {...(mayChange ? { selection: { keys: chosen, onChange: setPicked } } : {})}
        columns={[
          { key: 'number', title: '学号', sort: 'studentNumber', width: 130, render: (row) => row.studentNumber },
          { key: 'name', title: '姓名', sort: 'studentName', width: 100, render: (row) => row.studentName },
          {
            key: 'final',
            title: '最好成绩',
            sort: 'final',
            width: 104,
            align: 'right',
            render: (row) => row.finalName,
          },
          { key: 'remark', title: '备注', width: 90, render: (row) => row.scoreRemarkName },
          {
            key: 'semester',
            title: '取得学期',
            sort: 'semesterName',
            width: 190,
            align: 'left',
            ellipsis: true,
            render: (row) => row.semesterName,
          },
          {
            key: 'times',
            title: '已重修',
            sort: 'rebuildTimes',
            width: 90,
            align: 'right',
            render: (row) => `${String(row.rebuildTimes)} 次`,
          },
          {
            key: 'class',
            title: '行政班',
            sort: 'administrativeClassName',
            width: 'auto',
            align: 'left',
            ellipsis: true,
            render: (row) => row.administrativeClassName,
          },
          {
            key: 'in',
            title: '状态',
            sort: 'inClass',
            width: 96,
            render: (row) => (row.inClass ? <StatusTag tone="green">在班</StatusTag> : '未编班'),
          },
        ]}
      />
    </Dialog>
  );
}

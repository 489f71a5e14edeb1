import { Button } from '@mantine/core';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { assignRebuilds, rebuildClassesFor } from '@jwxt/contracts/makeup/rebuild-management.operations.ts';
import { rebuildModeNames } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/faces.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import { ListReason } from './list-reason.tsx';
import type { RebuildRow } from './rebuild-columns.tsx';

type Taking = OutputOf<typeof rebuildClassesFor>['list'][number];
type Props = {
  rows: readonly RebuildRow[];
  stale: readonly string[];
  /** They have their class. */
  onDone: () => void;
  onClose: () => void;
};

/** Chooses the class into which sign-ups of one course come: a retake class, or an ordinary one that they follow. */
export function AssignRebuildsDialog({ rows, ...more }: Props) {
  const [first] = rows;
  const same = rows.every((row) => row.courseId === first?.courseId && row.semesterId === first.semesterId);
  if (!first || first.semesterId === null || !same)
    return (
      <Dialog opened width={480} title="编班" onClose={more.onClose}>
        <EmptyState compact title="请只选择同一门课程的报名" reason="一次把一门课程的学生编入一个班" />
      </Dialog>
    );
  return <Classes first={first} semesterId={first.semesterId} signUpIds={idsOf(rows)} {...more} />;
}

const idsOf = (rows: readonly RebuildRow[]): string[] => rows.flatMap(({ signUpId }) => signUpId ?? []);

function Classes({
  first,
  semesterId,
  signUpIds,
  stale,
  onDone,
  onClose,
}: Omit<Props, 'rows'> & { first: RebuildRow; semesterId: string; signUpIds: string[] }) {
  const query = useOperation(rebuildClassesFor, { semesterId, courseId: first.courseId }, { keepPrevious: false });
  const [chosen, setChosen] = useState<Taking | null>(null);
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string | undefined>();
  const assign = useOperationMutation(assignRebuilds, {
    invalidates: [...stale],
    success: '编班成功',
    onSuccess: onDone,
    onError: (error) => {
      setReasonError(fieldErrorsOf(error)['reason']);
    },
  });
  const submit = (): void => {
    if (chosen === null) return;
    const missing = chosen.published && reason.trim() === '' ? '请填写原因' : undefined;
    setReasonError(missing);
    if (missing === undefined)
      assign.mutate({ signUpIds, teachingClassId: chosen.teachingClassId, reason: reason.trim() });
  };
  return (
    <Dialog
      opened
      width={760}
      flush
      height={360}
      title={`编班：${first.courseName}`}
      onClose={onClose}
      footerNote={`将编入 ${String(signUpIds.length)} 名学生`}
      footer={
        <>
          <CancelButton />
          <Button loading={assign.isPending} disabled={chosen === null} onClick={submit}>
            编入
          </Button>
        </>
      }
    >
      {chosen?.published && <ListReason reason={reason} error={reasonError} onChange={setReason} />}
      <DataTable<Taking>
        label="可编入的班"
        dense
        rows={query.data?.list}
        query={query}
        rowKey={(row) => row.teachingClassId}
        numberFrom={1}
        empty={{ reason: '没有可编入的班，请先新增重修班或自动编班' }}
        selection={{
          keys: new Set(chosen === null ? [] : [chosen.teachingClassId]),
          onChange: (keys) => {
            const added = [...keys].find((key) => key !== chosen?.teachingClassId);
            setChosen(query.data?.list.find((row) => row.teachingClassId === added) ?? null);
          },
        }}
        columns={[
          {
            key: 'name',
            title: '班级',
            width: 'auto',
            align: 'left',
            ellipsis: true,
            render: (row) => row.teachingClassName,
          },
          { key: 'mode', title: '方式', width: 80, render: (row) => rebuildModeNames[row.rebuildMode] },
          { key: 'teacher', title: '任课教师', width: 140, ellipsis: true, render: (row) => row.teacherName },
          {
            key: 'count',
            title: '人数/容量',
            width: 110,
            align: 'right',
            render: (row) => `${String(row.studentNum)} / ${row.capacity === null ? '不限' : String(row.capacity)}`,
          },
          {
            key: 'published',
            title: '发布',
            width: 90,
            render: (row) => (row.capacity === null ? NOTHING : row.published ? '已发布' : '未发布'),
          },
        ]}
      />
    </Dialog>
  );
}

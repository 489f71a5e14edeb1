import {
  addClassesToRosterOperation,
  previewRosterOfClasses,
} from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { ClassPicker } from '../../pickers/class-picker.tsx';
import { ReferenceSearch } from '../../resource/reference-search.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Field } from '../../ui/search-form.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import classes from './base-info.module.css';

type Preview = OutputOf<typeof previewRosterOfClasses>;
type Conflict = Preview['conflicts'][number];

/** Takes whole administrative classes into a teaching class: first who would come in and who not, then it is done. */
export function RosterOfClassesDialog({ onClose }: { onClose: () => void }) {
  const [teachingClassId, setTeachingClass] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const complete = teachingClassId !== null && chosen.length > 0;
  const asked = { teachingClassId: teachingClassId ?? '', administrativeClassIds: chosen };
  const preview = useOperation(previewRosterOfClasses, asked, { enabled: complete, keepPrevious: false, staleTime: 0 });
  const add = useOperationMutation(addClassesToRosterOperation, {
    invalidates: ['teachingClassStudent.'],
    onError: (error) => {
      notify.failure(error);
      void preview.refetch();
    },
    onSuccess: ({ added }) => {
      notify.success(`已加入 ${String(added)} 名学生`);
      onClose();
    },
  });
  const errors = preview.error === null ? {} : fieldErrorsOf(preview.error);
  const coming = preview.data?.added ?? 0;
  return (
    <Dialog
      opened
      width={900}
      title="按行政班加入名单"
      onClose={onClose}
      input={asked}
      footer={
        <>
          <CancelButton />
          <Button
            loading={add.isPending}
            disabled={!complete || preview.isFetching || coming === 0}
            onClick={() => {
              add.mutate({ ...asked, expected: coming });
            }}
          >
            {coming === 0 ? '加入' : `加入 ${String(coming)} 人`}
          </Button>
        </>
      }
    >
      <div className={classes['rosterForm']}>
        <Field label="教学班" htmlFor="roster-class" required error={errors['teachingClassId']}>
          <ReferenceSearch
            id="roster-class"
            to="teachingClass"
            placeholder="教学班号或名称"
            clearable={false}
            value={teachingClassId}
            onChange={setTeachingClass}
          />
        </Field>
        <Field label="行政班" htmlFor="roster-classes" required error={errors['administrativeClassIds']}>
          <ClassPicker id="roster-classes" value={chosen} onChange={setChosen} />
        </Field>
        {complete && Object.keys(errors).length === 0 ? (
          <QueryFaces query={preview} compact>
            {(shown) => <PreviewOf preview={shown} />}
          </QueryFaces>
        ) : (
          <p className={classes['rosterHint']}>选择教学班和行政班后，这里列出将加入的人数和有冲突的学生。</p>
        )}
      </div>
    </Dialog>
  );
}

function PreviewOf({ preview: { added, enrolled, classes: perClass, conflicts } }: { preview: Preview }) {
  const staysOut = conflicts.filter(({ comesIn }) => !comesIn).length;
  return (
    <>
      <p role="status" className={classes['rosterHint']}>
        将加入 <b>{added}</b> 名学生
        {enrolled > 0 && `，${String(enrolled)} 名已在名单中`}
        {staysOut > 0 && `，${String(staysOut)} 名不能加入`}。
        {perClass
          .map((each) => `${each.administrativeClassName} ${String(each.added)}/${String(each.students)} 人`)
          .join('、')}
      </p>
      {conflicts.length > 0 && (
        <div className={classes['rosterConflicts']}>
          <DataTable<Conflict>
            label="需要注意的学生"
            dense
            scrollHeight={240}
            rows={conflicts}
            rowKey={(row) => row.studentCode}
            numberFrom={1}
            columns={[
              { key: 'number', title: '学号', width: 120, render: (row) => row.studentNumber },
              { key: 'name', title: '姓名', width: 100, render: (row) => row.studentName },
              {
                key: 'class',
                title: '行政班',
                width: 170,
                align: 'left',
                ellipsis: true,
                render: (row) => row.administrativeClassName,
              },
              {
                key: 'fate',
                title: '结果',
                width: 90,
                render: (row) =>
                  row.comesIn ? <StatusTag tone="blue">加入</StatusTag> : <StatusTag tone="grey">不加入</StatusTag>,
              },
              {
                key: 'reason',
                title: '原因',
                width: 'auto',
                align: 'left',
                ellipsis: true,
                render: (row) => row.reason,
              },
            ]}
          />
        </div>
      )}
    </>
  );
}

import {
  assignTeachersOperation,
  findTeacherAssignment,
} from '@jwxt/contracts/base-info/teacher-assignment.operations.ts';
import { teachingClass } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import { outcomeTexts } from '@jwxt/contracts/kernel/operation.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMayCheck } from '../../lib/session.ts';
import { TeacherAssignmentDialog } from '../../pickers/teacher-assignment.dialog.tsx';
import { ResourcePage } from '../../resource/resource.page.tsx';

/** 教学班, whose teachers are set together: hours and weeks of each (PICKERS-096). */
export function TeachingClassPage() {
  const check = useMayCheck();
  const [assigned, setAssigned] = useState<string | null>(null);
  return (
    <>
      <ResourcePage
        resource={teachingClass}
        actionsWidth={220}
        actions={(row, act) =>
          check('teachingClassTeacher:assign') &&
          act('指定老师', () => {
            setAssigned(textOf(row['teachingClassId']));
          })
        }
      />
      {assigned !== null && (
        <Assignment
          teachingClassId={assigned}
          onClose={() => {
            setAssigned(null);
          }}
        />
      )}
    </>
  );
}

function Assignment({ teachingClassId, onClose }: { teachingClassId: string; onClose: () => void }) {
  const query = useOperation(findTeacherAssignment, { teachingClassId }, { keepPrevious: false, staleTime: 0 });
  const assign = useOperationMutation(assignTeachersOperation, {
    invalidates: ['teachingClassTeacher.', 'resource.'],
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      if (error.fieldErrors.length === 0) notify.failure(error, outcomeTexts(assignTeachersOperation).failure);
    },
  });
  const { data } = query;
  if (data === undefined) return null;
  return (
    <TeacherAssignmentDialog
      value={data.teachers}
      totalHour={data.totalHour}
      pending={assign.isPending}
      refused={assign.error?.fieldErrors[0]?.message ?? null}
      about={`${data.courseName} · ${data.teachingClassName}`}
      onConfirm={(teachers) => {
        assign.mutate({
          teachingClassId,
          version: data.version,
          teachers: teachers.map(({ teacherCode, hourType, hour, startEndWeek }) => ({
            teacherCode,
            hourType,
            hour,
            startEndWeek,
          })),
        });
      }}
      onClose={onClose}
    />
  );
}

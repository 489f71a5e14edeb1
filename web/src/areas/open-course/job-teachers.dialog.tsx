import { findJobTeachers, setJobTeachersOperation } from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { TeacherAssignmentDialog } from '../../pickers/teacher-assignment.dialog.tsx';

/** Who teaches a job (PICKERS-096, 104); the first types its scores. Of a confirmed job the class follows. */
export function JobTeachersDialog({ teachingClassId, onClose }: { teachingClassId: string; onClose: () => void }) {
  const { data } = useOperation(findJobTeachers, { teachingClassId }, { keepPrevious: false, staleTime: 0 });
  const set = useOperationMutation(setJobTeachersOperation, {
    invalidates: ['teachingJob.', 'teacherPlan.', 'teacherHours.', 'teachingClassTeacher.'],
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      if (error.fieldErrors.length === 0) notify.failure(error);
    },
  });
  if (data === undefined) return null;
  return (
    <TeacherAssignmentDialog
      value={data.teachers}
      totalHour={data.totalHour}
      pending={set.isPending}
      refused={set.error?.fieldErrors[0]?.message ?? null}
      about={`${data.courseName} · ${data.teachingClassName}（第一名教师录入成绩）`}
      onConfirm={(teachers) => {
        set.mutate({
          teachingClassId,
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

import { studentStudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { StudentPicker, type PickedStudent } from '../../../pickers/student-picker.tsx';
import { StudyProgressTable } from '../../../pickers/study-progress-table.tsx';
import { EmptyState } from '../../../ui/faces.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';

/** 学生培养进度, for whoever has the student in scope: by all of his scores, his replacements and his own scheme. */
export function StudentProgressPage() {
  const [student, setStudent] = useState<PickedStudent | null>(null);
  const query = useOperation(
    studentStudyProgress,
    { studentCode: student?.studentCode ?? '' },
    { enabled: student !== null, keepPrevious: false },
  );
  const { data } = query;
  return (
    <Page title="学生培养进度">
      <Card>
        <div style={{ maxWidth: 420 }}>
          <Field label="学生" htmlFor="progress-student">
            <StudentPicker id="progress-student" value={student} onChange={setStudent} />
          </Field>
        </div>
      </Card>
      <Card
        flush
        title={data ? `${data.studentName}（${data.studentNumber}）· ${data.gradeMajorName}` : '培养进度'}
        {...(data
          ? {
              note: `已获 ${data.earned} / ${data.required} 学分，在修 ${data.taking}，还差 ${data.missing}`,
            }
          : {})}
      >
        {student === null ? (
          <EmptyState reason="请先选择学生" />
        ) : (
          <StudyProgressTable modules={data?.modules} query={query} />
        )}
      </Card>
    </Page>
  );
}

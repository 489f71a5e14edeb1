import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import { studentStudyProgress, whatIfStudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { StudentPicker, type PickedStudent } from '../../../pickers/student-picker.tsx';
import { StudyProgressTable } from '../../../pickers/study-progress-table.tsx';
import { ReferenceSearch } from '../../../resource/reference-search.tsx';
import { DateTimeField } from '../../../ui/date-field.tsx';
import { EmptyState } from '../../../ui/faces.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { PastMoment } from './past-moment.tsx';
import classes from './progress.module.css';

type Sums = { required: string; earned: string; taking: string; missing: string };
const noteOf = ({ required, earned, taking, missing }: Sums) =>
  `已获 ${earned} / ${required} 学分，在修 ${taking}，还差 ${missing}`;

/** 学生培养进度, for whoever has the student in scope: by all of his scores, his replacements and his own scheme. */
export function StudentProgressPage() {
  const [student, setStudent] = useState<PickedStudent | null>(null);
  const [other, setOther] = useState<string | null>(null);
  const [asOf, setAsOf] = useState<string | null>(null);
  const query = useOperation(
    studentStudyProgress,
    { studentCode: student?.studentCode ?? '', ...(asOf === null ? {} : { asOf }) },
    { enabled: student !== null, keepPrevious: false },
  );
  const { data } = query;
  return (
    <Page title="学生培养进度">
      <Card>
        <div className={classes.choice}>
          <Field label="学生" htmlFor="progress-student">
            <StudentPicker id="progress-student" value={student} onChange={setStudent} />
          </Field>
          <Field label="查看时刻" htmlFor="progress-moment">
            <DateTimeField id="progress-moment" placeholder="现在" clearable value={asOf} onChange={setAsOf} />
          </Field>
          <Field label="假设转入" htmlFor="progress-other">
            <ReferenceSearch
              id="progress-other"
              to="gradeMajor"
              placeholder="选择年级专业，对比转专业后的进度"
              clearable
              value={other}
              onChange={setOther}
            />
          </Field>
        </div>
      </Card>
      <PastMoment
        asOf={asOf ?? ''}
        onLeave={() => {
          setAsOf(null);
        }}
      />
      <Card
        flush
        title={data ? `${studentWithNumber(data)}· ${data.gradeMajorName}` : '培养进度'}
        {...(data ? { note: noteOf(data) } : {})}
      >
        {student === null ? (
          <EmptyState reason="请先选择学生" />
        ) : (
          <StudyProgressTable progress={data} query={query} whose={{ studentCode: student.studentCode }} />
        )}
      </Card>
      {student !== null && other !== null && <WhatIf studentCode={student.studentCode} gradeMajorId={other} />}
    </Page>
  );
}

/** What his scores come to by the plan of another grade-major. */
function WhatIf(asked: { studentCode: string; gradeMajorId: string }) {
  const query = useOperation(whatIfStudyProgress, asked, { keepPrevious: false });
  const { data } = query;
  return (
    <Card
      flush
      title={data ? `假设转入 ${data.gradeMajorName}` : '假设转入其他专业'}
      {...(data ? { note: noteOf(data) } : {})}
    >
      {data?.modules.length === 0 ? (
        <EmptyState reason="该年级专业还没有执行计划" />
      ) : (
        <StudyProgressTable progress={data} query={query} whose={asked} />
      )}
    </Card>
  );
}

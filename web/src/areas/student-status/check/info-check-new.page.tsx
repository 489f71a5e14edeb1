import { infoCheckForm } from '@jwxt/contracts/student-status/check/info-check.operations.ts';
import { useState } from 'react';
import { usePageAddress } from '../../../lib/page-address.ts';
import { useOperation } from '../../../lib/queries.ts';
import { StudentPicker, type PickedStudent } from '../../../pickers/student-picker.tsx';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { infoCheckPath } from './check-path.ts';
import classes from './check.module.css';
import { InfoChangeForm } from './info-change-form.tsx';

/** 代学生提出: staff propose changes for a student, at any time (STUDENT-STATUS-21). */
export function InfoCheckNewPage() {
  const { replaceWith } = usePageAddress();
  const [student, setStudent] = useState<PickedStudent | null>(null);
  const query = useOperation(
    infoCheckForm,
    { studentId: student?.studentCode ?? '' },
    { enabled: student !== null, keepPrevious: false, staleTime: 0 },
  );
  return (
    <Page title="代学生提出信息更正" fill={false}>
      <Card title="学生">
        <div className={classes['narrow']}>
          <Field label="学生" htmlFor="info-check-student" required>
            <StudentPicker id="info-check-student" value={student} onChange={setStudent} />
          </Field>
        </div>
      </Card>
      {student === null ? (
        <Card>
          <EmptyState compact title="请先选择学生" reason="选择学生后填写更正内容" />
        </Card>
      ) : (
        <QueryFaces query={query} rows={6}>
          {(form) =>
            form.mayApply ? (
              <InfoChangeForm
                key={form.studentId}
                form={form}
                onSent={(applyId) => {
                  replaceWith(infoCheckPath(applyId));
                }}
              />
            ) : (
              <Card>
                <EmptyState compact title="不能提出更正" reason="该学生有一项信息核对正在审批，请等待办结后再提出" />
              </Card>
            )
          }
        </QueryFaces>
      )}
    </Page>
  );
}

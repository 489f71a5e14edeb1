import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import { statusTimeline } from '@jwxt/contracts/student-status/change/status-log.operations.ts';
import { z } from 'zod';
import { usePageState } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { StudentPicker } from '../../../pickers/student-picker.tsx';
import { EmptyState } from '../../../ui/faces.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { StatusTimelineOf } from './status-timeline.tsx';

const pageState = z.object({ studentCode: z.string().catch('').default('') });

/** 学籍沿革: one student through time, for who has him in scope. */
export function StatusTimelinePage() {
  const [{ studentCode }, setState] = usePageState(pageState);
  const known = useOperation(statusTimeline, { studentCode }, { enabled: studentCode !== '', keepPrevious: false });
  const found = known.data;
  return (
    <Page title="学籍沿革" fill={false}>
      <Card>
        <div style={{ maxWidth: 420 }}>
          <Field label="学生" htmlFor="timeline-student">
            <StudentPicker
              id="timeline-student"
              value={found ? { studentCode, ...found } : null}
              onChange={(student) => {
                setState({ studentCode: student?.studentCode ?? '' });
              }}
            />
          </Field>
        </div>
      </Card>
      <Card title={found ? studentWithNumber(found) : '学籍沿革'}>
        {studentCode === '' ? <EmptyState reason="请先选择学生" /> : <StatusTimelineOf studentCode={studentCode} />}
      </Card>
    </Page>
  );
}

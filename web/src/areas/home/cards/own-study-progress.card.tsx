import { ownStudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { StudyProgressTable } from '../../../pickers/study-progress-table.tsx';
import { Card } from '../../../ui/page.tsx';

/** 培养进度: what a student has of what his plan asks for, module by module, and why (HOME-26). */
export function OwnStudyProgressCard() {
  const query = useOperation(ownStudyProgress, {}, { enabled: useMay('studyProgress:own') });
  const { data } = query;
  if (!data || data.modules.length === 0) return null;
  return (
    <Card
      flush
      title="培养进度"
      note={`已获 ${data.earned} 学分，在修 ${data.taking} 学分，还差 ${data.missing} 学分（要求 ${data.required}）`}
    >
      <StudyProgressTable modules={data.modules} query={query} />
      {data.withheld && (
        <p style={{ margin: 0, padding: '8px 16px', color: 'var(--jw-text-3)' }}>
          有成绩尚未开放查询，这些课程按在修显示。
        </p>
      )}
    </Card>
  );
}

import {
  ownProgressChoices,
  ownStudyProgress,
  ownWhatIfStudyProgress,
  type OwnStudyProgress,
} from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { useState, type ComponentProps } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { StudyProgressTable } from '../../../pickers/study-progress-table.tsx';
import { OptionSearch } from '../../../resource/reference-search.tsx';
import { Card } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { FailedCard, failedFirst } from './failed.card.tsx';

const useOtherMajors: ComponentProps<typeof OptionSearch>['useOptions'] = (asked) =>
  useOperation(ownProgressChoices, asked, { staleTime: 60_000 });
const noteOf = ({ required, earned, taking, missing }: OwnStudyProgress): string =>
  `已获 ${earned} 学分，在修 ${taking} 学分，还差 ${missing} 学分（要求 ${required}）`;

/**
 * 培养进度: what a student has of what his plan asks for, module by module, and why (HOME-26); and what of it would
 * count, and what would be missing, in another major of his grade.
 */
export function OwnStudyProgressCard() {
  const query = useOperation(ownStudyProgress, {}, { enabled: useMay('studyProgress:own') });
  const [other, setOther] = useState<string | null>(null);
  const { data } = query;
  if (failedFirst(query)) return <FailedCard title="培养进度" query={query} />;
  if (!data || data.modules.length === 0) return null;
  return (
    <>
      <Card flush title="培养进度" note={noteOf(data)}>
        <StudyProgressTable progress={data} query={query} />
        {data.withheld && (
          <p style={{ margin: 0, padding: '8px 16px', color: 'var(--jw-text-3)' }}>
            有成绩尚未开放查询，这些课程按在修显示。
          </p>
        )}
        <div style={{ maxWidth: 480, padding: '8px 16px 12px' }}>
          <Field label="假设转入" htmlFor="own-progress-other">
            <OptionSearch
              id="own-progress-other"
              useOptions={useOtherMajors}
              placeholder="选择同年级的其他专业，看转专业后的进度"
              clearable
              value={other}
              onChange={setOther}
            />
          </Field>
        </div>
      </Card>
      {other !== null && <WhatIf gradeMajorId={other} />}
    </>
  );
}

/** What the own scores come to by the plan of another major. */
function WhatIf(asked: { gradeMajorId: string }) {
  const query = useOperation(ownWhatIfStudyProgress, asked, { keepPrevious: false });
  const { data } = query;
  return (
    <Card
      flush
      title={data ? `假设转入 ${data.gradeMajorName}` : '假设转入其他专业'}
      {...(data ? { note: noteOf(data) } : {})}
    >
      <StudyProgressTable progress={data} query={query} whose={asked} />
    </Card>
  );
}

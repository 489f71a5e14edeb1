import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import { splitContent } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { submissionNoteLabels } from '@jwxt/contracts/score/score.vocabulary.ts';
import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useOperation } from '../lib/queries.ts';
import { useMay } from '../lib/session.ts';
import { Card } from '../ui/page.tsx';
import { DifferenceTable } from './difference-table.tsx';
import classes from './submission-notes.module.css';

const noteLabels: readonly string[] = Object.values(submissionNoteLabels);

/**
 * What was handed in with a sheet's scores, for who decides: warnings that were confirmed, who handed in for the
 * teachers and why, and what differs from the submission before. Nothing when there is none.
 */
export function SubmissionNotes({ applyId }: { applyId: string | null }) {
  const mayRead = useMay('systemApprove:query');
  const { data } = useOperation(
    approvalDetail,
    { applyId: applyId ?? '' },
    { enabled: mayRead && applyId !== null, keepPrevious: false },
  );
  if (applyId === null || data === undefined) return null;
  const notes = splitContent(data.applyContent).filter(({ label }) => noteLabels.includes(label));
  const { differences } = data;
  return (
    <>
      {notes.length > 0 && (
        <Alert className={classes['alert']} color="blue" icon={<IconInfoCircle size={16} />} p={10} title="送审说明">
          <ul className={classes['notes']}>
            {notes.map(({ label, value }, index) => (
              <li key={index}>
                {label}：{value}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {differences.length > 0 && (
        <Card title="本次与上次提交的差异" note={`共 ${String(differences.length)} 处，新值标红`}>
          {/* A long list is scrolled by keyboard, too. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={classes['differences']} role="region" aria-label="本次与上次提交的差异" tabIndex={0}>
            <DifferenceTable rows={differences} label="本次与上次提交的差异" />
          </div>
        </Card>
      )}
    </>
  );
}

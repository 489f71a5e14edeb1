import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { revokeHistoricalScore } from '@jwxt/contracts/score/historical/historical-score.operations.ts';
import { historicalStatus, scoreImport } from '@jwxt/contracts/score/historical/historical-score.resource.ts';
import { useState } from 'react';
import { useMay } from '../../../lib/session.ts';
import { ReasonDialog } from '../../../pickers/reason.dialog.tsx';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { ConfirmHistoricalScoresDialog } from './confirm-historical-scores.dialog.tsx';

const invalidates = ['scoreImport.', 'resource.', 'scoreCard.'];
const isEntered = (row: WireRow): boolean => row['enterStatus'] === historicalStatus.entered;

/** 历史成绩 (SCORE-MORE-34): brought in from files, confirmed by somebody else, taken back. */
export function HistoricalScoresPage() {
  const mayConfirm = useMay('scoreImport:confirm');
  const [confirming, setConfirming] = useState<{ keys: readonly string[]; told: string } | null>(null);
  const [revoking, setRevoking] = useState<WireRow | null>(null);
  const keyOf = (row: WireRow) => textOf(row[scoreImport.key]);
  const namedAs = (row: WireRow) => `${textOf(row['studentName'])}的${textOf(row['courseName'] ?? row['courseId'])}`;
  return (
    <>
      <ResourcePage
        resource={scoreImport}
        actionsWidth={166}
        editable={(row) => !isEntered(row)}
        cells={{
          enterStatus: (row) =>
            isEntered(row) ? <StatusTag tone="green">已入账</StatusTag> : <StatusTag tone="orange">待核准</StatusTag>,
        }}
        tools={
          mayConfirm && (
            <Button
              variant="default"
              leftSection={<IconCheck size={16} />}
              onClick={() => {
                setConfirming({ keys: [], told: '' });
              }}
            >
              核准入账
            </Button>
          )
        }
        actions={(row, act) =>
          mayConfirm &&
          (isEntered(row)
            ? act('撤销入账', () => {
                setRevoking(row);
              })
            : act('核准', () => {
                setConfirming({ keys: [keyOf(row)], told: namedAs(row) });
              }))
        }
      />
      {confirming && (
        <ConfirmHistoricalScoresDialog
          {...confirming}
          invalidates={invalidates}
          onClose={() => {
            setConfirming(null);
          }}
        />
      )}
      <ReasonDialog
        opened={revoking !== null}
        title="撤销入账"
        warning={`${revoking ? namedAs(revoking) : ''}成绩将不再计入学分、绩点和成绩单，这一条回到待核准。`}
        label="撤销原因"
        confirmText="撤销"
        operation={revokeHistoricalScore}
        input={(reason) => ({ key: revoking ? keyOf(revoking) : '', reason })}
        invalidates={invalidates}
        success="已撤销入账"
        onClose={() => {
          setRevoking(null);
        }}
      />
    </>
  );
}

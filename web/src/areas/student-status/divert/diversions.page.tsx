import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { batchStatus } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import { professionalDiversion } from '@jwxt/contracts/student-status/divert/diversion.resource.ts';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../../lib/session.ts';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone, TonesOf } from '../../../ui/tokens.ts';
import { shuntPathOf } from './divert-path.ts';

const tones: Readonly<Record<string, Tone>> = {
  [batchStatus.draft]: 'orange',
  [batchStatus.published]: 'green',
  [batchStatus.ended]: 'grey',
} satisfies TonesOf<typeof batchStatus>;

/** 专业分流批次 (STUDENT-STATUS-20), each with the way to its list. */
export function DiversionsPage() {
  const navigate = useNavigate();
  const mayLook = useMay('shuntAction:query');
  return (
    <ResourcePage
      resource={professionalDiversion}
      actionsWidth={220}
      cells={{
        publishStatus: (row) => (
          <StatusTag tone={tones[textOf(row['publishStatus'])] ?? 'grey'}>{textOf(row['publishStatusName'])}</StatusTag>
        ),
      }}
      actions={(row, act) =>
        mayLook &&
        act('分流办理', () => {
          void navigate({ to: shuntPathOf(textOf(row['diversionId'])) });
        })
      }
    />
  );
}

import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { statusChangeFor } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import {
  appealStatus,
  punishName,
  punishStatus,
  rowSource,
} from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import {
  removePunishmentOperation,
  revokePunishmentOperation,
} from '@jwxt/contracts/student-status/conduct/punishment.operations.ts';
import { punishment } from '@jwxt/contracts/student-status/conduct/punishment.resource.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayCheck } from '../../../lib/session.ts';
import { ReasonDialog } from '../../../pickers/reason.dialog.tsx';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone, TonesOf } from '../../../ui/tokens.ts';
import { DecideAppealDialog } from './decide-appeal.dialog.tsx';
import { DeliverDialog } from './deliver.dialog.tsx';

const tones: Readonly<Record<string, Tone>> = {
  [punishStatus.intended]: 'orange',
  [punishStatus.inForce]: 'red',
  [punishStatus.removed]: 'green',
  [punishStatus.revoked]: 'grey',
} satisfies TonesOf<typeof punishStatus>;
const stale = ['punishment.', 'conduct.'] as const;
type Step = 'deliver' | 'decideAppeal' | 'remove' | 'revoke';

/** What can be done to a punishment as it stands (STUDENT-STATUS-39). */
function stepsOf(row: WireRow): readonly Step[] {
  const [status, appealed] = [row['punishStatus'], row['appealStatus'] === appealStatus.open];
  const open = status === punishStatus.intended || status === punishStatus.inForce;
  return [
    ...(open && row['deliverDate'] === null ? (['deliver'] as const) : []),
    ...(status === punishStatus.intended && appealed ? (['decideAppeal'] as const) : []),
    ...(status === punishStatus.inForce && row['punishName'] !== punishName.expulsion ? (['remove'] as const) : []),
    ...(open ? (['revoke'] as const) : []),
  ];
}

const isExpelled = (row: WireRow): boolean =>
  row['punishStatus'] === punishStatus.inForce && row['punishName'] === punishName.expulsion;

/** The kind of change by which an expulsion is carried out, and what it goes by. */
const EXPULSION = '42';
const decisionOf = (row: WireRow): string =>
  `依据${textOf(row['punishDate'])}开除学籍处分决定（${textOf(row['documentNumber'])}）`;

const words: Record<Step, string> = { deliver: '送达', decideAppeal: '复查', remove: '解除', revoke: '撤销' };

/** 处分: what was approved and older ones, from the delivery to the removal. */
export function PunishmentsPage() {
  const may = useMayCheck();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<{ step: Step; row: WireRow } | null>(null);
  const close = () => {
    setOpened(null);
  };
  const punishmentId = textOf(opened?.row['punishmentId']);
  const about = `${textOf(opened?.row['studentName'])}的${textOf(opened?.row['punishNameName'])}`;
  return (
    <>
      <ResourcePage
        resource={punishment}
        actionsWidth={220}
        editable={(row) => row['rowSource'] === rowSource.registered}
        cells={{
          punishStatus: (row) => (
            <StatusTag tone={tones[textOf(row['punishStatus'])] ?? 'grey'}>{textOf(row['punishStatusName'])}</StatusTag>
          ),
        }}
        actions={(row, act) => [
          ...stepsOf(row)
            .filter((step) => may(`punishment:${step}`))
            .map((step) =>
              act(words[step], () => {
                setOpened({ step, row });
              }),
            ),
          ...(isExpelled(row) && may('statusChange:create')
            ? [
                act('办理异动', () => {
                  void navigate({
                    to: statusChangeFor(textOf(row['studentCode']), EXPULSION, decisionOf(row)),
                  });
                }),
              ]
            : []),
        ]}
      />
      {opened?.step === 'deliver' && <DeliverDialog row={opened.row} onClose={close} />}
      {opened?.step === 'decideAppeal' && <DecideAppealDialog row={opened.row} onClose={close} />}
      <ReasonDialog
        opened={opened?.step === 'remove'}
        title={`解除处分：${about}`}
        warning="解除后不再影响评奖和转专业；处分记录仍保留在历史中。"
        label="解除原因"
        confirmText="解除"
        operation={removePunishmentOperation}
        input={(endReason) => ({ punishmentId, endReason })}
        invalidates={stale}
        success="已解除"
        onClose={close}
      />
      <ReasonDialog
        opened={opened?.step === 'revoke'}
        title={`撤销处分：${about}`}
        warning="撤销表示该处分不应给予，撤销后不能恢复；处分记录仍保留在历史中。"
        label="撤销原因"
        confirmText="撤销"
        operation={revokePunishmentOperation}
        input={(endReason) => ({ punishmentId, endReason })}
        invalidates={stale}
        success="已撤销"
        onClose={close}
      />
    </>
  );
}

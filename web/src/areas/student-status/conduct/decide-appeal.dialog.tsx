import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { appealStatus } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import {
  APPEAL_OPINION_MAX,
  decideAppealOperation,
} from '@jwxt/contracts/student-status/conduct/punishment.operations.ts';
import { appealDecisionUntil, monthsOf } from '@jwxt/contracts/student-status/conduct/punishment.rules.ts';
import { punishment } from '@jwxt/contracts/student-status/conduct/punishment.resource.ts';
import { Button, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { useDictionary } from '../../../lib/dictionary.ts';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { CountedTextarea } from '../../../ui/counted-textarea.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FactList } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

type Result = typeof appealStatus.upheld | typeof appealStatus.changed | typeof appealStatus.revoked;
const results = [
  { value: appealStatus.upheld, label: '维持' },
  { value: appealStatus.changed, label: '变更' },
  { value: appealStatus.revoked, label: '撤销' },
] as const;

/** What becomes of an appeal: the punishment holds, becomes lighter, or is none (STUDENT-STATUS-39). */
export function DecideAppealDialog({ row, onClose }: { row: WireRow; onClose: () => void }) {
  const [result, setResult] = useState<Result>(appealStatus.upheld);
  const [opinion, setOpinion] = useState('');
  const [lighter, setLighter] = useState<string | null>(null);
  const [months, setMonths] = useState<number | null>(null);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const names = useDictionary('XJ_CFMC');
  const { data: found } = useOperation(punishment.operations.detail, { key: textOf(row['punishmentId']) });
  const decide = useOperationMutation(decideAppealOperation, {
    invalidates: ['punishment.', 'conduct.'],
    success: '已复查，学生已收到消息',
    onSuccess: onClose,
    onError: (error) => {
      setProblems({ appealOpinion: error.message, ...fieldErrorsOf(error) });
    },
  });
  const submit = () => {
    const missing = {
      ...(opinion.trim() === '' ? { appealOpinion: '请填写复查决定' } : {}),
      ...(result === appealStatus.changed && lighter === null ? { punishName: '请选择变更后的处分' } : {}),
    };
    setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    decide.mutate({
      punishmentId: textOf(row['punishmentId']),
      appealStatus: result,
      appealOpinion: opinion.trim(),
      ...(result === appealStatus.changed && lighter !== null ? { punishName: lighter } : {}),
      ...(result === appealStatus.changed && months !== null ? { months } : {}),
    });
  };
  return (
    <Dialog
      opened
      width={560}
      title={`申诉复查：${textOf(row['studentName'])}`}
      onClose={onClose}
      input={opinion}
      footerNote={
        typeof found?.appealDate === 'string' ? `应在 ${appealDecisionUntil(found.appealDate)} 前作出决定` : undefined
      }
      footer={
        <>
          <CancelButton />
          <Button loading={decide.isPending} onClick={submit}>
            确定
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <FactList
          items={[
            { label: '处分', value: textOf(row['punishNameName']) },
            { label: '申诉日期', value: textOf(found?.appealDate) },
          ]}
        />
        <SegmentedControl
          aria-label="复查决定"
          data={results}
          value={result}
          onChange={(value) => {
            setResult(value);
          }}
        />
        {result === appealStatus.changed && (
          <>
            <Field label="变更为" htmlFor="lighter" required error={problems['punishName']}>
              <SearchableSelect
                id="lighter"
                query={names.query}
                options={names.options.filter(({ dm }) => dm < textOf(row['punishName']))}
                value={lighter}
                onChange={(code) => {
                  setLighter(code);
                  setMonths(code === null ? null : (monthsOf(code)?.[0] ?? null));
                }}
              />
            </Field>
            <Field label="期限（月）" htmlFor="lighter-months" required error={problems['months']}>
              <NumberInput
                id="lighter-months"
                min={1}
                max={24}
                value={months ?? ''}
                onChange={(value) => {
                  setMonths(typeof value === 'number' ? value : null);
                }}
              />
            </Field>
          </>
        )}
        <Field label="复查意见" htmlFor="appeal-opinion" required error={problems['appealOpinion']}>
          <CountedTextarea
            id="appeal-opinion"
            value={opinion}
            maxLength={APPEAL_OPINION_MAX}
            onChange={setOpinion}
            autoFocus
          />
        </Field>
      </Stack>
    </Dialog>
  );
}

import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { APPEAL_DAYS } from '@jwxt/contracts/student-status/conduct/punishment.rules.ts';
import { deliverPunishmentOperation } from '@jwxt/contracts/student-status/conduct/punishment.operations.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

/** The day on which the written decision was handed to the student. */
export function DeliverDialog({ row, onClose }: { row: WireRow; onClose: () => void }) {
  const today = toDateTimeText(serverNow()).slice(0, 10);
  const [deliverDate, setDeliverDate] = useState<string | null>(today);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const deliver = useOperationMutation(deliverPunishmentOperation, {
    invalidates: ['punishment.', 'conduct.'],
    success: '已登记送达，学生已收到消息',
    onSuccess: onClose,
    onError: (error) => {
      setProblem(fieldErrorsOf(error)['deliverDate'] ?? error.message);
    },
  });
  return (
    <Dialog
      opened
      width={460}
      title={`处分送达：${textOf(row['studentName'])}`}
      onClose={onClose}
      footerNote={`送达后 ${String(APPEAL_DAYS)} 日内学生可以申诉，期满生效`}
      footer={
        <>
          <CancelButton />
          <Button
            loading={deliver.isPending}
            onClick={() => {
              if (deliverDate === null) setProblem('请选择送达日期');
              else deliver.mutate({ punishmentId: textOf(row['punishmentId']), deliverDate });
            }}
          >
            确定
          </Button>
        </>
      }
    >
      <Field label="送达日期" htmlFor="deliver-date" required error={problem}>
        <DateField id="deliver-date" value={deliverDate} max={today} clearable={false} onChange={setDeliverDate} />
      </Field>
    </Dialog>
  );
}

import { parseWeeks } from '@jwxt/contracts/kernel/week-text.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { WeekInput } from '../ui/week-input.tsx';
import { CancelButton } from '../ui/unsaved-input.tsx';

/** 设置起始周 of one teacher (PICKERS-097). */
export function StartWeekDialog({
  name,
  value,
  maxWeek,
  onConfirm,
  onClose,
}: {
  name: string;
  value: string;
  maxWeek: number;
  onConfirm: (weeks: string) => void;
  onClose: () => void;
}) {
  const [weeks, setWeeks] = useState(value);
  const wrong = 'problem' in parseWeeks(weeks.trim(), maxWeek);
  return (
    <Dialog
      opened
      onClose={onClose}
      input={weeks}
      title="设置起始周"
      width={640}
      zIndex={300}
      footerNote={name}
      footer={
        <>
          <CancelButton />
          <Button
            disabled={wrong}
            onClick={() => {
              onConfirm(weeks.trim());
            }}
          >
            确定
          </Button>
        </>
      }
    >
      <WeekInput label={`${name}的起始周`} value={weeks} onChange={setWeeks} maxWeek={maxWeek} />
    </Dialog>
  );
}

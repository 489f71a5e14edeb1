import { isOverdue } from '@jwxt/contracts/approval/approval.rules.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { schoolTime, shortElapsedText } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { StatusText } from '../ui/status-tag.tsx';

/** A to-do, as far as its waiting goes. */
type Waiting = { readonly waitingSince: string | null; readonly applyTime: string; readonly timeLimitDays: number };

/** How long a to-do has waited by now, renewed every minute, and whether that is longer than it may. */
export function useWaited({ waitingSince, applyTime, timeLimitDays }: Waiting): { text: string; overdue: boolean } {
  const now = useNow(60_000);
  const since = waitingSince ?? applyTime;
  return {
    text: shortElapsedText(now - schoolTime(since)),
    overdue: isOverdue(since, toDateTimeText(new Date(now)), timeLimitDays),
  };
}

/** How long a to-do has waited; red with a triangle when that is longer than it may. */
export function Waited({ item }: { item: Waiting }) {
  const { text, overdue } = useWaited(item);
  return overdue ? (
    <StatusText tone="red" icon={IconAlertTriangle}>
      {text}
    </StatusText>
  ) : (
    <>{text}</>
  );
}

import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react';
import { severity, type Severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { StatusTag } from '../../ui/status-tag.tsx';

/** How bad a problem is: 错误 red, 提示 and 警告 grey, since orange means something else everywhere. */
export function SeverityTag({ severity: how, children }: { severity: Severity; children: string }) {
  return (
    <StatusTag
      tone={how === severity.error ? 'red' : 'grey'}
      icon={how === severity.error ? IconX : how === severity.warning ? IconAlertTriangle : IconInfoCircle}
    >
      {children}
    </StatusTag>
  );
}

import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react';
import { StatusTag } from '../../ui/status-tag.tsx';

/** How bad a problem is: 错误 red, 提示 and 警告 grey, since orange means something else everywhere. */
export function SeverityTag({ severity, children }: { severity: '1' | '2' | '3'; children: string }) {
  return (
    <StatusTag
      tone={severity === '3' ? 'red' : 'grey'}
      icon={severity === '3' ? IconX : severity === '2' ? IconAlertTriangle : IconInfoCircle}
    >
      {children}
    </StatusTag>
  );
}

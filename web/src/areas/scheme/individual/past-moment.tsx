import { Alert, Button } from '@mantine/core';
import { IconClockHour4 } from '@tabler/icons-react';

/** Says that progress is that of a moment, with the way back; empty: it is now, and nothing is said. */
export function PastMoment({ asOf, onLeave }: { asOf: string; onLeave: () => void }) {
  if (asOf === '') return null;
  return (
    <Alert color="blue" p={8} icon={<IconClockHour4 size={16} />}>
      以下是 {asOf} 时的培养进度：成绩以当时为准，执行计划、替代规则和教学班名单以现在为准。
      <Button variant="subtle" size="compact-xs" onClick={onLeave}>
        回到现在
      </Button>
    </Alert>
  );
}

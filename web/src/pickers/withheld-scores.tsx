import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { withheldScores } from '@jwxt/contracts/score-setting/score-opening.ts';
import type { z } from 'zod';

/** Own scores that are not open, each with what is missing or from when; nothing where all are (SCORE-MORE-40). */
export function WithheldScores({ withheld }: { withheld: z.output<typeof withheldScores> }) {
  if (withheld.length === 0) return null;
  return (
    <Alert color="orange" p={8} icon={<IconLock size={16} />}>
      {withheld.map(({ semesterId, scoreType, text }) => (
        <div key={`${semesterId} ${scoreType}`}>{text}</div>
      ))}
    </Alert>
  );
}

import type { z } from 'zod';
import type { progressEffect } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { Card, FactList } from '../../ui/page.tsx';

type Effect = z.output<typeof progressEffect>;
type Credits = Omit<Effect, 'modules'>;

/** What a recognition changes in the student's progress, for who decides and, before it is sent, for who applies. */
export function ProgressEffect({ effect }: { effect: Effect }) {
  return (
    <Card title="对培养进度的影响" note={effect.modules.length > 0 ? `全部：${creditsText(effect)}` : undefined}>
      <FactList
        columns={1}
        items={
          effect.modules.length > 0
            ? effect.modules.map((one) => ({ label: one.module, value: creditsText(one) }))
            : [{ label: '学分', value: `没有变化：已获 ${effect.earnedAfter}，要求 ${effect.required}` }]
        }
      />
    </Card>
  );
}

function creditsText({ required, earnedBefore, earnedAfter, missingBefore, missingAfter }: Credits): string {
  return `已获 ${earnedBefore} → ${earnedAfter} 学分，要求 ${required}，还差 ${missingBefore} → ${missingAfter}`;
}

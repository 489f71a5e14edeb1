import { IconCheck, IconPencil, IconReplace, IconSend, IconX, type Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { Card } from '../../ui/page.tsx';
import { toneOf, type ScoreStep } from './replay.model.ts';
import classes from './audit.module.css';
import { SegmentedControl } from '../../ui/segmented-control.tsx';

const icons: Record<ScoreStep['tone'], Icon> = {
  neutral: IconPencil,
  progress: IconSend,
  passed: IconCheck,
  refused: IconX,
  changed: IconReplace,
};

/** The steps, newest first; one is chosen. */
export function StepList({
  steps,
  index,
  onIndex,
}: {
  steps: readonly ScoreStep[];
  index: number;
  onIndex: (index: number) => void;
}) {
  const [only, setOnly] = useState<'all' | 'changed'>('all');
  const shown = steps
    .map((step, at) => ({ step, at }))
    .filter(({ step }) => only === 'all' || step.valueChanged)
    .reverse();
  return (
    <Card
      title="变更步骤"
      flush
      grow
      actions={
        <SegmentedControl
          size="xs"
          aria-label="显示哪些步骤"
          data={[
            { value: 'all', label: '全部' },
            { value: 'changed', label: '仅改值' },
          ]}
          value={only}
          onChange={setOnly}
        />
      }
    >
      {shown.map(({ step, at }) => (
        <StepRow
          key={step.position}
          step={step}
          current={at === index}
          onChoose={() => {
            onIndex(at);
          }}
        />
      ))}
    </Card>
  );
}

function StepRow({ step, current, onChoose }: { step: ScoreStep; current: boolean; onChoose: () => void }) {
  const Glyph = icons[step.tone];
  const change = step.changes.find((entry) => entry.name !== '总评');
  const tone = step.after.final === null ? undefined : step.after.passed ? 'green' : 'red';
  return (
    <button
      type="button"
      className={classes['step']}
      data-current={current || undefined}
      aria-current={current ? 'step' : undefined}
      onClick={onChoose}
    >
      <span className={classes['stepIcon']} data-tone={toneOf[step.tone]}>
        <Glyph size={14} aria-hidden />
      </span>
      <span>
        <span className={classes['stepTitle']}>{step.title}</span>
        <br />
        <span className={classes['stepBy']}>
          {step.atText.slice(5)} · {step.byName}
        </span>
      </span>
      <span className={classes['stepValue']} data-tone={tone}>
        {step.after.finalText}
        {change && (
          <span className={classes['stepChange']}>
            {change.before ?? '空'}→{change.after ?? '空'}
          </span>
        )}
      </span>
    </button>
  );
}

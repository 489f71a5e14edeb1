import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone } from '../../../ui/tokens.ts';
import { IconAlertTriangle } from '@tabler/icons-react';

const tones: Readonly<Record<string, Tone>> = {
  blue: 'blue',
  yellow: 'grey',
  orange: 'orange',
  red: 'red',
} satisfies Record<'blue' | 'yellow' | 'orange' | 'red', Tone>;

/** The level of a warning; `colour` as the school keeps it. */
export function LevelTag({ colour, name }: { colour: string; name: string }) {
  return (
    <StatusTag tone={tones[colour] ?? 'grey'} icon={IconAlertTriangle}>
      {name}
    </StatusTag>
  );
}

import { IconCheck, IconClock, IconExclamationCircle, IconMinus, IconX, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './status-tag.module.css';
import type { Tone } from './tokens.ts';

/** Each status colour has one icon; colour never stands alone. */
export const toneIcons: Record<Tone, Icon> = {
  orange: IconExclamationCircle,
  red: IconX,
  green: IconCheck,
  blue: IconClock,
  grey: IconMinus,
};

export type StatusTagProps = { tone: Tone; children: ReactNode; icon?: Icon | null; title?: string };

/**
 * A status as a tag, 22 high. `icon` replaces the colour's own, `null` leaves it out where a word and a neighbour
 * already say it.
 */
export function StatusTag({ tone, children, icon, title }: StatusTagProps) {
  const Glyph = icon === null ? null : (icon ?? toneIcons[tone]);
  return (
    <span className={classes['tag']} data-tone={tone} title={title}>
      {Glyph && <Glyph size={13} stroke={2} aria-hidden />}
      {children}
    </span>
  );
}

/** Text in a status colour with its icon, without the box. */
export function StatusText({ tone, children, icon }: StatusTagProps) {
  const Glyph = icon === null ? null : (icon ?? toneIcons[tone]);
  return (
    <span className={classes['text']} data-tone={tone}>
      {Glyph && <Glyph size={14} stroke={2} aria-hidden />}
      {children}
    </span>
  );
}

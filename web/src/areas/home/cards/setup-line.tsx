import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { IconFlag } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from '../home.module.css';

const KEPT = 'jwxt.setupMissing';
/** Where 开学准备 is. */
export const setupPath = modulePath('systemManage', 'schoolSetup');

/**
 * What of 开学准备 was missing when this browser last knew: the line stands from the start, so that the page below does
 * not move when the answer comes. An empty text: nothing. Nobody has asked yet: something may be.
 */
export function lastMissing(): string {
  return localStorage.getItem(KEPT) ?? '开学准备';
}

/** Keeps what is missing for the next time. */
export function keepMissing(text: string): void {
  localStorage.setItem(KEPT, text);
}

/** The line that leads to 开学准备; none for an empty text. */
export function SetupLine({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <aside className={classes['setup']} aria-label="开学准备">
      <IconFlag size={16} aria-hidden />
      <span title={text}>{text}</span>
      <Link to={setupPath}>去办理</Link>
    </aside>
  );
}

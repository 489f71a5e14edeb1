import { UnstyledButton } from '@mantine/core';
import classes from './notice.module.css';

/** What can be done with a row. */
export type RowAct = { label: string; shown: boolean; danger?: boolean; run: () => unknown };

/** The 操作 cell: those acts that apply, each named with what it acts on. */
export function RowActs({ acts, subject }: { acts: readonly RowAct[]; subject: string }) {
  return (
    <span className={classes['acts']}>
      {acts
        .filter(({ shown }) => shown)
        .map(({ label, danger, run }) => (
          <UnstyledButton
            key={label}
            c={danger ? 'var(--jw-red-text)' : 'var(--jw-ink)'}
            aria-label={`${label}：${subject}`}
            onClick={() => {
              run();
            }}
          >
            {label}
          </UnstyledButton>
        ))}
    </span>
  );
}

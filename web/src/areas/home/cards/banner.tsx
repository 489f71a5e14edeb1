import { systemSet } from '@jwxt/contracts/session/appearance.operations.ts';
import type { ReactNode } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { useUser } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { greeting } from '../greeting.ts';
import classes from '../home.module.css';

/** The school's own texts and pictures; undefined until they have come. */
export function useAppearance() {
  return useOperation(systemSet, {}, { staleTime: 600_000 }).data;
}

/**
 * Mottos left and right, the person greeted between them, on the school's background or ours (HOME-01, HOME-02,
 * HOME-04).
 */
export function Banner({ children }: { children?: ReactNode }) {
  const user = useUser();
  const settings = useAppearance();
  const now = useNow(60_000);
  const background =
    settings === undefined || settings.sybj === ''
      ? undefined
      : { backgroundImage: `linear-gradient(rgb(14 26 45 / 45%), rgb(14 26 45 / 45%)), url("${settings.sybj}")` };
  return (
    <section className={classes['banner']} style={background} aria-label="欢迎">
      {background === undefined && <Waves />}
      <span className={classes['motto']}>{settings?.zxx}</span>
      <div className={classes['greeting']}>
        <div className={classes['hello']}>
          {greeting(now)}，{user.name}
          {user.kind === 'teacher' && '老师'}
          {user.kind === 'student' && '同学'}
        </div>
        <div>{children ?? `${user.departmentName ?? ''}　${user.semesterName}`}</div>
      </div>
      <span className={classes['motto']} data-right>
        {settings?.yxx}
      </span>
    </section>
  );
}

function Waves() {
  return (
    <svg className={classes['waves']} viewBox="0 0 1366 64" preserveAspectRatio="none" aria-hidden>
      <path d="M0 40C260 8 520 6 760 26s420 26 606 4v34H0z" fill="#fff" opacity=".05" />
      <path d="M0 56c320-26 620-20 880-8s380 4 486-10v26H0z" fill="#0e1a2d" opacity=".35" />
    </svg>
  );
}

/** Whose copyright this is (HOME-03). */
export function Footer() {
  return <footer className={classes['footer']}>{useAppearance()?.COPYRIGHT}</footer>;
}

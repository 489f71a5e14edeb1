import { systemSet } from '@jwxt/contracts/session/appearance.operations.ts';
import { Link } from '@tanstack/react-router';
import { useContext, type ReactNode } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { useMay, useUser } from '../../lib/session.ts';
import { ShortcutsContext } from '../../lib/shortcuts.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card, Page } from '../../ui/page.tsx';
import { ClassesCard } from './classes.card.tsx';
import { EntryProgressCard } from './entry-progress.card.tsx';
import { greeting } from './greeting.ts';
import classes from './home.module.css';
import { MyApplicationsCard } from './my-applications.card.tsx';
import { ReadModelsCard } from './read-models.card.tsx';
import { TodoCard, TodoLine } from './todo.card.tsx';

/** The person's start page: first what waits for them, then what they may open. What shows follows their permissions. */
export function HomePage() {
  const approver = useMay('system:approve');
  const applicant = useMay('systemApprove:query') && !approver;
  const cards: [boolean, ReactNode][] = [
    [approver, <TodoCard key="todo" />],
    [useMay('scoreEntry:save'), <ClassesCard key="classes" />],
    [applicant, <MyApplicationsCard key="applications" />],
    [useMay('readModel:query'), <ReadModelsCard key="models" />],
    [useMay('scoreStatistics:query'), <EntryProgressCard key="progress" />],
  ];
  return (
    <Page title="首页" fill={false}>
      <Banner approver={approver} />
      <div className={classes['columns']}>
        <Shortcuts />
        <div className={classes['cards']}>{cards.filter(([shown]) => shown).map(([, card]) => card)}</div>
      </div>
    </Page>
  );
}

/** Mottos left and right, the person greeted between them (HOME-01, HOME-02, HOME-04). */
function Banner({ approver }: { approver: boolean }) {
  const user = useUser();
  const settings = useOperation(systemSet, {}, { staleTime: 600_000 }).data;
  const now = useNow(60_000);
  return (
    <section className={classes['banner']}>
      <span className={classes['motto']}>{settings?.zxx}</span>
      <div className={classes['greeting']}>
        <div className={classes['hello']}>{greeting(now)}，{user.name}{user.kind === 'teacher' && '老师'}</div>
        <div>{approver ? <TodoLine /> : `${user.departmentName ?? ''}　${user.semesterName}`}</div>
      </div>
      <span className={classes['motto']}>{settings?.yxx}</span>
    </section>
  );
}

/** What the person may open, two per row (HOME-05, HOME-43). */
function Shortcuts() {
  const shortcuts = useContext(ShortcutsContext);
  return (
    <Card title="常用功能">
      <nav className={classes['shortcuts']} aria-label="常用功能">
        {shortcuts.map(({ title, path, icon: Glyph, count }) => (
          <Link key={path} to={path} className={classes['shortcut']}>
            <span className={classes['tile']}><Glyph size={19} stroke={1.6} aria-hidden />{count > 0 && <span className={classes['badge']}>{count > 99 ? '99+' : count}</span>}</span>
            {title}
          </Link>
        ))}
      </nav>
    </Card>
  );
}

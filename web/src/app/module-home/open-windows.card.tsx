import { endsSoon } from '@jwxt/contracts/score/score-entry.rules.ts';
import { modulePath, type ModuleRoute } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { entryClasses } from '@jwxt/contracts/score/score-entry.operations.ts';
import { Link } from '@tanstack/react-router';
import { schoolTime, shortElapsedText } from '../../lib/format.ts';
import { useOperation } from '../../lib/queries.ts';
import { useUser } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './module-home.module.css';
import { openWindows, OWN_CLASSES } from './open-windows.model.ts';

/** Windows of the module in which the person has work now, with the time that is left. */
export function OpenWindows({ route }: { route: ModuleRoute }) {
  const { semester, semesterName } = useUser();
  const shown = route === 'scoreManage';
  const query = useOperation(entryClasses, OWN_CLASSES(semester), { enabled: shown });
  const now = useNow(60_000);
  if (!shown) return null;
  return (
    <Card
      title="开放中的窗口"
      note={semesterName}
      actions={<Link to={modulePath('scoreManage', 'entry')}>去录入</Link>}
    >
      <QueryFaces query={query} compact rows={2}>
        {({ rows }) => {
          const windows = openWindows(rows);
          if (windows.length === 0)
            return <EmptyState compact title="没有开放中的窗口" reason="您的教学班都已送审，或不在录入时间内" />;
          return (
            <ul className={classes['list']}>
              {windows.map(({ end, classes: count }) => (
                <li key={end}>
                  <span>
                    成绩录入　{count} 个教学班待录入<small>截止 {end.slice(0, 16)}</small>
                  </span>
                  <b data-late={endsSoon(schoolTime(end) - now) || undefined}>
                    剩余 {shortElapsedText(schoolTime(end) - now)}
                  </b>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryFaces>
    </Card>
  );
}

import { OWN_SHUNT_PATH } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import { ownShunts } from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { Card } from '../../../ui/page.tsx';
import classes from '../home.module.css';
import { FailedCard, failedFirst } from './failed.card.tsx';

/** Streaming of majors that a student takes part in, with the way to what he asks for (STUDENT-STATUS-37). */
export function OwnShuntsCard() {
  const query = useOperation(ownShunts, {}, { enabled: useMay('shuntAction:own') });
  if (failedFirst(query)) return <FailedCard title="专业分流" query={query} />;
  const rows = query.data?.list ?? [];
  if (rows.length === 0) return null;
  return (
    <Card flush title="专业分流">
      <ul className={classes['rows']}>
        {rows.map(({ diversionId, diversionName, open, filedAt, result }) => (
          <li key={diversionId}>
            <div className={classes['rowText']}>
              <div>{diversionName}</div>
            </div>
            <Link to={OWN_SHUNT_PATH} aria-label={`${diversionName}：我的分流志愿`}>
              {result === null ? (open ? (filedAt === null ? '填报志愿' : '修改志愿') : '查看志愿') : '查看结果'}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

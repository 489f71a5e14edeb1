import { ownRebuilds } from '@jwxt/contracts/makeup/rebuild-management.operations.ts';
import { OWN_REBUILDS_PATH } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { SignUpStatus } from '../../../pickers/sign-up-status.tsx';
import { Card } from '../../../ui/page.tsx';
import classes from '../home.module.css';
import { FailedCard, failedFirst } from './failed.card.tsx';

const SHOWN = 3;

/** What a student signed up for to take again, with its class and fee; nothing while there is none (SCORE-MORE-27). */
export function OwnRebuildsCard() {
  const may = useMay('rebuildSignUpResult:query');
  const query = useOperation(ownRebuilds, {}, { enabled: may });
  if (failedFirst(query)) return <FailedCard title="重修报名" query={query} />;
  const list = query.data?.list ?? [];
  if (list.length === 0) return null;
  return (
    <Card flush title="重修报名" actions={<Link to={OWN_REBUILDS_PATH}>更多</Link>}>
      <ul className={classes['rows']}>
        {list.slice(0, SHOWN).map((row) => (
          <li key={row.signUpId}>
            <div className={classes['rowText']}>
              <div>{row.courseName}</div>
              <small>
                {[row.rebuildClassName ?? row.rebuildModeName, `${row.amount ?? ''} 元`, row.payStatusName]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </small>
            </div>
            <SignUpStatus status={row.signUpStatus} name={row.signUpStatusName} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

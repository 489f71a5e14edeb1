import { studentApplicationKinds } from '@jwxt/contracts/student-application/all-student-applications.ts';
import { ownApplicationsPath } from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useMayCheck } from '../../../lib/session.ts';
import { Card } from '../../../ui/page.tsx';
import classes from '../home.module.css';

/** What a student may apply for, with the way to a new application and to the own ones (decision 068). */
export function OwnApplicationsCard() {
  const may = useMayCheck();
  const kinds = studentApplicationKinds.filter(({ byStudent, permissions }) => byStudent && may(permissions.apply));
  if (kinds.length === 0) return null;
  return (
    <Card flush title="学生业务申请">
      <ul className={classes['rows']}>
        {kinds.map((kind) => (
          <li key={kind.group}>
            <div className={classes['rowText']}>
              <div>{kind.name}</div>
            </div>
            <Link to={ownApplicationsPath(kind.group)} aria-label={`我的${kind.name}`}>
              我的申请
            </Link>
            <Link to={`${ownApplicationsPath(kind.group)}/new`}>{kind.verb}</Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

import { ownWarnings } from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import { OWN_WARNINGS_PATH, sendStatus } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { Card } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import classes from '../home.module.css';
import { FailedCard, failedFirst } from './failed.card.tsx';

/**
 * 我的预警 of a student, and the way to its page, where it is signed; who has none sees nothing (STUDENT-STATUS-27).
 */
export function OwnWarningsCard() {
  const query = useOperation(ownWarnings, {}, { enabled: useMay('statusWarningResult:own') });
  const { data } = query;
  if (failedFirst(query)) return <FailedCard title="我的预警" query={query} />;
  const inForce = (data?.list ?? []).filter(({ revokeReason }) => revokeReason === '').slice(0, 3);
  const courses = data?.courses ?? [];
  if (inForce.length + courses.length === 0) return null;
  return (
    <Card flush title="我的预警" actions={<Link to={OWN_WARNINGS_PATH}>查看与签收</Link>}>
      <ul className={classes['rows']} aria-label="我的预警">
        {inForce.map(({ warningResultId, warningLevelName, semesterName, reasonText, sendStatus: sent }) => (
          <li key={warningResultId}>
            <div className={classes['rowText']}>
              <span>
                {semesterName} · {warningLevelName}
              </span>
              <div className={classes['dim']}>{reasonText}</div>
            </div>
            <StatusTag tone={sent === sendStatus.signed ? 'green' : 'red'}>
              {sent === sendStatus.signed ? '已签收' : '待签收'}
            </StatusTag>
          </li>
        ))}
        {courses.slice(0, 3).map(({ courseWarningId, courseName, warnReasonName, warnText }) => (
          <li key={courseWarningId}>
            <div className={classes['rowText']}>
              <span>
                课程预警：{courseName} · {warnReasonName}
              </span>
              <div className={classes['dim']}>{warnText}</div>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

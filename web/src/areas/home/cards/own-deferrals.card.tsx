import { deferredExamQuery } from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { deferredExamPath, OWN_DEFERRED_EXAMS_PATH } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { ApplicationStatus } from '../../../pickers/application-status.tsx';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card } from '../../../ui/page.tsx';
import classes from '../home.module.css';

/** 缓考申请 of a student: the newest, with how each stands, and the way to a new one (SCORE-MORE-16). */
export function OwnDeferralsCard() {
  const mayApply = useMay('deferredExamApply:apply');
  const query = useOperation(deferredExamQuery, { view: 'apply', pageNo: 1, pageSize: 5 }, { enabled: mayApply });
  if (!mayApply) return null;
  return (
    <Card
      flush
      title="缓考申请"
      actions={
        <>
          <Link to={`${OWN_DEFERRED_EXAMS_PATH}/new`}>申请缓考</Link>
          <Link to={OWN_DEFERRED_EXAMS_PATH}>更多</Link>
        </>
      }
    >
      <QueryFaces query={query} compact>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState compact title="没有缓考申请" reason="不能按时参加考试的，请在考前申请缓考" />
          ) : (
            <ul className={classes['rows']}>
              {rows.map((row) => (
                <li key={row.applyId}>
                  <div className={classes['rowText']}>
                    <div>{row.courseName}</div>
                    <small>
                      {row.deferredReasonName} · {row.applyTime.slice(0, 16)}
                    </small>
                  </div>
                  <ApplicationStatus
                    status={row.approvalBusinessStatus}
                    name={
                      row.currentNodeName === null
                        ? row.approvalBusinessStatusName
                        : `${row.approvalBusinessStatusName} · ${row.currentNodeName}`
                    }
                  />
                  <Link to={deferredExamPath(row.applyId)} aria-label={`详情：${row.courseName}`}>
                    详情
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryFaces>
    </Card>
  );
}

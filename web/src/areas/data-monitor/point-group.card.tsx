import type { monitorPointView } from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { z } from 'zod';
import { Card } from '../../ui/page.tsx';
import classes from './data-monitor.module.css';
import { SeverityTag } from './severity-tag.tsx';

export type MonitorPoint = z.output<typeof monitorPointView>;

/** One group of points: those with problems first, each with a bar as long as its share of the group's worst. */
export function PointGroupCard({ title, points }: { title: string; points: readonly MonitorPoint[] }) {
  const wrong = points
    .filter(({ problemNum, lastFailure }) => problemNum > 0 || lastFailure !== null)
    .toSorted((a, b) => b.problemNum - a.problemNum);
  const most = Math.max(1, ...wrong.map(({ problemNum }) => problemNum));
  const sum = wrong.reduce((total, { problemNum }) => total + problemNum, 0);
  return (
    <Card
      title={title}
      note={`${String(points.length)} 个监测点`}
      actions={<span>{sum > 0 ? `${String(sum)} 个问题` : '无问题'}</span>}
    >
      {wrong.length === 0 && (
        <p className={classes['fine']}>
          <IconCircleCheck size={18} aria-hidden />
          全部正常
        </p>
      )}
      <ul className={classes['points']}>
        {wrong.map((point) => (
          <li key={point.pointCode}>
            <SeverityTag severity={point.severity}>{point.severityName}</SeverityTag>
            {point.lastFailure === null ? (
              <Link
                className={classes['pointName']}
                to={modulePath('dataMonitor', 'monitorResult')}
                search={{ pointCode: point.pointCode }}
                title={point.remedy}
              >
                {point.pointName}
              </Link>
            ) : (
              <span className={classes['pointName']} title={point.lastFailure}>
                {point.pointName}
              </span>
            )}
            {point.lastFailure === null ? (
              <span className={classes['bar']} aria-hidden>
                <span
                  data-severity={point.severity}
                  style={{ width: `${String(Math.max(2, (100 * point.problemNum) / most))}%` }}
                />
              </span>
            ) : (
              <span className={classes['bar']}>{point.lastFailure}</span>
            )}
            <span className={classes['num']}>{point.lastFailure === null ? point.problemNum : NOTHING}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

import type { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import classes from './difference-table.module.css';

export type Differences = OutputOf<typeof approvalDetail>['differences'];

/** Scores before and after, of an application or between two submissions; new values red. */
export function DifferenceTable({ rows, label }: { rows: Differences; label: string }) {
  return (
    <table className={classes['table']} aria-label={label}>
      <thead>
        <tr>
          {['学号', '姓名', '成绩项', '原值', '新值', '总评变化'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            <td>{row.studentNumber}</td>
            <td>{row.studentName}</td>
            <td>{row.itemName}</td>
            <td>{row.before || NOTHING}</td>
            <td className={classes['changed']}>
              <span className="jw-visually-hidden">变更为</span>
              {row.after || NOTHING}
            </td>
            <td>
              {row.totalBefore || NO_SCORE} → {row.totalAfter || NO_SCORE}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { scoreChangeDetail } from '@jwxt/contracts/score/score-change.operations.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { QueryFaces } from '../../../ui/faces.tsx';
import { Card } from '../../../ui/page.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { ChangeEffectLine } from './change-effect.tsx';
import classes from './score-change-detail.module.css';

type Detail = OutputOf<typeof scoreChangeDetail>;

/** What is decided with a change of scores, inside the details of its application. */
export function ChangesOf({ applyId }: { applyId: string }) {
  const query = useOperation(scoreChangeDetail, { applyId }, { keepPrevious: false });
  return (
    <QueryFaces query={query}>
      {(detail) => (
        <Card flush title="更改前后对照" note="变化的值标红">
          <ChangeEffectLine effect={detail.effect} />
          <ChangeTable detail={detail} compact />
        </Card>
      )}
    </QueryFaces>
  );
}

/**
 * Every changed cell of a change application before and after (SCORE-CHANGE-03, 04). `compact`: without the items that
 * nobody's is changed of, and number and name in one, so that the totals are seen in a dialog and on a phone, too.
 */
export function ChangeTable({ detail, compact = false }: { detail: Detail; compact?: boolean }) {
  const { rows } = detail;
  const items = compact ? detail.items.filter(({ dataKey }) => rows.some((row) => dataKey in row.items)) : detail.items;
  const withRemarks = !compact || rows.some((row) => row.remarkName !== row['remarkName!']);
  const mayReplay = useMay('scoreLog:query');
  return (
    // Wider than most windows: it is scrolled by keyboard, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroll']} role="region" aria-label="更改明细" tabIndex={0}>
      <table className={classes['table']} data-compact={compact || undefined} aria-label="更改明细">
        <thead>
          <tr>
            <th rowSpan={2} scope="col">
              序号
            </th>
            {compact ? (
              <th rowSpan={2} scope="col">
                学生
              </th>
            ) : (
              <>
                <th rowSpan={2} scope="col">
                  学号
                </th>
                <th rowSpan={2} scope="col">
                  姓名
                </th>
              </>
            )}
            {items.map((item) => (
              <th key={item.dataKey} colSpan={2} scope="colgroup">
                {item.scoreSubItemName} <small>{item.scoreSubItemProportion}%</small>
              </th>
            ))}
            {withRemarks && (
              <th colSpan={2} scope="colgroup">
                成绩备注
              </th>
            )}
            <th colSpan={2} scope="colgroup">
              总评
            </th>
            {!compact && (
              <th rowSpan={2} scope="col">
                更改项
              </th>
            )}
            {mayReplay && (
              <th rowSpan={2} scope="col">
                历史
              </th>
            )}
            <th rowSpan={2} scope="col">
              行政班
            </th>
            <th rowSpan={2} scope="col">
              年级专业
            </th>
          </tr>
          <tr>
            {[...items.map((item) => item.dataKey), ...(withRemarks ? ['remark'] : []), 'final'].flatMap((key) => [
              <th key={`${key}-before`} scope="col">
                更改前
              </th>,
              <th key={`${key}-after`} scope="col">
                更改后
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.studentCode}>
              <td>{index + 1}</td>
              {compact ? (
                <td className={classes['left']}>
                  <TwoLines first={row.studentName} second={row.studentNumber} />
                </td>
              ) : (
                <>
                  <td>{row.studentNumber}</td>
                  <td>{row.studentName}</td>
                </>
              )}
              {items.map((item) => {
                const change = row.items[item.dataKey];
                return change ? (
                  <Pair key={item.dataKey} before={change.before ?? '空'} after={change.after ?? '空'} />
                ) : (
                  <Unchanged key={item.dataKey} />
                );
              })}
              {withRemarks &&
                (row.remarkName === row['remarkName!'] ? (
                  <Unchanged />
                ) : (
                  <Pair before={row.remarkName} after={row['remarkName!']} />
                ))}
              <Pair before={row.finalBefore} after={row.finalAfter} />
              {!compact && <td className={classes['left']}>{row.scoreChange}</td>}
              {mayReplay && (
                <td>
                  <Link
                    to={
                      `${modulePath('scoreManage', 'replay')}?studentCode=${encodeURIComponent(row.studentCode)}` +
                      `&courseCode=${encodeURIComponent(detail.courseId)}`
                    }
                    aria-label={`${row.studentName}的成绩回放`}
                  >
                    回放
                  </Link>
                </td>
              )}
              <td className={classes['left']}>{row.administrativeClassName}</td>
              <td className={classes['left']}>{row.gradeMajorName}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A value that the application leaves as it is: it was not handed in, and a dash would read as no score. */
function Unchanged() {
  return (
    <td colSpan={2} className={classes['unchanged']}>
      未更改
    </td>
  );
}

function Pair({ before, after }: { before: string; after: string }) {
  const changed = before !== after;
  return (
    <>
      <td>{before}</td>
      <td className={changed ? classes['changed'] : undefined}>
        {after}
        {changed && <span className="jw-visually-hidden">（已更改）</span>}
      </td>
    </>
  );
}

import { endsSoon, isOpenWork } from '@jwxt/contracts/score/score-entry.rules.ts';
import { entryClasses } from '@jwxt/contracts/score/score-entry.operations.ts';
import { entryStateNames, scoreTypeNames } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Progress } from '@mantine/core';
import { IconCornerUpLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { schoolTime, shortElapsedText } from '../../../lib/format.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useUser } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card, Figure } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone } from '../../../ui/tokens.ts';
import classes from '../home.module.css';

type EntryClass = OutputOf<typeof entryClasses>['rows'][number];
const tones: Record<EntryClass['entryState'], Tone> = {
  empty: 'grey',
  entering: 'grey',
  submitted: 'blue',
  passed: 'green',
  returned: 'red',
};
const ROWS = 5;

/** Classes that still want work and whose window is open, soonest end first, then the rest. */
export function byUrgency(rows: readonly EntryClass[]): EntryClass[] {
  const rank = (row: EntryClass) =>
    isOpenWork(row) ? (row.entryState === 'returned' ? 0 : 1) : row.windowState === 'before' ? 2 : 3;
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.scoreTermInputEndTime.localeCompare(b.scoreTermInputEndTime));
}

/** 成绩录入: open windows and days left first. */
export function ClassesCard() {
  const { semester, semesterName } = useUser();
  const query = useOperation(entryClasses, {
    ...(semester === '' ? {} : { semesterId: semester }),
    pageNo: 1,
    pageSize: 100,
  });
  return (
    <Card flush title="成绩录入" note={semesterName} actions={<Link to="/jwxt/gly/scoreManage/entry">更多</Link>}>
      <QueryFaces query={query} compact>
        {({ rows, elsewhere }) =>
          rows.length === 0 ? (
            <>
              <Elsewhere list={elsewhere} />
              <EmptyState compact title="本学期没有教学班" reason="如有疑问，请联系院系教务员" />
            </>
          ) : (
            <>
              <div className={classes['figures']}>
                <Figure value={rows.filter(isOpenWork).length} label="待录入教学班" tone="ink" />
                <Figure
                  value={rows.filter((row) => row.entryState === 'returned').length}
                  label="被退回"
                  {...(rows.some((row) => row.entryState === 'returned') ? { tone: 'red' as const } : {})}
                />
                <Figure
                  value={rows.filter((row) => row.entryState === 'submitted').length}
                  label={entryStateNames.submitted}
                />
                <Figure
                  value={rows.filter((row) => row.entryState === 'passed').length}
                  label={entryStateNames.passed}
                />
              </div>
              <Elsewhere list={elsewhere} />
              <ul className={classes['rows']}>
                {byUrgency(rows)
                  .slice(0, ROWS)
                  .map((row) => (
                    <ClassRow key={`${row.teachingClassId}.${row.scoreType}`} row={row} />
                  ))}
              </ul>
            </>
          )
        }
      </QueryFaces>
    </Card>
  );
}

/** Classes that wait beside those of the list: of other score types, and of other semesters. */
function Elsewhere({ list }: { list: OutputOf<typeof entryClasses>['elsewhere'] }) {
  const { semester } = useUser();
  if (list.length === 0) return null;
  return (
    <ul className={classes['byProcess']} aria-label="其他待录入教学班">
      {list.map(({ semesterId, semesterName, scoreType, n }) => (
        <li key={`${semesterId} ${scoreType}`}>
          <Link to="/jwxt/gly/scoreManage/entry" search={{ semesterId, scoreType }}>
            {semesterId === semester ? '' : semesterName}
            {scoreTypeNames[scoreType]}待录入 <b>{n}</b> 个教学班
          </Link>
        </li>
      ))}
    </ul>
  );
}

function ClassRow({ row }: { row: EntryClass }) {
  const left = schoolTime(row.scoreTermInputEndTime) - useNow(60_000);
  const done = row.coursePersonCount === 0 ? 0 : (row.enteredNum / row.coursePersonCount) * 100;
  const windowText =
    row.windowState === 'open'
      ? `剩余 ${shortElapsedText(left)}`
      : row.windowState === 'before'
        ? `${row.scoreTermInputBeginTime.slice(5, 16)} 开始`
        : '录入已截止';
  return (
    <li>
      <div className={classes['rowText']}>
        <div className="jw-ellipsis">{row.courseName}</div>
        <div className="jw-ellipsis">
          <small>{row.teachingClassName}</small>
        </div>
      </div>
      <div className={classes['meter']}>
        <Progress
          value={done}
          size={6}
          color={row.entryState === 'passed' ? 'green' : 'ink'}
          aria-label={`已录 ${String(row.enteredNum)} 人，共 ${String(row.coursePersonCount)} 人`}
        />
        <small>
          {row.enteredNum} / {row.coursePersonCount} 人
        </small>
      </div>
      <div className={classes['state']}>
        <StatusTag tone={tones[row.entryState]} {...(row.entryState === 'returned' ? { icon: IconCornerUpLeft } : {})}>
          {row.entryStateName}
        </StatusTag>
        <span className={classes['window']} data-late={(isOpenWork(row) && endsSoon(left)) || undefined}>
          {isOpenWork(row) || row.windowState === 'before' ? windowText : ''}
        </span>
      </div>
      <Link
        to={`/jwxt/gly/scoreManage/entry/${encodeURIComponent(row.teachingClassId)}/${row.scoreType}`}
        aria-label={`${isOpenWork(row) ? '录入' : '查看'}：${row.teachingClassName}`}
      >
        {isOpenWork(row) ? '录入' : '查看'}
      </Link>
    </li>
  );
}

import { IconLock } from '@tabler/icons-react';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import type { PlanCell } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { planSource } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { termText } from '@jwxt/contracts/scheme/plan/term.rules.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { isRequired } from '@jwxt/contracts/scheme/schema/schema-sums.ts';
import { useState } from 'react';
import type { PlanLine, PlanTerm } from './plan-matrix.model.ts';
import classes from './plan.module.css';

interface PlanMatrixProps {
  terms: readonly PlanTerm[];
  lines: readonly PlanLine[];
  /** Absent: rows are only looked at. */
  onMove?: (row: PlanCell, term: number) => void;
  onOpen: (row: PlanCell) => void;
}

/**
 * A plan by class of courses and term, with the sums of both. A course is moved to another term by dragging it, or by
 * Alt with ← and → on it.
 */
export function PlanMatrix({ terms, lines, onMove, onOpen }: PlanMatrixProps) {
  const [dragged, setDragged] = useState<PlanCell | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const isOpen = (term: PlanTerm) => term.when !== 'past';
  const drop = (term: PlanTerm) => {
    if (dragged && dragged.term !== term.term && isOpen(term)) onMove?.(dragged, term.term);
    setDragged(null);
    setOver(null);
  };
  return (
    <div className={classes['scroll']} role="region" aria-label="按学期的执行计划">
      <table className={classes['matrix']}>
        <thead>
          <tr>
            <th className={classes['corner']}>模块</th>
            {terms.map((term) => (
              <th key={term.term} data-when={term.when} scope="col">
                <span className={classes['term']}>
                  第{term.term}学期<small>{termText(term.term)}</small>
                </span>
                <span className={classes['semester']}>{term.semesterId}</span>
                <span className={classes['sum']}>
                  {term.sum.courses} 门 · <b>{hoursText(term.sum.credit)}</b> 学分
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th className={classes['module']} scope="row">
                <span>{line.names[0]}</span>
                {line.names[1] !== '' && <small>{line.names[1]}</small>}
                <LineSum line={line} />
              </th>
              {terms.map((term) => (
                <td
                  key={term.term}
                  data-when={term.when}
                  data-over={(dragged && over === term.term && isOpen(term)) || undefined}
                  onDragOver={(event) => {
                    if (!dragged || !isOpen(term)) return;
                    event.preventDefault();
                    setOver(term.term);
                  }}
                  onDrop={() => {
                    drop(term);
                  }}
                >
                  {(line.cells.get(term.term) ?? []).map((row) => (
                    <PlanCard
                      key={row.executionPlanId}
                      row={row}
                      moves={onMove !== undefined && row.fixed === ''}
                      onOpen={onOpen}
                      onDrag={(is) => {
                        setDragged(is ? row : null);
                        if (!is) setOver(null);
                      }}
                      onStep={(step) => {
                        const target = terms.find((each) => each.term === row.term + step);
                        if (target && isOpen(target)) onMove?.(row, target.term);
                      }}
                    />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a class has, of what it asks for. */
function LineSum({ line: { sum, limit } }: { line: PlanLine }) {
  const asked = limit === null || limit.minCredit === '' ? null : limit.minCredit;
  return (
    <span className={classes['sum']} data-missing={(limit !== null && limit.missing !== '') || undefined}>
      <b>{hoursText(sum.credit)}</b>
      {asked === null ? '' : ` / ${asked}`} 学分{limit !== null && limit.missing !== '' && `，差 ${limit.missing}`}
    </span>
  );
}

function PlanCard({
  row,
  moves,
  onOpen,
  onDrag,
  onStep,
}: {
  row: PlanCell;
  moves: boolean;
  onOpen: (row: PlanCell) => void;
  onDrag: (is: boolean) => void;
  onStep: (step: 1 | -1) => void;
}) {
  return (
    <button
      type="button"
      className={classes['card']}
      data-elective={!isRequired(row) || undefined}
      data-moves={moves || undefined}
      draggable={moves}
      title={`${row.courseBusinessCode} ${row.courseName}${row.fixed === '' ? '' : `（${row.fixed}）`}`}
      aria-keyshortcuts={moves ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', row.courseName);
        onDrag(true);
      }}
      onDragEnd={() => {
        onDrag(false);
      }}
      onKeyDown={(event) => {
        if (!moves || !event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
        event.preventDefault();
        onStep(event.key === 'ArrowLeft' ? -1 : 1);
      }}
      onClick={() => {
        onOpen(row);
      }}
    >
      <span className={classes['name']}>{row.courseName}</span>
      <span className={classes['figures']}>
        {row.credit} 学分 · {row.totalHour} 学时
        {row.fixed !== '' && <IconLock size={11} aria-label={row.fixed} />}
      </span>
      <Marks row={row} />
    </button>
  );
}

function Marks({ row }: { row: PlanCell }) {
  const marks = [
    ...(row.courseAttributeName === '' || isRequired(row) ? [] : [row.courseAttributeName]),
    ...(row.planSource === planSource.common ? ['公共'] : []),
    ...(row.planSource === planSource.adjusted ? ['新增'] : []),
    ...(row.specialItemSign === yesNo.yes ? ['专项'] : []),
    ...(row.directionName === '' ? [] : [row.directionName]),
    ...(row.exceptions > 0 ? [`例外${String(row.exceptions)}`] : []),
  ];
  return marks.length === 0 ? null : (
    <span className={classes['marks']}>
      {marks.map((mark) => (
        <span key={mark}>{mark}</span>
      ))}
    </span>
  );
}

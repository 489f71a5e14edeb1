import { memo, useEffect, useMemo, useRef } from 'react';
import { useCurrentColumn, type CellFocus } from './cell-focus.store.ts';
import { gridActions } from './grid-actions.ts';
import { gridWidths } from './grid-widths.ts';
import { ScoreRow } from './grid-row.tsx';
import { useRowWindow } from './row-window.ts';
import classes from './score-grid.module.css';
import { REMARK_KEY, type CellRef, type SheetHead } from './sheet-grid.model.ts';
import { columnsOf, firstEditable } from './sheet-navigation.model.ts';
import type { PasteReport } from '../sheet-import/sheet-paste.model.ts';
import type { GridSession } from '../sheet/sheet-session.ts';

export type ScoreGridProps = {
  session: GridSession;
  focus: CellFocus;
  sheet: SheetHead;
  /** All rows that can be walked through, in order, whatever the page. */
  order: readonly string[];
  /** Rows of this page and the number of the first. */
  shown: readonly string[];
  numberFrom: number;
  /** Brings a cell's row into view, turning the page. */
  onReveal: (ref: CellRef) => void;
  /** `change`: what is typed is a proposal, shown in red beside the published value (SCORE-CHANGE-04). */
  mode?: 'entry' | 'change';
  onPasted: (report: PasteReport) => void;
};

/** A table without a cell to type into is scrolled by keyboard itself. */
const readOnly = { tabIndex: 0, role: 'region', 'aria-label': '成绩单' } as const;

/**
 * The table of scores: names stay in view, arrows, Enter and Tab walk, blocks are drawn, filled, copied to and pasted
 * from spreadsheets.
 */
export const ScoreGrid = memo(function ScoreGrid({
  session,
  focus,
  sheet,
  order,
  shown,
  numberFrom,
  mode = 'entry',
  onReveal,
  onPasted,
}: ScoreGridProps) {
  const latest = useRef({ order, onReveal, onPasted });
  useEffect(() => {
    latest.current = { order, onReveal, onPasted };
  }, [order, onReveal, onPasted]);
  const actions = useMemo(() => gridActions(session, focus, latest), [session, focus]);
  const entry = useMemo(() => firstEditable(session.get().grid, shown)?.studentCode, [session, shown]);
  const columns = sheet.items.length + 9;
  const widths = useMemo(() => gridWidths(session.get().grid, mode), [session, mode]);
  const rows = useRowWindow(shown.length);
  const { reveal } = rows;
  // The row to which the focus goes may not be held yet; scrolled into view, its cell takes the keyboard.
  useEffect(
    () =>
      focus.subscribe(() => {
        const at = focus.corner();
        if (at) reveal(shown.indexOf(at.studentCode));
      }),
    [focus, shown, reveal],
  );
  useEffect(() => {
    focus.show({ order: shown, columns: columnsOf(sheet) });
  }, [focus, shown, sheet]);
  return (
    <div
      ref={rows.box}
      className={classes['scroll']}
      {...(entry === undefined ? readOnly : {})}
      onScroll={rows.onScroll}
      onPaste={(event) => {
        const at = focus.get();
        if (at) actions.paste(at, event);
      }}
      onCopy={(event) => {
        actions.copy(event);
      }}
      onCut={(event) => {
        actions.cut(event);
      }}
    >
      {/* A grid is a table whose cells take the keyboard (ARIA authoring practices). */}
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        className={classes['grid']}
        style={widths.edges}
        aria-label={mode === 'entry' ? '成绩录入表' : '成绩更改表'}
        data-mode={mode}
        aria-rowcount={order.length + 1}
        aria-colcount={columns}
        aria-readonly={!sheet.editable}
      >
        <colgroup>
          {widths.all.map((width, index) => (
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">序号</th>
            <th scope="col">学号</th>
            <th scope="col">姓名</th>
            {sheet.items.map((item) => (
              <ItemHead
                key={item.dataKey}
                focus={focus}
                dataKey={item.dataKey}
                title={item.scoreSubItemName}
                note={`${String(item.scoreSubItemProportion)}%`}
              />
            ))}
            <ItemHead focus={focus} dataKey={REMARK_KEY} title="成绩备注" note={null} />
            <th scope="col">
              <span>总评</span>
              <small>自动计算</small>
            </th>
            <th scope="col">名单来源</th>
            <th scope="col">行政班</th>
            <th scope="col">年级专业</th>
            <th scope="col">状态</th>
          </tr>
        </thead>
        <tbody>
          {rows.above > 0 && <tr aria-hidden style={{ height: rows.above }} />}
          {shown.slice(rows.from, rows.to).map((studentCode, index) => (
            <ScoreRow
              key={studentCode}
              session={session}
              focus={focus}
              actions={actions}
              sheet={sheet}
              mode={mode}
              units={widths.units}
              studentCode={studentCode}
              number={numberFrom + rows.from + index}
              entry={studentCode === entry}
            />
          ))}
          {rows.below > 0 && <tr aria-hidden style={{ height: rows.below }} />}
        </tbody>
      </table>
    </div>
  );
});

function ItemHead({
  focus,
  dataKey,
  title,
  note,
}: {
  focus: CellFocus;
  dataKey: string;
  title: string;
  note: string | null;
}) {
  const current = useCurrentColumn(focus) === dataKey;
  return (
    <th scope="col" data-current={current || undefined}>
      <span>{title}</span>
      {note !== null && <small>{note}</small>}
    </th>
  );
}

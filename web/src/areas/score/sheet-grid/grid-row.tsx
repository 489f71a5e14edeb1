import { Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBarToDown,
  IconCheck,
  IconCircleX,
  IconClock,
  IconLoader2,
  IconPencil,
  IconSend,
} from '@tabler/icons-react';
import { memo, useSyncExternalStore } from 'react';
import { barredBy } from '@jwxt/contracts/score/score-arithmetic.ts';
import { sheetStatusNames, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { StatusText } from '../../../ui/status-tag.tsx';
import { useFocusedColumn, useRowMarks, type CellFocus } from './cell-focus.store.ts';
import { GridCell, type GridActions } from './grid-cell.tsx';
import { isLong, type UnitWidths } from './grid-widths.ts';
import classes from './score-grid.module.css';
import {
  cellState,
  incompleteText,
  itemOf,
  mayChangeRemark,
  mayTypeItem,
  REMARK_KEY,
  shownText,
  type GridRow,
  type RowView,
  type SheetHead,
} from './sheet-grid.model.ts';
import { columnsOf } from './sheet-navigation.model.ts';
import type { GridSession } from '../sheet/sheet-session.ts';
import { viewOf } from '../sheet-checks/sheet-summary.model.ts';

export type ScoreRowProps = {
  session: GridSession;
  focus: CellFocus;
  actions: GridActions;
  sheet: SheetHead;
  mode: 'entry' | 'change';
  units: UnitWidths;
  studentCode: string;
  number: number;
  /** The row by which the keyboard enters the grid. */
  entry: boolean;
};

/** One student. Renders only when this student's row changes or the focus comes or goes. */
export const ScoreRow = memo(function ScoreRow({
  session,
  focus,
  actions,
  sheet,
  mode,
  units,
  studentCode,
  number,
  entry,
}: ScoreRowProps) {
  const row = useSyncExternalStore(session.subscribe, () => session.get().grid.rows[studentCode]);
  const focused = useFocusedColumn(focus, studentCode);
  const marks = useRowMarks(focus, studentCode);
  if (!row) return null;
  const view = viewOf(row, sheet);
  const { server } = row;
  const failing = view.final !== null && !view.passed;
  const entryColumn = entry ? columnsOf(sheet).find((dataKey) => mayType(sheet, row, view, dataKey)) : undefined;
  const whyBarred = (dataKey: string): string | null => {
    const item = itemOf(sheet, dataKey);
    return item ? barredBy(shownText(row, dataKey), view.remark, item) : null;
  };
  const cell = (dataKey: string, index: number) => {
    const editable = mayType(sheet, row, view, dataKey);
    const draft = row.drafts[dataKey];
    const active = focused === dataKey;
    return (
      <GridCell
        key={dataKey}
        actions={actions}
        sheet={sheet}
        mode={mode}
        studentCode={studentCode}
        studentName={server.studentName}
        dataKey={dataKey}
        columnIndex={index}
        text={shownText(row, dataKey)}
        editing={row.editing?.dataKey === dataKey ? row.editing.text : null}
        state={cellState(row, dataKey)}
        draft={draft}
        row={active && draft?.conflict ? row : null}
        barredBy={whyBarred(dataKey)}
        editable={editable}
        active={active}
        entry={dataKey === entryColumn}
        selected={marks.selected.includes(dataKey)}
        filled={marks.filled.includes(dataKey)}
        handle={marks.handle === dataKey}
      />
    );
  };
  const first = 4;
  const after = first + sheet.items.length;
  return (
    <tr
      aria-rowindex={number + 1}
      className={classes['row']}
      data-student={studentCode}
      data-submittable={(mode === 'entry' && view.submittable) || undefined}
      data-focused={focused !== null || undefined}
    >
      <td aria-colindex={1} className={classes['number']}>
        {number}
      </td>
      <td aria-colindex={2} className={classes['studentNumber']}>
        {server.studentNumber}
      </td>
      <th scope="row" aria-colindex={3} className={classes['name']} title={server.studentName}>
        {server.studentName}
      </th>
      {sheet.items.map((item, index) => cell(item.dataKey, first + index))}
      {cell(REMARK_KEY, after)}
      <td aria-colindex={after + 1} className={classes['final']} data-failing={failing || undefined}>
        {mode === 'change' && view.finalText !== server.studentScoreFinalValue && (
          <s className={classes['before']}>{server.studentScoreFinalValue}</s>
        )}
        {failing && (
          <>
            <IconCircleX size={14} stroke={2} aria-hidden />
            <span className="jw-visually-hidden">不及格</span>
          </>
        )}
        {view.finalText}
        {view.cappedText !== '' && (
          <Tooltip label={view.cappedText}>
            <span className={classes['capped']}>
              <IconArrowBarToDown size={14} stroke={2} aria-hidden />
              <span className="jw-visually-hidden">{view.cappedText}</span>
            </span>
          </Tooltip>
        )}
      </td>
      <td aria-colindex={after + 2}>{server.isReExamStudentName || '初修'}</td>
      <UnitCell at={after + 3} name={server.administrativeClassName} widest={units.class} />
      <UnitCell at={after + 4} name={server.gradeMajorName} widest={units.major} />
      <td aria-colindex={after + 5} className={classes['state']}>
        {mode === 'change' ? <ChangeState row={row} view={view} /> : <RowState row={row} view={view} sheet={sheet} />}
      </td>
    </tr>
  );
});

function UnitCell({ at, name, widest }: { at: number; name: string; widest: number }) {
  return (
    <td aria-colindex={at} title={name}>
      <span className={isLong(name, widest) ? classes['unit'] : classes['whole']}>{name}</span>
    </td>
  );
}

function mayType(sheet: SheetHead, row: GridRow, view: RowView, dataKey: string): boolean {
  if (!sheet.editable) return false;
  if (dataKey === REMARK_KEY) return mayChangeRemark(sheet, row);
  return mayTypeItem(sheet, dataKey, view.remark);
}

function RowState({ row, view, sheet }: { row: GridRow; view: RowView; sheet: SheetHead }) {
  if (view.counts.conflict > 0)
    return (
      <StatusText tone="red" icon={IconAlertTriangle}>
        冲突
      </StatusText>
    );
  if (view.counts.refused > 0)
    return (
      <StatusText tone="red" icon={IconAlertTriangle}>
        有误
      </StatusText>
    );
  if (row.editing)
    return (
      <StatusText tone="blue" icon={IconPencil}>
        输入中
      </StatusText>
    );
  if (view.counts.unsaved > 0)
    return (
      <span className={classes['unsavedText']}>
        <IconPencil size={14} stroke={2} aria-hidden />
        未保存
      </span>
    );
  if (view.counts.saving > 0)
    return (
      <StatusText tone="blue" icon={IconLoader2}>
        保存中
      </StatusText>
    );
  if (view.withoutExam !== null)
    return (
      <span title={view.withoutExam}>
        <StatusText tone="red" icon={IconAlertTriangle}>
          缺考试分项
        </StatusText>
      </span>
    );
  if (view.missing.length > 0)
    return (
      <span className={classes['quiet']} title={incompleteText(view.missing, sheet)}>
        缺 {view.missing.length} 项
      </span>
    );
  if (sheet.sheetStatus === sheetStatus.submitted)
    return (
      <StatusText tone="blue" icon={IconClock}>
        {sheetStatusNames[3]}
      </StatusText>
    );
  if (sheet.sheetStatus === sheetStatus.published)
    return (
      <StatusText tone="green" icon={IconCheck}>
        {sheetStatusNames[4]}
      </StatusText>
    );
  return view.submittable ? (
    <StatusText tone="orange" icon={IconSend}>
      可提交
    </StatusText>
  ) : null;
}

function ChangeState({ row, view }: { row: GridRow; view: RowView }) {
  const changed = Object.keys(row.drafts).length;
  if (view.counts.refused > 0)
    return (
      <StatusText tone="red" icon={IconAlertTriangle}>
        有误
      </StatusText>
    );
  return changed === 0 ? null : (
    <StatusText tone="red" icon={IconPencil}>
      更改 {changed} 项
    </StatusText>
  );
}

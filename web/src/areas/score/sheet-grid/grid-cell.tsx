import { IconAlertTriangle, IconLoader2, IconPencil } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent, type PointerEvent } from 'react';
import { StruckValue } from '../../../ui/struck-value.tsx';
import classes from './score-grid.module.css';
import { ConflictPopover } from './conflict-popover.tsx';
import {
  choicesOf,
  columnName,
  displayText,
  normalise,
  type CellRef,
  type CellState,
  type Draft,
  type GridRow,
  type SheetHead,
} from './sheet-grid.model.ts';

/** What a cell asks of the grid around it; one stable object for all cells. */
export type GridActions = {
  focus(ref: CellRef): void;
  /**
   * The button went down on a cell: with Shift the block grows to it, else one may be drawn from it. True when that was
   * all.
   */
  press(ref: CellRef, shift: boolean): boolean;
  /** The pointer came over a cell while the button is down. */
  drag(ref: CellRef): void;
  /** The handle was taken: drawn to a row it fills up to there; pressed twice it fills the empty cells below. */
  takeHandle(event: PointerEvent<HTMLElement>): void;
  fillBelow(): void;
  typing(ref: CellRef, text: string): void;
  /** Handles a key of the grid; true when it was one. */
  key(ref: CellRef, event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>): void;
  choose(ref: CellRef, text: string): void;
  paste(ref: CellRef, event: ClipboardEvent<HTMLElement>): void;
  commit(): void;
  resolve(ref: CellRef, choice: 'mine' | 'theirs'): void;
};

export type GridCellProps = {
  actions: GridActions;
  sheet: SheetHead;
  mode: 'entry' | 'change';
  studentCode: string;
  studentName: string;
  dataKey: string;
  columnIndex: number;
  /** As stored: a number's text, a grade's or remark's code. */
  text: string | null;
  /** Text that is being typed here, else null. */
  editing: string | null;
  state: CellState;
  draft: Draft | undefined;
  row: GridRow | null;
  editable: boolean;
  active: boolean;
  entry: boolean;
  /** Why the value counts nothing, in words; null when it counts. */
  barredBy: string | null;
  /** In the drawn block, about to be filled by the handle, holding the handle. */
  selected: boolean;
  filled: boolean;
  handle: boolean;
};

const stateWords: Record<CellState, string> = {
  saved: '',
  saving: '保存中',
  unsaved: '未保存',
  conflict: '冲突',
  refused: '有误',
};
const stateIcons = {
  saving: IconLoader2,
  unsaved: IconPencil,
  conflict: IconAlertTriangle,
  refused: IconAlertTriangle,
} as const;

/** One cell that may be typed in: text until it is the focused one, then an input or a choice. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const {
    actions,
    sheet,
    mode,
    studentCode,
    studentName,
    dataKey,
    columnIndex,
    text,
    state,
    draft,
    row,
    editable,
    active,
    entry,
    barredBy,
    selected,
    filled,
    handle,
  } = props;
  const ref = { studentCode, dataKey };
  const shown = displayText(sheet, dataKey, text);
  const proposed = mode === 'change' && draft !== undefined && !active;
  const Glyph = state === 'saved' || (mode === 'change' && state === 'unsaved') ? null : stateIcons[state];
  const label = `${studentName} ${columnName(sheet, dataKey)}`;
  return (
    <td
      aria-colindex={columnIndex}
      aria-selected={active || selected || undefined}
      className={classes['cell']}
      data-cell={`${studentCode}|${dataKey}`}
      data-state={state}
      data-active={active || undefined}
      data-empty={(shown === '' && editable) || undefined}
      data-locked={!editable || undefined}
      data-selected={selected || undefined}
      data-filled={filled || undefined}
      data-barred={barredBy !== null || undefined}
      title={draft?.refusal ?? barredBy ?? undefined}
      tabIndex={editable && !active ? (entry ? 0 : -1) : undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget && editable) actions.focus(ref);
      }}
      // On release: the input that appears would lose its selection to the rest of the click.
      onMouseDown={(event) => {
        if (sheet.editable && event.button === 0 && (actions.press(ref, event.shiftKey) || !active))
          event.preventDefault();
      }}
      onMouseEnter={(event) => {
        if (event.buttons === 1 && sheet.editable) actions.drag(ref);
      }}
      onClick={(event) => {
        if (editable && !active && !event.shiftKey) actions.focus(ref);
      }}
    >
      <span className={classes['box']}>
        {Glyph && <Glyph size={14} stroke={2} className={state === 'saving' ? 'jw-spin' : undefined} aria-hidden />}
        {active && editable ? (
          <CellInput {...props} label={label} />
        ) : (
          <span className={classes['value']}>
            {proposed && <s className={classes['before']}>{displayText(sheet, dataKey, draft.base) || '空'}</s>}
            {shown === '' && editable ? '未录入' : <StruckValue text={shown} barredBy={barredBy} />}
          </span>
        )}
        {state !== 'saved' && (
          <span className="jw-visually-hidden">
            {mode === 'change' && state === 'unsaved' ? '已更改' : stateWords[state]}
          </span>
        )}
      </span>
      {handle && sheet.editable && (
        <span
          className={classes['handle']}
          data-fill-handle
          title="拖动填充；双击填充下方空格"
          onPointerDown={(event) => {
            actions.takeHandle(event);
          }}
          onMouseDown={(event) => {
            event.stopPropagation();
            event.preventDefault();
          }}
          onClick={(event) => {
            event.stopPropagation();
          }}
          onDoubleClick={() => {
            actions.fillBelow();
          }}
          aria-hidden
        />
      )}
      {active && draft?.refusal !== undefined && !draft.conflict && (
        <span role="alert" className={classes['refusal']}>
          {draft.refusal}
        </span>
      )}
      {active && draft?.conflict && row && (
        <ConflictPopover
          cell={ref}
          row={row}
          sheet={sheet}
          conflict={draft.conflict}
          mine={draft.text}
          onChoice={(choice) => {
            actions.resolve(ref, choice);
          }}
        />
      )}
    </td>
  );
});

function CellInput({
  actions,
  sheet,
  studentCode,
  dataKey,
  text,
  editing,
  state,
  label,
}: GridCellProps & { label: string }) {
  const ref = { studentCode, dataKey };
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null);
  // What was typed stays in the field while the cell holds it: kept in a pause as “8.0”, the next digit would make it
  // 8.05 instead of 85.
  const [typed, setTyped] = useState<string | null>(null);
  const kept = typed !== null && normalise(sheet, dataKey, typed).text === text ? typed : text;
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (input.current instanceof HTMLInputElement) input.current.select();
    input.current?.closest('td')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  const common = {
    ref: input,
    className: classes['input'],
    'aria-label': label,
    'aria-invalid': state === 'refused' || state === 'conflict' || undefined,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) => {
      actions.key(ref, event);
    },
    onPaste: (event: ClipboardEvent<HTMLElement>) => {
      actions.paste(ref, event);
    },
    onBlur: () => {
      actions.commit();
    },
  };
  const options = choicesOf(sheet, dataKey, text);
  if (options) {
    return (
      <select
        {...common}
        value={text ?? ''}
        onChange={(event) => {
          actions.choose(ref, event.currentTarget.value);
        }}
      >
        {options.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...common}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      value={editing ?? kept ?? ''}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        actions.typing(ref, event.currentTarget.value);
      }}
    />
  );
}

import { NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { Button } from '@mantine/core';
import { IconBackspace, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { notify } from '../../../lib/notify.ts';
import { viewOf } from '../sheet-checks/sheet-summary.model.ts';
import type { CellFocus } from '../sheet-grid/cell-focus.store.ts';
import {
  cellState,
  choicesOf,
  columnName,
  displayText,
  incompleteText,
  isEditable,
  itemOf,
  normalise,
  shownText,
  type CellRef,
  type Grid,
  type GridRow,
  type SheetHead,
} from '../sheet-grid/sheet-grid.model.ts';
import { columnsOf, firstEditable, move, type Direction } from '../sheet-grid/sheet-navigation.model.ts';
import type { GridSession } from '../sheet/sheet-session.ts';
import { padKeys, typedWith, type PadKey } from './number-pad.model.ts';
import classes from './phone-entry.module.css';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

export type PhoneEntryProps = {
  session: GridSession;
  focus: CellFocus;
  sheet: SheetHead;
  /** Rows that can be walked through, in order. */
  order: readonly string[];
};

const stateWords = { saved: '', saving: '保存中', unsaved: '未保存', conflict: '冲突', refused: '有误' } as const;

/** Which way 下一个 goes: through the items of a student, or through the students of an item. */
type Way = 'student' | 'item';
const ways: Readonly<Record<Way, Readonly<Record<'next' | 'previous', Direction>>>> = {
  student: { next: 'next', previous: 'previous' },
  item: { next: 'down', previous: 'up' },
};

/** Score entry on a phone: one student at a time, scores by a number pad, on to the next one. */
export function PhoneEntry({ session, focus, sheet, order }: PhoneEntryProps) {
  const grid = useSyncExternalStore(session.subscribe, () => session.get().grid);
  const focused = useSyncExternalStore(focus.subscribe, focus.get);
  const [way, setWay] = useState<Way>('student');
  const [first = ''] = order;
  const [firstColumn = ''] = columnsOf(sheet);
  const at = focused ?? firstEditable(grid, order) ?? { studentCode: first, dataKey: firstColumn };
  const row = grid.rows[at.studentCode];
  if (!row) return <p className={classes['none']}>名单里没有学生</p>;
  const place = order.indexOf(at.studentCode);
  const goTo = (ref: CellRef) => {
    session.commit();
    focus.set(ref);
  };
  const step = (to: 'next' | 'previous') => {
    session.commit();
    const next = move(session.get().grid, order, at, ways[way][to]);
    if (next) focus.set(next);
    else notify.info(to === 'next' ? '已经是最后一个' : '已经是第一个');
  };
  const beside = (by: 1 | -1) => {
    const studentCode = order[place + by];
    if (studentCode !== undefined) goTo({ studentCode, dataKey: at.dataKey });
  };
  const view = viewOf(row, sheet);
  return (
    <section className={classes['root']} aria-label="逐人录入">
      <header className={classes['student']}>
        <Button
          variant="default"
          aria-label="上一名学生"
          disabled={place <= 0}
          onClick={() => {
            beside(-1);
          }}
        >
          <IconChevronLeft size={18} />
        </Button>
        <select
          className={classes['who']}
          aria-label="学生"
          value={at.studentCode}
          onChange={(event) => {
            goTo({ studentCode: event.currentTarget.value, dataKey: at.dataKey });
          }}
        >
          {order.map((code, index) => (
            <option key={code} value={code}>
              {studentText(grid, code, index)}
            </option>
          ))}
        </select>
        <Button
          variant="default"
          aria-label="下一名学生"
          disabled={place >= order.length - 1}
          onClick={() => {
            beside(1);
          }}
        >
          <IconChevronRight size={18} />
        </Button>
      </header>
      <p className={classes['facts']}>
        <span>
          {row.server.studentNumber} · {row.server.administrativeClassName}
        </span>
        <span data-failing={(view.final !== null && !view.passed) || undefined}>总评 {view.finalText || NO_SCORE}</span>
        {view.missing.length > 0 && (
          <span title={incompleteText(view.missing, sheet)}>缺 {view.missing.length} 项</span>
        )}
      </p>
      <ul className={classes['cells']}>
        {columnsOf(sheet).map((dataKey) => (
          <li key={dataKey}>
            <CellButton
              sheet={sheet}
              row={row}
              dataKey={dataKey}
              current={dataKey === at.dataKey}
              editable={isEditable(grid, { studentCode: at.studentCode, dataKey })}
              onPress={() => {
                goTo({ studentCode: at.studentCode, dataKey });
              }}
            />
          </li>
        ))}
      </ul>
      <Trouble session={session} sheet={sheet} row={row} at={at} />
      {isEditable(grid, at) && (
        <CellPad key={`${at.studentCode}|${at.dataKey}`} session={session} sheet={sheet} row={row} at={at} />
      )}
      {sheet.editable && (
        <footer className={classes['steps']}>
          <Button
            variant="default"
            onClick={() => {
              step('previous');
            }}
          >
            上一个
          </Button>
          <SegmentedControl
            aria-label="录入顺序"
            value={way}
            data={[
              { value: 'student', label: '按学生' },
              { value: 'item', label: '按分项' },
            ]}
            onChange={setWay}
          />
          <Button
            onClick={() => {
              step('next');
            }}
          >
            下一个
          </Button>
        </footer>
      )}
    </section>
  );
}

/** How the list names a student: number, name, and how far the scores are. */
function studentText(grid: Grid, code: string, index: number): string {
  const row = grid.rows[code];
  if (!row) return code;
  const { missing, finalText } = viewOf(row, grid.sheet);
  const state = missing.length > 0 ? `缺 ${String(missing.length)} 项` : finalText;
  return `${String(index + 1)}. ${row.server.studentName}　${state}`;
}

function CellButton({
  sheet,
  row,
  dataKey,
  current,
  editable,
  onPress,
}: {
  sheet: SheetHead;
  row: GridRow;
  dataKey: string;
  current: boolean;
  editable: boolean;
  onPress: () => void;
}) {
  const item = itemOf(sheet, dataKey);
  const state = cellState(row, dataKey);
  const typed = row.editing?.dataKey === dataKey ? row.editing.text : null;
  const shown = typed ?? displayText(sheet, dataKey, shownText(row, dataKey));
  return (
    <button
      type="button"
      className={classes['cell']}
      aria-pressed={current}
      data-state={state}
      disabled={!editable}
      onClick={onPress}
    >
      <span>
        {columnName(sheet, dataKey)}
        {item && <small> {item.scoreSubItemProportion}%</small>}
      </span>
      <strong>{shown === '' ? (editable ? '未录入' : NO_SCORE) : shown}</strong>
      {state !== 'saved' && <small>{stateWords[state]}</small>}
    </button>
  );
}

/** What is wrong with the cell: why it cannot be saved, or what somebody else wrote there meanwhile. */
function Trouble({ session, sheet, row, at }: { session: GridSession; sheet: SheetHead; row: GridRow; at: CellRef }) {
  const draft = row.drafts[at.dataKey];
  if (draft?.conflict) {
    const words = (text: string | null) => displayText(sheet, at.dataKey, text) || '未录入';
    const who = draft.conflict.own === true ? '您在另一窗口' : draft.conflict.byName;
    return (
      <div className={classes['trouble']} role="alert">
        <p>
          {who}于 {draft.conflict.at.slice(11)} 把 {words(draft.conflict.original)} 改成了{' '}
          {words(draft.conflict.theirs)}，您的输入 {words(draft.text)} 已保留，请选择采用哪一个。
        </p>
        <div>
          <Button
            variant="default"
            onClick={() => {
              session.resolve(at, 'theirs');
            }}
          >
            采用 {words(draft.conflict.theirs)}
          </Button>
          <Button
            onClick={() => {
              session.resolve(at, 'mine');
            }}
          >
            保留我的 {words(draft.text)}
          </Button>
        </div>
      </div>
    );
  }
  return draft?.refusal === undefined ? null : (
    <p className={classes['trouble']} role="alert">
      {draft.refusal}
    </p>
  );
}

/** The pad of a number, or the choices of a grade or remark. */
function CellPad({ session, sheet, row, at }: { session: GridSession; sheet: SheetHead; row: GridRow; at: CellRef }) {
  // What was typed stays while the cell holds it: kept in a pause as “8.0”, the next digit would make it 8.05.
  const [typed, setTyped] = useState<string | null>(null);
  const text = shownText(row, at.dataKey);
  const kept = typed !== null && (row.editing !== null || normalise(sheet, at.dataKey, typed).text === text);
  const choices = choicesOf(sheet, at.dataKey, text);
  const press = (key: PadKey) => {
    const next = typedWith(kept ? typed : (text ?? ''), key, !kept);
    setTyped(next);
    session.typing(at, next);
  };
  useEffect(() => () => void session.commit(), [session]);
  if (choices !== null)
    return (
      <div className={classes['choices']} role="group" aria-label={columnName(sheet, at.dataKey)}>
        {choices.map(({ code, name }) => (
          <Button
            key={code}
            variant={code === (text ?? '') ? 'filled' : 'default'}
            aria-pressed={code === (text ?? '')}
            onClick={() => {
              session.type([{ ...at, text: code === '' ? null : code }]);
            }}
          >
            {name}
          </Button>
        ))}
      </div>
    );
  return (
    <div className={classes['pad']} role="group" aria-label={`${columnName(sheet, at.dataKey)}，数字键盘`}>
      {padKeys.map((key) => (
        <Button
          key={key}
          variant="default"
          aria-label={key === 'back' ? '退格' : key === '.' ? '小数点' : key}
          onClick={() => {
            press(key);
          }}
        >
          {key === 'back' ? <IconBackspace size={20} /> : key}
        </Button>
      ))}
    </div>
  );
}

import type { ClipboardEvent, KeyboardEvent, PointerEvent } from 'react';
import type { CellFocus } from './cell-focus.store.ts';
import type { GridActions } from './grid-cell.tsx';
import { caretOf, stepOf, withControl } from './grid-keys.ts';
import type { CellRef } from './sheet-grid.model.ts';
import { directionOf, move } from './sheet-navigation.model.ts';
import { isBlock, type PasteReport } from '../sheet-import/sheet-paste.model.ts';
import { blockText, cellBeside, emptied, filledDown, filledTo, isWide, repeated } from './sheet-selection.model.ts';
import type { GridSession } from '../sheet/sheet-session.ts';

/** What the actions need of the grid as it is now. */
export type Latest = {
  readonly current: {
    readonly order: readonly string[];
    readonly onReveal: (ref: CellRef) => void;
    readonly onPasted: (report: PasteReport) => void;
  };
};
type Field = HTMLInputElement | HTMLSelectElement;

/** What the cells of one grid ask for: one stable object, so that no cell renders because of it. */
export function gridActions(
  session: GridSession,
  focus: CellFocus,
  latest: Latest,
): GridActions & { copy(event: ClipboardEvent): void; cut(event: ClipboardEvent): void } {
  const goTo = (ref: CellRef) => {
    latest.current.onReveal(ref);
    focus.set(ref);
  };
  const wide = () => {
    const block = focus.block();
    return isWide(block) ? block : null;
  };
  const fill = (to: string, onlyEmpty: boolean) => {
    const block = focus.block();
    if (block) session.type(filledTo(session.get().grid, focus.layout().order, block, to, onlyEmpty));
  };
  /** The drawn block, or the one cell when it is a list: a text field copies and pastes by itself, a list does not. */
  const taken = (target: EventTarget) => wide() ?? (target instanceof HTMLSelectElement ? focus.block() : null);
  /** Cell from which the button was pressed and not let go. */
  let pressed: CellRef | null = null;

  function copy(event: ClipboardEvent): boolean {
    const block = taken(event.target);
    if (!block || event.defaultPrevented) return false;
    session.commit();
    event.clipboardData.setData('text/plain', blockText(session.get().grid, block));
    event.preventDefault();
    return true;
  }

  /** Keys that work on the drawn block or draw it; true when it was one of them. */
  function blockKey(event: KeyboardEvent<Field>): boolean {
    const at = focus.get();
    const corner = focus.corner();
    if (!at || !corner) return false;
    if (withControl(event) && event.key.toLowerCase() === 'd') {
      const block = focus.block();
      session.commit();
      if (block) session.type(filledDown(session.get().grid, focus.layout().order, block));
      return true;
    }
    const block = wide();
    if (block && (event.key === 'Delete' || event.key === 'Backspace')) {
      session.type(emptied(block));
      return true;
    }
    if (block && event.key === 'Escape') {
      focus.set(at);
      return true;
    }
    const step = event.shiftKey && !event.altKey ? stepOf(event, caretOf(event.currentTarget)) : null;
    if (!step) return false;
    const far = withControl(event) ? Infinity : 1;
    const next = cellBeside(focus.layout(), corner, step.down * far || 0, step.right * far || 0);
    session.commit();
    if (next) focus.extend(next);
    return true;
  }

  return {
    focus(ref) {
      session.commit();
      focus.set(ref);
    },
    press(ref, shift) {
      if (shift && focus.get()) {
        session.commit();
        focus.extend(ref);
        return true;
      }
      pressed = ref;
      return false;
    },
    drag(ref) {
      const at = focus.get();
      if (!pressed || focus.layout().order.length === 0) return;
      if (at?.studentCode !== pressed.studentCode || at.dataKey !== pressed.dataKey) {
        session.commit();
        focus.set(pressed);
      }
      focus.extend(ref);
    },
    takeHandle(event: PointerEvent<HTMLElement>) {
      event.preventDefault();
      event.stopPropagation();
      session.commit();
      pressed = null;
      const rowUnder = (x: number, y: number) =>
        document.elementFromPoint(x, y)?.closest<HTMLElement>('tr[data-student]')?.dataset['student'] ?? null;
      let to: string | null = null;
      const moved = ({ clientX, clientY }: globalThis.PointerEvent) => {
        to = rowUnder(clientX, clientY) ?? to;
        focus.fillTo(to);
      };
      const ended = (commit: boolean) => () => {
        window.removeEventListener('pointermove', moved);
        window.removeEventListener('pointerup', done);
        window.removeEventListener('pointercancel', given);
        focus.fillTo(null);
        if (commit && to !== null) fill(to, false);
      };
      const done = ended(true);
      const given = ended(false);
      window.addEventListener('pointermove', moved);
      window.addEventListener('pointerup', done);
      window.addEventListener('pointercancel', given);
    },
    fillBelow() {
      const last = focus.layout().order.at(-1);
      if (last !== undefined) fill(last, true);
    },
    typing(ref, text) {
      session.typing(ref, text);
    },
    commit() {
      session.commit();
    },
    choose(ref, text) {
      session.type([{ ...ref, text: text === '' ? null : text }]);
    },
    resolve(ref, choice) {
      session.resolve(ref, choice);
    },
    copy(event) {
      copy(event);
    },
    cut(event) {
      const block = taken(event.target);
      if (copy(event) && block) session.type(emptied(block));
    },
    paste(ref, event: ClipboardEvent<HTMLElement>) {
      const text = event.clipboardData.getData('text/plain');
      const block = taken(event.target);
      if (event.defaultPrevented || (!isBlock(text) && !block)) return;
      event.preventDefault();
      session.commit();
      // One value goes into all of a drawn block, or into the list.
      if (block && !isBlock(text)) return void session.type(repeated(block, text.trim()));
      const [top = ref.studentCode] = block?.codes ?? [];
      const [left = ref.dataKey] = block?.keys ?? [];
      latest.current.onPasted(session.paste(latest.current.order, { studentCode: top, dataKey: left }, text));
    },
    key(ref, event: KeyboardEvent<Field>) {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter' && withControl(event)) {
        // Into the question of a conflict; its answers are not reached by Tab, which goes to the next cell.
        document.querySelector<HTMLButtonElement>('[role="alertdialog"] button')?.focus();
        return event.preventDefault();
      }
      if (blockKey(event) || shortcut(session, event)) return event.preventDefault();
      const direction = directionOf(event, caretOf(event.currentTarget));
      // Plain up and down choose in a list; there only Ctrl walks.
      if (
        direction === null ||
        (event.currentTarget instanceof HTMLSelectElement && event.key.startsWith('Arrow') && !withControl(event))
      )
        return;
      session.commit();
      const next = move(session.get().grid, latest.current.order, ref, direction);
      if (next) goTo(next);
      // Nowhere to go: what is typed next takes the place of what was, as in a cell just entered, and is not put behind
      // it.
      else if (event.currentTarget instanceof HTMLInputElement) event.currentTarget.select();
      // At the end Tab leaves the grid; other keys stay.
      if (next !== null || event.key !== 'Tab') event.preventDefault();
    },
  };
}

function shortcut(session: GridSession, event: KeyboardEvent<Field>): boolean {
  if (event.key === 'Escape') {
    session.cancel();
    return true;
  }
  if (event.key === 'F2') {
    editIn(event.currentTarget);
    return true;
  }
  if (!withControl(event)) return false;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) session.undo();
  else if (key === 'y' || (key === 'z' && event.shiftKey)) session.redo();
  else if (key === 's') session.saveNow();
  else return false;
  return true;
}

/** F2: on with the text that is there; a list opens. */
function editIn(field: Field): void {
  if (field instanceof HTMLSelectElement) field.showPicker();
  else field.setSelectionRange(field.value.length, field.value.length);
}

import { Menu } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { notify } from '../lib/notify.ts';

const saidBy = (cell: HTMLElement): string =>
  // What is not laid out has no inner text.
  ((cell as { innerText?: string }).innerText ?? cell.textContent).replace(/\s+/g, ' ').trim();

/** The cells of a row that say something: neither what is ticked nor the actions. */
function rowText(row: HTMLTableRowElement): string {
  return [...row.cells]
    .filter(
      (cell) =>
        (cell.dataset['pin'] !== 'right' || cell.querySelector('a,button') === null) &&
        cell.querySelector('input[type=checkbox],input[type=radio]') === null,
    )
    .map(saidBy)
    .join('\t');
}

async function copy(text: string, what: string): Promise<void> {
  if (await copyText(text)) notify.success(`已复制${what}`);
  else notify.warning('浏览器不允许复制，请手工选取');
}

const isTyped = (target: EventTarget) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox],[type=radio]),textarea,[contenteditable]') !== null;

type Asked = { x: number; y: number; cell: string; row: string };

/**
 * Copies what a table says: the menu of a cell, for it or its row, tabs between the cells; or Ctrl+C with the focus in
 * a row and nothing marked, for the row.
 */
export function useCellCopy(): { handlers: object; menu: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const handlers = {
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      const target = event.target as HTMLElement;
      const cell = target.closest('td');
      const row = target.closest('tr');
      // Marked text, links and fields keep the browser's own menu.
      if (cell === null || row === null || isTyped(target) || target.closest('a') !== null) return;
      if (String(getSelection() ?? '') !== '') return;
      event.preventDefault();
      setAsked({ x: event.clientX, y: event.clientY, cell: saidBy(cell), row: rowText(row) });
      setOpen(true);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'c' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      const row = (event.target as HTMLElement).closest('tr');
      if (row === null || isTyped(event.target) || String(getSelection() ?? '') !== '') return;
      event.preventDefault();
      void copy(rowText(row), '整行');
    },
  };
  const menu = asked && (
    <Menu opened={open} onChange={setOpen} position="bottom-start" offset={2} shadow="md" withinPortal>
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: asked.x, top: asked.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={15} />}
          disabled={asked.cell === ''}
          onClick={() => {
            void copy(asked.cell, '单元格');
          }}
        >
          复制单元格
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy size={15} />}
          onClick={() => {
            void copy(asked.row, '整行');
          }}
        >
          复制整行
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
  return { handlers, menu };
}

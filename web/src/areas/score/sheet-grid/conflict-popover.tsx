import { Button, Group, Popover } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { schoolTime, shortElapsedText } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import classes from './score-grid.module.css';
import {
  columnName,
  displayText,
  finalWith,
  type CellRef,
  type Conflict,
  type GridRow,
  type SheetHead,
} from './sheet-grid.model.ts';

function agoText(milliseconds: number): string {
  return milliseconds < 60_000
    ? `${String(Math.max(0, Math.floor(milliseconds / 1000)))} 秒前`
    : `${shortElapsedText(milliseconds)}前`;
}

export type ConflictPopoverProps = {
  cell: CellRef;
  row: GridRow;
  sheet: SheetHead;
  conflict: Conflict;
  mine: string | null;
  onChoice: (choice: 'mine' | 'theirs') => void;
};

/**
 * The cell was changed meanwhile, by somebody else or in another window of one's own: who, when, was, theirs and mine
 * with the total each gives, and two answers. Opens to the right, so that cell and column stay in view.
 */
export function ConflictPopover({ cell, row, sheet, conflict, mine, onChoice }: ConflictPopoverProps) {
  const now = useNow(1000);
  const shown = (text: string | null) => displayText(sheet, cell.dataKey, text) || '未录入';
  const [who, title] = conflict.own
    ? ['另一窗口', '该成绩已在您的另一窗口修改']
    : [conflict.byName, '该成绩已被他人修改'];
  const changed = `${row.server.studentName} 的${columnName(sheet, cell.dataKey)}`;
  const values = [
    { title: '原值', text: conflict.original },
    { title: who, text: conflict.theirs },
    { title: '您的输入', text: mine },
  ];
  return (
    <Popover
      opened
      position="right-start"
      withArrow
      trapFocus={false}
      closeOnEscape={false}
      withinPortal
      shadow="lg"
      width={404}
    >
      <Popover.Target>
        <span className={classes['anchor']} />
      </Popover.Target>
      <Popover.Dropdown
        p={0}
        role="alertdialog"
        aria-label={title}
        onMouseDown={(event) => {
          event.preventDefault();
        }}
      >
        <div className={classes['conflict']}>
          <p className={classes['conflictTitle']}>
            <IconAlertTriangle size={18} aria-hidden />
            {title}
          </p>
          <p className={classes['conflictText']}>
            <b>{conflict.own ? '您' : conflict.byName}</b> 于 {conflict.at.slice(11)}（
            {agoText(now - schoolTime(conflict.at))}）{conflict.own ? '在另一窗口' : ''}修改了 {changed}
            ，您的输入已保留，请选择采用哪一个。
          </p>
          <div className={classes['conflictValues']}>
            {values.map(({ title, text }) => (
              <div key={title}>
                <span>{title}</span>
                <strong>{shown(text)}</strong>
                <span>总评 {finalWith(row, sheet, cell.dataKey, text)}</span>
              </div>
            ))}
          </div>
        </div>
        <Group justify="flex-end" gap={8} className={classes['conflictFoot'] ?? ''}>
          <span className={classes['conflictHint']}>Ctrl+Enter 选择</span>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              onChoice('theirs');
            }}
          >
            采用{who}的 {shown(conflict.theirs)}
          </Button>
          <Button
            size="xs"
            onClick={() => {
              onChoice('mine');
            }}
          >
            保留我的 {shown(mine)}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

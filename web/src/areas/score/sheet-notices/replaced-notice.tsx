import { Alert, CloseButton, Group, UnstyledButton } from '@mantine/core';
import { IconUserEdit } from '@tabler/icons-react';
import { columnName, displayText, type CellRef, type Grid, type Replaced } from '../sheet-grid/sheet-grid.model.ts';
import { replacedCells } from '../sheet-save/sheet-replaced.model.ts';
import classes from './sheet-notices.module.css';

const LISTED = 6;

export type ReplacedNoticeProps = { grid: Grid; onJump: (ref: CellRef) => void; onSeen: () => void };

/**
 * Who has replaced which of the scores that stood on this page, until the person has taken note; nothing while nobody
 * has (SCORE-MORE-47).
 */
export function ReplacedNotice({ grid, onJump, onSeen }: ReplacedNoticeProps) {
  const cells = replacedCells(grid);
  if (cells.length === 0) return null;
  const text = ({ dataKey }: Replaced, value: string | null): string => displayText(grid.sheet, dataKey, value) || '空';
  const sentence = (each: Replaced): string =>
    `${each.byName} ${each.at.slice(11, 16)} 将${grid.rows[each.studentCode]?.server.studentName ?? ''}的` +
    `${columnName(grid.sheet, each.dataKey)}由 ${text(each, each.before)} 改为 ${text(each, each.after)}`;
  return (
    <Alert color="orange" icon={<IconUserEdit size={16} />} p={8} role="status">
      <Group gap={12} wrap="nowrap" align="flex-start">
        <div style={{ flex: 1 }}>
          本页打开后，他人修改了 {cells.length} 个成绩：
          {cells.slice(0, LISTED).map((each) => (
            <UnstyledButton
              key={`${each.studentCode}|${each.dataKey}`}
              className={classes['refused']}
              onClick={() => {
                onJump(each);
              }}
            >
              {sentence(each)}
            </UnstyledButton>
          ))}
          {cells.length > LISTED && <span className={classes['refused']}>等 {cells.length} 个</span>}
        </div>
        <CloseButton size="sm" aria-label="知道了" onClick={onSeen} />
      </Group>
    </Alert>
  );
}

import { Alert, CloseButton, Group, UnstyledButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { columnName, roundedCells, type CellRef, type Grid, type Rounded } from '../sheet-grid/sheet-grid.model.ts';
import classes from './sheet-notices.module.css';

const LISTED = 6;

/** Which numbers a cell has rounded (SCORE-RULES-01), until the person has taken note; nothing while there are none. */
export function RoundedNotice({ grid, onJump }: { grid: Grid; onJump?: (ref: CellRef) => void }) {
  const [seen, setSeen] = useState<readonly Rounded[]>([]);
  const cells = roundedCells(grid).filter((each) => !seen.includes(each));
  if (cells.length === 0) return null;
  const sentence = (each: Rounded): string =>
    `${grid.rows[each.studentCode]?.server.studentName ?? ''} ${columnName(grid.sheet, each.dataKey)} 输入 ` +
    `${each.typed}，按 ${each.kept} 记`;
  return (
    <Alert color="orange" icon={<IconInfoCircle size={16} />} p={8} role="status">
      <Group gap={12} wrap="nowrap" align="flex-start">
        <div style={{ flex: 1 }}>
          分项成绩保留一位小数，已四舍五入 {cells.length} 个成绩：
          {cells.slice(0, LISTED).map((each) =>
            onJump ? (
              <UnstyledButton
                key={`${each.studentCode}|${each.dataKey}`}
                className={classes['refused']}
                onClick={() => {
                  onJump(each);
                }}
              >
                {sentence(each)}
              </UnstyledButton>
            ) : (
              <span key={`${each.studentCode}|${each.dataKey}`} className={classes['refused']}>
                {sentence(each)}
              </span>
            ),
          )}
          {cells.length > LISTED && <span className={classes['refused']}>等 {cells.length} 个</span>}
        </div>
        <CloseButton
          size="sm"
          aria-label="知道了"
          onClick={() => {
            setSeen(cells);
          }}
        />
      </Group>
    </Alert>
  );
}

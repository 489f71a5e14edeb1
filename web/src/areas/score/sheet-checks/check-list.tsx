import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconPencil } from '@tabler/icons-react';
import classes from './sheet-checks.module.css';
import type { CellRef } from '../sheet-grid/sheet-grid.model.ts';
import type { SubmitCheck } from './sheet-summary.model.ts';

export type CheckListProps = {
  checks: readonly SubmitCheck[];
  /** Goes to the next of these cells; to the first after the last. */
  onJump: (cells: readonly CellRef[]) => void;
  /** The person confirms the sentence of a warning, or takes that back. */
  onConfirm: (text: string, confirmed: boolean) => void;
};

const glyphs = {
  failed: IconCircleX,
  warning: IconAlertTriangle,
  waiting: IconPencil,
  confirmed: IconCircleCheck,
  passed: IconCircleCheck,
} as const;
const words = {
  failed: '未通过',
  warning: '待核实',
  waiting: '等待保存',
  confirmed: '已核实',
  passed: '通过',
} as const;

/**
 * Checks before submission, what is in the way first. Errors lead to their cells; warnings are confirmed one by one.
 */
export function CheckList({ checks, onJump, onConfirm }: CheckListProps) {
  return (
    <ul className={classes['checks']}>
      {checks.map((check) => {
        const Glyph = glyphs[check.level];
        const { text, cells, level } = check;
        return (
          <li key={check.title} data-level={level}>
            <Glyph size={17} stroke={1.75} aria-hidden />
            <div>
              <p>
                <span className="jw-visually-hidden">{words[level]}：</span>
                {check.title}
              </p>
              {check.detail !== '' && <p className={classes['detail']}>{check.detail}</p>}
              {text !== undefined && (
                <Checkbox
                  mt={4}
                  size="xs"
                  label="我已核实，成绩无误"
                  checked={level === 'confirmed'}
                  onChange={(event) => {
                    onConfirm(text, event.currentTarget.checked);
                  }}
                  aria-label={`已核实：${check.title}`}
                />
              )}
            </div>
            {level !== 'passed' && cells.length > 0 && (
              <UnstyledButton
                className={classes['jump']}
                aria-label={`定位：${check.title}`}
                title={cells.length > 1 ? `共 ${String(cells.length)} 处，再按到下一处` : undefined}
                onClick={() => {
                  onJump(cells);
                }}
              >
                定位
              </UnstyledButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}

import type { NumberRule } from '@jwxt/contracts/kernel/number-text.ts';
import { Button, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { newCommandId } from '../lib/command-id.ts';
import { basicCells, type CellRenderer } from './editable-cells.tsx';
import { addRow, changeCell, deleteRow, SUM_FIELD, type EditableRow } from './editable-rows.model.ts';
import type { DictionaryOption } from './select-options.ts';
import classes from './editable-table.module.css';

export type EditableColumn = {
  key: string;
  title: string;
  width?: number;
  /** A type, or what draws the input; without it the cell is only read. */
  cell?: keyof typeof basicCells | CellRenderer;
  /** Choices of a cell that chooses. */
  options?: readonly DictionaryOption[];
  required?: boolean;
  /** What a number may be. */
  rule?: NumberRule;
};

export type EditableTableProps = {
  label: string;
  columns: readonly EditableColumn[];
  rows: readonly EditableRow[];
  onChange: (rows: EditableRow[]) => void;
  /** Cells of a new row. Default: all empty. */
  newRow?: Readonly<Record<string, unknown>>;
  /** Messages of `missingCells`, by row and column. */
  errors?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** 序号 column. Default true. */
  serial?: boolean;
  /** 操作 column with 删除. Default true. */
  actions?: boolean;
  /** Keeps the row of totals when a row is added; off, it goes. Default true. */
  total?: boolean;
  /** The field that is summed. Default `payAmountFee`. */
  sumField?: string;
  disabled?: boolean;
};

/** A table whose rows are typed in place (PICKERS-052…059). */
export function EditableTable({
  label,
  columns,
  rows,
  onChange,
  newRow = {},
  errors = {},
  serial = true,
  actions = true,
  total = true,
  sumField = SUM_FIELD,
  disabled = false,
}: EditableTableProps) {
  const mayDelete = actions && !disabled;
  return (
    <div className={classes['root']}>
      <table className={classes['table']} aria-label={label}>
        <colgroup>
          {serial && <col style={{ width: 56 }} />}
          {columns.map((column) => (
            <col key={column.key} style={{ width: column.width }} />
          ))}
          {actions && <col style={{ width: 72 }} />}
        </colgroup>
        <thead>
          <tr>
            {serial && <th scope="col">序号</th>}
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.required && (
                  <span className={classes['star']} aria-hidden>
                    *
                  </span>
                )}
                {column.title}
              </th>
            ))}
            {actions && <th scope="col">操作</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.rowId} data-total={row.isTotal || undefined}>
              {serial && <td>{row.isTotal ? '合计' : index + 1}</td>}
              {columns.map((column) => {
                const cell = row.isTotal ? undefined : column.cell;
                const render = typeof cell === 'string' ? basicCells[cell] : cell;
                const error = errors[row.rowId]?.[column.key];
                return (
                  <td key={column.key}>
                    {render === undefined
                      ? textOf(row[column.key])
                      : render({
                          value: row[column.key],
                          label: `第${String(index + 1)}行${column.title}`,
                          error: error !== undefined,
                          disabled,
                          options: column.options ?? [],
                          ...(column.rule ? { rule: column.rule } : {}),
                          onChange: (value) => {
                            onChange(changeCell(rows, row.rowId, column.key, value, sumField));
                          },
                        })}
                    {error !== undefined && (
                      <div role="alert" className={classes['error']}>
                        {error}
                      </div>
                    )}
                  </td>
                );
              })}
              {actions && (
                <td>
                  {!row.isTotal && mayDelete && (
                    <UnstyledButton
                      className={classes['delete']}
                      aria-label={`删除第${String(index + 1)}行`}
                      onClick={() => {
                        onChange(deleteRow(rows, row.rowId, sumField));
                      }}
                    >
                      删除
                    </UnstyledButton>
                  )}
                </td>
              )}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length + (serial ? 1 : 0) + (actions ? 1 : 0)} className={classes['none']}>
                暂无数据
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {!disabled && (
        <Button
          className={classes['add'] ?? ''}
          variant="default"
          fullWidth
          leftSection={<IconPlus size={15} />}
          onClick={() => {
            onChange(addRow(rows, { ...newRow, rowId: newCommandId() }, { total, field: sumField }));
          }}
        >
          新增一行
        </Button>
      )}
    </div>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

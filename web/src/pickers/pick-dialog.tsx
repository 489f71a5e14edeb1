import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { notify } from '../lib/notify.ts';
import { DataTable, type DataTableProps } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import classes from './pick-input.module.css';

export type PickDialogProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rowKey' | 'rows' | 'query' | 'paging' | 'empty' | 'minWidth'
> & {
  title: string;
  width?: number;
  /** The search form above the table. */
  search: ReactNode;
  /** Several may be chosen, over all pages. Default: one. */
  multiple?: boolean;
  /** What is chosen when the dialog opens. */
  chosen: readonly Row[];
  onConfirm: (rows: Row[]) => void;
  onClose: () => void;
  /** Told instead of confirming while nothing is chosen; without it nothing may be chosen. */
  needsOne?: string;
  /** In the footer of the table, in place of its paging. */
  tableFooter?: ReactNode;
  numberFrom?: number;
};

/**
 * A dialog to choose rows from a searchable, paged list: by radio button, or several by check boxes. The choice
 * outlives pages and searches.
 */
export function PickDialog<Row>({
  title,
  width = 1000,
  search,
  multiple = false,
  chosen,
  onConfirm,
  onClose,
  needsOne,
  tableFooter,
  ...table
}: PickDialogProps<Row>) {
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(
    () => new Map(chosen.map((row) => [table.rowKey(row), row])),
  );
  const choose = (keys: ReadonlySet<string>) => {
    const shown = new Map(table.rows?.map((row) => [table.rowKey(row), row]));
    setPicked(
      new Map(
        [...keys].flatMap((key) => {
          const row = shown.get(key) ?? picked.get(key);
          return row === undefined ? [] : [[key, row] as const];
        }),
      ),
    );
  };
  const toggle = (row: Row) => {
    const key = table.rowKey(row);
    const others = multiple ? [...picked.keys()].filter((each) => each !== key) : [];
    choose(new Set(multiple && picked.has(key) ? others : [...others, key]));
  };
  const confirm = () => {
    if (picked.size === 0 && needsOne !== undefined) notify.warning(needsOne);
    else onConfirm([...picked.values()]);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      width={width}
      flush
      zIndex={300}
      footerNote={multiple ? `已选择 ${String(picked.size)} 项` : undefined}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            取消
          </Button>
          <Button onClick={confirm}>确定</Button>
        </>
      }
    >
      <div className={classes['search']}>{search}</div>
      <div className={classes['table']}>
        <DataTable
          {...table}
          label={title}
          dense
          footer={tableFooter}
          onRow={toggle}
          selection={{ keys: new Set(picked.keys()), onChange: choose, single: !multiple }}
        />
      </div>
    </Dialog>
  );
}

import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { missingCells, withTotal, type EditableRow } from '../../ui/editable-rows.model.ts';
import { EditableTable, type EditableColumn } from '../../ui/editable-table.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './components.module.css';

const columns: readonly EditableColumn[] = [
  { key: 'item', title: '支出内容', cell: 'text', required: true },
  { key: 'payAmountFee', title: '金额（元）', cell: 'number', required: true, width: 140 },
  {
    key: 'way',
    title: '支付方式',
    cell: 'select',
    options: [
      { code: '1', name: '转账' },
      { code: '2', name: '公务卡' },
    ],
    width: 140,
  },
  { key: 'day', title: '支出日期', cell: 'date', width: 160 },
];

const start: readonly EditableRow[] = withTotal([
  { rowId: 'first', item: '教材资料印刷', payAmountFee: '860.50', way: '1', day: '2026-11-02' },
  { rowId: 'second', item: '校外调研', payAmountFee: '1240.00', way: '2', day: '2026-11-09' },
  { rowId: 'total', isTotal: true },
]);

/** The table whose rows are typed in place, with all its kinds of cells. */
export function EditableTableCard() {
  const [rows, setRows] = useState(start);
  const [total, setTotal] = useState(true);
  const [errors, setErrors] = useState<ReturnType<typeof missingCells>>({});
  const check = () => {
    const missing = missingCells(rows, columns);
    setErrors(missing);
    if (Object.keys(missing).length === 0) notify.success('已填写完整');
  };
  return (
    <Card
      title="可编辑表格"
      note="文本、数字、下拉、日期；合计随金额更新"
      actions={
        <Switch
          size="xs"
          label="保留合计行"
          checked={total}
          onChange={(event) => {
            setTotal(event.currentTarget.checked);
          }}
        />
      }
    >
      <EditableTable
        label="经费支出"
        columns={columns}
        rows={rows}
        errors={errors}
        total={total}
        newRow={{ way: '1' }}
        onChange={(changed) => {
          setRows(changed);
          setErrors({});
        }}
      />
      <div className={classes['foot']}>
        <Button variant="default" onClick={check}>
          检查必填
        </Button>
        <Button
          variant="default"
          onClick={() => {
            setRows(start);
            setErrors({});
          }}
        >
          还原
        </Button>
      </div>
    </Card>
  );
}

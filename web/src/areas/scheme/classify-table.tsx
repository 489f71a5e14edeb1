import { useDraggable } from '@dnd-kit/core';
import type { ClassifyRow, ModuleRow } from '@jwxt/contracts/scheme/scheme-version.operations.ts';
import { IconGripVertical } from '@tabler/icons-react';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import classes from './scheme.module.css';

export type ClassifyTableProps = {
  module: ModuleRow;
  editable: boolean;
  busy: boolean;
  /** Puts a class before another one of the module; null: to the end. */
  onMove: (classify: ClassifyRow, before: string | null) => void;
  onEdit: (classify: ClassifyRow) => void;
  onRemove: (classify: ClassifyRow) => void;
};

/** The classes of courses in a module, in order; the handle drags one into another module of the tree (SCHEME-09). */
export function ClassifyTable({ module, editable, busy, onMove, onEdit, onRemove }: ClassifyTableProps) {
  const { classifies } = module;
  const act = (label: string, onClick: () => void, disabled = false, danger = false) => (
    <button
      key={label}
      type="button"
      className={classes['act']}
      data-danger={danger || undefined}
      disabled={busy || disabled}
      onClick={onClick}
    >
      {label}
    </button>
  );
  const columns: Column<ClassifyRow>[] = [
    ...(editable
      ? [{ key: 'grip', title: '', width: 40, render: (row: ClassifyRow) => <Grip row={row} busy={busy} /> }]
      : []),
    { key: 'classifyName', title: '课程分类', width: 'auto', align: 'left', render: (row) => row.classifyName },
    { key: 'courseNatureName', title: '课程性质', width: 150, render: (row) => row.courseNatureName || '不限' },
    { key: 'courseAttributeName', title: '课程属性', width: 110, render: (row) => row.courseAttributeName || '不限' },
    ...(editable
      ? [
          {
            key: 'action',
            title: '操作',
            width: 200,
            pinRight: true,
            render: (row: ClassifyRow, index: number) => (
              <span className={classes['acts']}>
                {act(
                  '上移',
                  () => {
                    onMove(row, classifies[index - 1]?.classifyId ?? null);
                  },
                  index === 0,
                )}
                {act(
                  '下移',
                  () => {
                    onMove(row, classifies[index + 2]?.classifyId ?? null);
                  },
                  index === classifies.length - 1,
                )}
                {act('修改', () => {
                  onEdit(row);
                })}
                {act(
                  '删除',
                  () => {
                    onRemove(row);
                  },
                  false,
                  true,
                )}
              </span>
            ),
          },
        ]
      : []),
  ];
  return (
    <DataTable<ClassifyRow>
      label={`${module.moduleName}的课程分类`}
      columns={columns}
      rows={classifies}
      rowKey={(row) => row.classifyId}
      empty={{ reason: '这个模块还没有课程分类。培养方案的课程都归入一个分类。' }}
    />
  );
}

function Grip({ row, busy }: { row: ClassifyRow; busy: boolean }) {
  const { setNodeRef, listeners } = useDraggable({ id: `classify:${row.classifyId}`, disabled: busy });
  return (
    <span ref={setNodeRef} {...listeners} className={classes['grip']} title="拖动到左边的模块中" aria-hidden>
      <IconGripVertical size={14} />
    </span>
  );
}

import { queryTeachers } from '@jwxt/contracts/base-info/teacher.operations.ts';
import { useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import type { CellProps, CellRenderer } from '../ui/editable-cells.tsx';
import { ExpenseCategorySelect } from './expense-category-select.tsx';
import { TeacherPicker, type PickedTeacher } from './teacher-picker.tsx';

const chosen = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** A cell that chooses a teacher, kept as the code (PICKERS-054). */
export const teacherCell: CellRenderer = (props) => <TeacherCell {...props} />;

function TeacherCell({ value, onChange, label, error, disabled }: CellProps) {
  const code = chosen(value);
  const [picked, setPicked] = useState<PickedTeacher | null>(null);
  const { data } = useOperation(
    queryTeachers,
    { pageNum: 1, pageSize: 0, ghList: [code ?? ''] },
    { enabled: code !== null && picked?.gh !== code, staleTime: 600_000 },
  );
  const known = picked?.gh === code ? picked : data?.rows.find(({ gh }) => gh === code);
  return (
    <TeacherPicker
      label={label}
      error={error}
      disabled={disabled}
      value={code === null ? [] : [known ?? { gh: code, xm: code }]}
      onChange={([teacher]) => {
        setPicked(teacher ?? null);
        onChange(teacher?.gh ?? null);
      }}
    />
  );
}

/** A cell that chooses what money is spent on, of the kind of project that the form says (PICKERS-054). */
export function expenseCategoryCell(projectCategoryId: string | null): CellRenderer {
  return ({ value, options: _options, rule: _rule, ...props }) => (
    <ExpenseCategorySelect {...props} clearable={false} projectCategoryId={projectCategoryId} value={chosen(value)} />
  );
}

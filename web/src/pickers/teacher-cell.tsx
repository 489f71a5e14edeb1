import { queryTeachers } from '@jwxt/contracts/base-info/teacher.operations.ts';
import { useOperation } from '../lib/queries.ts';
import type { CellProps } from '../ui/editable-cells.tsx';
import { TeacherPicker } from './teacher-picker.tsx';

/**
 * A teacher in a row of an editable table: kept as `gh`, shown by name whatever the status, chosen in 教师选择器
 * (PICKERS-054).
 */
export function TeacherCell({ value, onChange, label, error, disabled }: CellProps) {
  const gh = typeof value === 'string' ? value : '';
  const named = useOperation(
    queryTeachers,
    { ghList: [gh], pageNum: 1, pageSize: 0 },
    { enabled: gh !== '', staleTime: 600_000, keepPrevious: false },
  );
  const xm = named.data?.rows[0]?.xm ?? gh;
  return (
    <TeacherPicker
      label={label}
      error={error}
      disabled={disabled}
      value={gh === '' ? [] : [{ gh, xm }]}
      onChange={([teacher]) => {
        onChange(teacher?.gh ?? '');
      }}
    />
  );
}

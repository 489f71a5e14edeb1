import type { CellRenderer } from '../ui/editable-cells.tsx';
import { SearchableSelect } from '../ui/searchable-select.tsx';
import type { DictionaryOption } from '../ui/select-options.ts';
import { TeacherCell } from './teacher-cell.tsx';

/** Expense categories as the choices of a cell (PICKERS-153). */
export function expenseCategoryOptions(
  categories: readonly { readonly expenseCategoryCode: string; readonly expenseCategoryName: string }[],
): DictionaryOption[] {
  return categories.map(({ expenseCategoryCode, expenseCategoryName }) => ({
    code: expenseCategoryCode,
    name: expenseCategoryName,
  }));
}

const chosen = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Cell types of an editable table that need words of the school (PICKERS-054), beside `basicCells`. */
export const schoolCells = {
  teacher: (props) => <TeacherCell {...props} />,
  expenseCategory: ({ value, ...props }) => (
    <SearchableSelect {...props} value={chosen(value)} placeholder="请选择费用类别" />
  ),
} satisfies Record<string, CellRenderer>;

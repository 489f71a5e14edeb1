import { expenseCategories } from '@jwxt/contracts/student-application/expense-category.resource.ts';
import { useOperation } from '../lib/queries.ts';
import { SearchableSelect, type SearchableSelectProps } from '../ui/searchable-select.tsx';

const staleMs = 600_000;

type ExpenseCategorySelectProps = Omit<SearchableSelectProps, 'options' | 'query'> & {
  /** The kind of project; null: not chosen yet, and there is nothing to choose. */
  projectCategoryId: string | null;
};

/** What money is spent on in a kind of project (PICKERS-153, PICKERS-154). */
export function ExpenseCategorySelect({ projectCategoryId, ...props }: ExpenseCategorySelectProps) {
  const query = useOperation(
    expenseCategories,
    { id: projectCategoryId ?? '' },
    { enabled: projectCategoryId !== null, staleTime: staleMs },
  );
  return (
    <SearchableSelect
      {...props}
      {...(projectCategoryId === null ? { placeholder: '请先选择项目类别' } : {})}
      query={query}
      options={(query.data ?? []).map(({ expenseCategoryCode, expenseCategoryName }) => ({
        code: expenseCategoryCode,
        name: expenseCategoryName,
      }))}
    />
  );
}

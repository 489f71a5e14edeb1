import { expenseCategories } from '@jwxt/contracts/student-application/expense-category.resource.ts';
import { useEffect } from 'react';
import { notify } from '../lib/notify.ts';
import { useOperation } from '../lib/queries.ts';
import { SearchableSelect, type SearchableSelectProps } from '../ui/searchable-select.tsx';

const staleMs = 600_000;

type ExpenseCategorySelectProps = Omit<SearchableSelectProps, 'options' | 'loading'> & {
  /** The kind of project; null: not chosen yet, and there is nothing to choose. */
  projectCategoryId: string | null;
};

/** What money is spent on in a kind of project (PICKERS-153, PICKERS-154). */
export function ExpenseCategorySelect({ projectCategoryId, ...props }: ExpenseCategorySelectProps) {
  const { data, error, isPending } = useOperation(
    expenseCategories,
    { id: projectCategoryId ?? '' },
    { enabled: projectCategoryId !== null, staleTime: staleMs },
  );
  useEffect(() => {
    if (error !== null) notify.failure(error, expenseCategories.failureText);
  }, [error]);
  return (
    <SearchableSelect
      {...props}
      {...(projectCategoryId === null ? { placeholder: '请先选择项目类别' } : {})}
      loading={projectCategoryId !== null && isPending}
      options={(data ?? []).map(({ expenseCategoryCode, expenseCategoryName }) => ({
        code: expenseCategoryCode,
        name: expenseCategoryName,
      }))}
    />
  );
}

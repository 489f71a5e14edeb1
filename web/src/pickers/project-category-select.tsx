import { projectCategories } from '@jwxt/contracts/student-application/project-category.resource.ts';
import { useEffect } from 'react';
import { notify } from '../lib/notify.ts';
import { useOperation } from '../lib/queries.ts';
import { SearchableSelect, type SearchableSelectProps } from '../ui/searchable-select.tsx';

const staleMs = 600_000;

/** One of the categories of projects, with its level (PICKERS-150…152). */
export function ProjectCategorySelect(props: Omit<SearchableSelectProps, 'options' | 'loading'>) {
  const { data, error, isPending } = useOperation(projectCategories, {}, { staleTime: staleMs });
  useEffect(() => {
    if (error !== null) notify.failure(error, projectCategories.failureText);
  }, [error]);
  return (
    <SearchableSelect
      {...props}
      loading={isPending}
      options={(data ?? []).map(({ projectCategoryId, projectLevelName, projectCategoryName }) => ({
        code: projectCategoryId,
        name: `${projectLevelName} ${projectCategoryName}`,
      }))}
    />
  );
}

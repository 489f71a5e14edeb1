import { projectCategories } from '@jwxt/contracts/student-application/project-category.resource.ts';
import { useOperation } from '../lib/queries.ts';
import { SearchableSelect, type SearchableSelectProps } from '../ui/searchable-select.tsx';

const staleMs = 600_000;

/** One of the categories of projects, with its level (PICKERS-150…152). */
export function ProjectCategorySelect(props: Omit<SearchableSelectProps, 'options' | 'query'>) {
  const query = useOperation(projectCategories, {}, { staleTime: staleMs });
  return (
    <SearchableSelect
      {...props}
      query={query}
      options={(query.data ?? []).map(({ projectCategoryId, projectLevelName, projectCategoryName }) => ({
        code: projectCategoryId,
        name: `${projectLevelName} ${projectCategoryName}`,
      }))}
    />
  );
}

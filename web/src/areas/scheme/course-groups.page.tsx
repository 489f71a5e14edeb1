import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { courseGroup } from '@jwxt/contracts/scheme/course-group.resource.ts';
import { useNavigate } from '@tanstack/react-router';
import { ResourcePage } from '../../resource/resource.page.tsx';

/** 课组 (SCHEME-40), from which its courses and hours are one step away. */
export function CourseGroupsPage() {
  const navigate = useNavigate();
  return (
    <ResourcePage
      resource={courseGroup}
      actionsWidth={240}
      actions={(row, act) => {
        const open = (page: 'courseGroupDetail' | 'courseGroupHours') => () => {
          void navigate({ to: resourcePath(page), search: { courseGroupId: textOf(row['courseGroupId']) } });
        };
        return (
          <>
            {act('课程', open('courseGroupDetail'))}
            {act('学时', open('courseGroupHours'))}
          </>
        );
      }}
    />
  );
}

import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { courseGroup } from '@jwxt/contracts/scheme/course-group.resource.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayCheck } from '../../lib/session.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { SyncGroupDialog } from './sync-group.dialog.tsx';

/** 课组 (SCHEME-40), from which its courses and hours are one step away, and which goes into schemes that quote it. */
export function CourseGroupsPage() {
  const navigate = useNavigate();
  const check = useMayCheck();
  const [synced, setSynced] = useState<{ readonly key: string; readonly name: string } | null>(null);
  return (
    <>
      <ResourcePage
        resource={courseGroup}
        actionsWidth={290}
        actions={(row, act) => {
          const key = textOf(row['courseGroupId']);
          const open = (page: 'courseGroupDetail' | 'courseGroupHours') => () => {
            void navigate({ to: resourcePath(page), search: { courseGroupId: key } });
          };
          return (
            <>
              {act('课程', open('courseGroupDetail'))}
              {act('学时', open('courseGroupHours'))}
              {check('courseGroupManagement:sync') &&
                act('同步', () => {
                  setSynced({ key, name: textOf(row['courseGroupName']) });
                })}
            </>
          );
        }}
      />
      {synced && (
        <SyncGroupDialog
          group={synced}
          onClose={() => {
            setSynced(null);
          }}
        />
      )}
    </>
  );
}

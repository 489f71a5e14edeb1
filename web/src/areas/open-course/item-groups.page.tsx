import { specialItemGroup } from '@jwxt/contracts/open-course/open-course.resource.ts';
import { Button } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../lib/session.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { ItemGroupsDialog } from './item-groups.dialog.tsx';

/** 专项分组 (OPEN-COURSE-18): the groups of special items, into which their students are parted by capacity. */
export function ItemGroupsPage() {
  const maySplit = useMay('specialItemGroup:split');
  const [splitting, setSplitting] = useState(false);
  return (
    <>
      <ResourcePage
        resource={specialItemGroup}
        tools={
          maySplit && (
            <Button
              variant="default"
              leftSection={<IconArrowsSplit2 size={16} />}
              onClick={() => {
                setSplitting(true);
              }}
            >
              学生分组
            </Button>
          )
        }
      />
      {splitting && (
        <ItemGroupsDialog
          onClose={() => {
            setSplitting(false);
          }}
        />
      )}
    </>
  );
}

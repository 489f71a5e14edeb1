import { teachingClassStudent } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import { Button } from '@mantine/core';
import { IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../lib/session.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { RosterOfClassesDialog } from './roster-of-classes.dialog.tsx';

/** 教学班名单: who is in a teaching class; whole administrative classes come in at once. */
export function ClassRosterPage() {
  const mayAdd = useMay('teachingClassStudent:addClasses');
  const [adding, setAdding] = useState(false);
  return (
    <>
      <ResourcePage
        resource={teachingClassStudent}
        tools={
          mayAdd && (
            <Button
              variant="default"
              leftSection={<IconUsersPlus size={16} />}
              onClick={() => {
                setAdding(true);
              }}
            >
              按行政班加入
            </Button>
          )
        }
      />
      {adding && (
        <RosterOfClassesDialog
          onClose={() => {
            setAdding(false);
          }}
        />
      )}
    </>
  );
}

import { specialItemStudent } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import { Button } from '@mantine/core';
import { IconStairsUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../lib/session.ts';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { LevelImportDialog } from './level-import.dialog.tsx';

/** 专项学生 (SCHEME-34): who takes which item; levels of a course are filled by placement scores. */
export function SpecialItemStudentsPage() {
  const mayImport = useMay('specialItemStudent:import');
  const [importing, setImporting] = useState(false);
  return (
    <>
      <ResourcePage
        resource={specialItemStudent}
        tools={
          mayImport && (
            <Button
              variant="default"
              leftSection={<IconStairsUp size={16} />}
              onClick={() => {
                setImporting(true);
              }}
            >
              分级导入
            </Button>
          )
        }
      />
      {importing && (
        <LevelImportDialog
          onClose={() => {
            setImporting(false);
          }}
        />
      )}
    </>
  );
}

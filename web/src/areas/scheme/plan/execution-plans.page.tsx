import { Button } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { executionPlan } from '@jwxt/contracts/scheme/plan/execution-plan.resource.ts';
import { planStatus } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useState } from 'react';
import { useMay } from '../../../lib/session.ts';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { GeneratePlansDialog } from './generate-plans.dialog.tsx';

/** 培养执行计划 of all grade-majors as a list (SCHEME-13). */
export function ExecutionPlansPage() {
  const [generating, setGenerating] = useState(false);
  const mayGenerate = useMay('trainingExecutionPlan:generate');
  return (
    <>
      <ResourcePage
        resource={executionPlan}
        editable={(row) => row['openStatus'] === yesNo.no && row['planStatus'] === planStatus.written}
        tools={
          mayGenerate && (
            <Button
              variant="default"
              leftSection={<IconWand size={16} />}
              onClick={() => {
                setGenerating(true);
              }}
            >
              按方案生成
            </Button>
          )
        }
      />
      {generating && (
        <GeneratePlansDialog
          first={null}
          onClose={() => {
            setGenerating(false);
          }}
        />
      )}
    </>
  );
}

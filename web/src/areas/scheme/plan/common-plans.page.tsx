import { commonCoursePlan } from '@jwxt/contracts/scheme/plan/common-plan.resource.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { useState } from 'react';
import { useMayCheck } from '../../../lib/session.ts';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { AssignGradeMajorsDialog } from './assign-grade-majors.dialog.tsx';
import { CopyCommonPlanDialog } from './copy-common-plan.dialog.tsx';

/** 公共课计划, each with the grade-majors that it is for (SCHEME-33). */
export function CommonPlansPage() {
  const check = useMayCheck();
  const [opened, setOpened] = useState<{ row: WireRow; as: 'assign' | 'copy' } | null>(null);
  const close = () => {
    setOpened(null);
  };
  const named = opened && { key: textOf(opened.row['commonPlanId']), name: textOf(opened.row['planName']) };
  return (
    <>
      <ResourcePage
        resource={commonCoursePlan}
        actionsWidth={290}
        actions={(row, act) => (
          <>
            {act('适用年级专业', () => {
              setOpened({ row, as: 'assign' });
            })}
            {check('commonCoursePlan:create') &&
              act('复制到年级', () => {
                setOpened({ row, as: 'copy' });
              })}
          </>
        )}
      />
      {named && opened.as === 'assign' && <AssignGradeMajorsDialog plan={named} onClose={close} />}
      {named && opened.as === 'copy' && <CopyCommonPlanDialog plan={named} onClose={close} />}
    </>
  );
}

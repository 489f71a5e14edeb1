import { semester } from '@jwxt/contracts/base-info/calendar.resource.ts';
import { setCurrentSemesterOperation } from '@jwxt/contracts/base-info/semester.operations.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useState } from 'react';
import { useOperationMutation } from '../../lib/queries.ts';
import { useMayCheck } from '../../lib/session.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { confirm } from '../../ui/confirm.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { CloseSemesterDialog } from './close-semester.dialog.tsx';
import { PrepareSemesterDialog } from './prepare-semester.dialog.tsx';

const isYes = (value: unknown): boolean => value === yesNo.yes;

/** 学年学期 (BASE-DATA-16): one is the current one; those that are over are archived. */
export function SemesterPage() {
  const check = useMayCheck();
  const invalidates = ['semester.', 'resource.', 'session.'];
  const turn = useOperationMutation(setCurrentSemesterOperation, { invalidates, success: true });
  const [opened, setOpened] = useState<{ what: 'prepare' | 'close'; key: string; name: string } | null>(null);
  const askToTurn = async (row: WireRow) => {
    const message = `录入、开课和申请都按当前学期办理。确定把“${textOf(row['xnxqmc'])}”设为当前学期吗？`;
    if (await confirm({ message, confirmText: '设为当前学期' })) turn.mutate({ key: textOf(row['xnxq']) });
  };
  const open = (what: 'prepare' | 'close', row: WireRow) => {
    setOpened({ what, key: textOf(row['xnxq']), name: textOf(row['xnxqmc']) });
  };
  const close = () => {
    setOpened(null);
  };
  return (
    <>
      <ResourcePage
        resource={semester}
        actionsWidth={380}
        editable={(row) => !isYes(row['sfgd'])}
        cells={{
          sfdqxq: (row) => (isYes(row['sfdqxq']) ? <StatusTag tone="green">当前</StatusTag> : null),
          sfgd: (row) => (isYes(row['sfgd']) ? <StatusTag tone="grey">已归档</StatusTag> : null),
        }}
        actions={(row, act) =>
          !isYes(row['sfgd']) && (
            <>
              {check('semester:copySettings') &&
                act('准备', () => {
                  open('prepare', row);
                })}
              {!isYes(row['sfdqxq']) &&
                check('semester:setCurrent') &&
                isYes(row['sfqy']) &&
                act('设为当前', () => void askToTurn(row))}
              {!isYes(row['sfdqxq']) &&
                check('semester:archive') &&
                act('归档', () => {
                  open('close', row);
                })}
            </>
          )
        }
      />
      {opened?.what === 'prepare' && <PrepareSemesterDialog semester={opened} onClose={close} />}
      {opened?.what === 'close' && <CloseSemesterDialog semester={opened} onClose={close} />}
    </>
  );
}

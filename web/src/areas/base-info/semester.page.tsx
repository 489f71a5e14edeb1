import { semester } from '@jwxt/contracts/base-info/calendar.resource.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useState } from 'react';
import { useMayCheck } from '../../lib/session.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { CloseSemesterDialog } from './close-semester.dialog.tsx';
import { PrepareSemesterDialog } from './prepare-semester.dialog.tsx';
import { TurnSemesterDialog } from './turn-semester.dialog.tsx';

type Step = 'prepare' | 'turn' | 'close';
const isYes = (value: unknown): boolean => value === yesNo.yes;

/** 学年学期 (BASE-DATA-16): one is the current one; those that are over are archived. */
export function SemesterPage() {
  const check = useMayCheck();
  const [opened, setOpened] = useState<{ what: Step; key: string; name: string } | null>(null);
  const open = (what: Step, row: WireRow) => {
    setOpened({ what, key: textOf(row['xnxq']), name: textOf(row['xnxqmc']) });
  };
  const close = () => {
    setOpened(null);
  };
  return (
    <>
      <ResourcePage
        resource={semester}
        actionsWidth={290}
        editable={(row) => !isYes(row['sfgd'])}
        cells={{
          // Beside the code, which always shows: the columns of the two give way on a small window.
          xnxq: (row) => (
            <>
              {textOf(row['xnxq'])} {isYes(row['sfdqxq']) && <StatusTag tone="green">当前</StatusTag>}
              {isYes(row['sfgd']) && <StatusTag tone="grey">已归档</StatusTag>}
            </>
          ),
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
                act('设为当前', () => {
                  open('turn', row);
                })}
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
      {opened?.what === 'turn' && <TurnSemesterDialog semester={opened} onClose={close} />}
      {opened?.what === 'close' && <CloseSemesterDialog semester={opened} onClose={close} />}
    </>
  );
}

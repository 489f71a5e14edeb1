import { semester } from '@jwxt/contracts/base-info/calendar.resource.ts';
import {
  archiveSemesterOperation,
  setCurrentSemesterOperation,
} from '@jwxt/contracts/base-info/semester.operations.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useOperationMutation } from '../../lib/queries.ts';
import { useMayCheck } from '../../lib/session.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { confirm } from '../../ui/confirm.ts';
import { StatusTag } from '../../ui/status-tag.tsx';

const isYes = (value: unknown): boolean => value === yesNo.yes;

/** 学年学期 (BASE-DATA-16): one is the current one; those that are over are archived. */
export function SemesterPage() {
  const check = useMayCheck();
  const invalidates = ['semester.', 'resource.', 'session.'];
  const turn = useOperationMutation(setCurrentSemesterOperation, { invalidates, success: true });
  const close = useOperationMutation(archiveSemesterOperation, { invalidates, success: true });
  const askToTurn = async (row: WireRow) => {
    const message = `录入、开课和申请都按当前学期办理。确定把“${textOf(row['xnxqmc'])}”设为当前学期吗？`;
    if (await confirm({ message, confirmText: '设为当前学期' })) turn.mutate({ key: textOf(row['xnxq']) });
  };
  const askToClose = async (row: WireRow) => {
    const message = `归档后，“${textOf(row['xnxqmc'])}”的设置不能再修改，也不能取消归档。确定归档吗？`;
    if (await confirm({ message, confirmText: '归档', danger: true })) close.mutate({ key: textOf(row['xnxq']) });
  };
  return (
    <ResourcePage
      resource={semester}
      actionsWidth={300}
      editable={(row) => !isYes(row['sfgd'])}
      cells={{
        sfdqxq: (row) => (isYes(row['sfdqxq']) ? <StatusTag tone="green">当前</StatusTag> : null),
        sfgd: (row) => (isYes(row['sfgd']) ? <StatusTag tone="grey">已归档</StatusTag> : null),
      }}
      actions={(row, act) =>
        !isYes(row['sfgd']) &&
        !isYes(row['sfdqxq']) && (
          <>
            {check('semester:setCurrent') && isYes(row['sfqy']) && act('设为当前', () => void askToTurn(row))}
            {check('semester:archive') && act('归档', () => void askToClose(row))}
          </>
        )
      }
    />
  );
}

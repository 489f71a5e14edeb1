import { IconArrowBackUp, IconBan, IconCornerUpLeft } from '@tabler/icons-react';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { Column } from '../ui/data-table.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import { businessTone } from './business-tone.ts';
import { TwoLines } from '../ui/two-lines.tsx';

/** Business status of an application as a tag (APPROVAL-19…24). */
export function ApplicationStatus({ status, name }: { status: string; name: string }) {
  const icon =
    status === businessStatus.returned || status === businessStatus.sentBack
      ? IconCornerUpLeft
      : status === businessStatus.recalled
        ? IconArrowBackUp
        : status === businessStatus.voided
          ? IconBan
          : undefined;
  return (
    <StatusTag tone={businessTone(status)} {...(icon ? { icon } : {})}>
      {name}
    </StatusTag>
  );
}

/** How an application stands: its status, and the step at which it waits. */
export type ApplicationState = { status: string; statusName: string; nodeName: string | null };

/** Column 状态 of a list of applications. */
export function statusColumn<Row>(stateOf: (row: Row) => ApplicationState): Column<Row> {
  return {
    key: 'status',
    title: '状态',
    width: 130,
    align: 'center',
    render(row) {
      const { status, statusName, nodeName } = stateOf(row);
      return <TwoLines first={<ApplicationStatus status={status} name={statusName} />} second={nodeName} />;
    },
  };
}

import { IconBan, IconCornerUpLeft } from '@tabler/icons-react';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { Column } from '../ui/data-table.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import type { Tone, TonesOf } from '../ui/tokens.ts';
import { TwoLines } from '../ui/two-lines.tsx';

/** Business statuses of an application: under way blue, passed green, sent back or refused red, the rest grey. */
const tones: Readonly<Record<string, Tone>> = {
  [businessStatus.saved]: 'grey',
  [businessStatus.awaiting]: 'blue',
  [businessStatus.inApproval]: 'blue',
  [businessStatus.returned]: 'red',
  [businessStatus.recalled]: 'grey',
  [businessStatus.voided]: 'grey',
  [businessStatus.sentBack]: 'red',
  [businessStatus.notPassed]: 'red',
  [businessStatus.passed]: 'green',
} satisfies TonesOf<typeof businessStatus>;

/** Business status of an application as a tag (APPROVAL-19…24). */
export function ApplicationStatus({ status, name }: { status: string; name: string }) {
  const icon =
    status === businessStatus.returned || status === businessStatus.sentBack || status === businessStatus.recalled
      ? IconCornerUpLeft
      : status === businessStatus.voided
        ? IconBan
        : undefined;
  return (
    <StatusTag tone={tones[status] ?? 'grey'} {...(icon ? { icon } : {})}>
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

import {
  IconArrowBackUp,
  IconBan,
  IconClockExclamation,
  IconCornerUpLeft,
  IconPlayerTrackNext,
  IconSend,
  IconSpeakerphone,
  IconUserShare,
  type Icon,
} from '@tabler/icons-react';
import type { ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { businessStatus, nodeResult } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { Tone } from '../../ui/tokens.ts';

/**
 * Colour of a business status: 1 and 2 in progress, 9 passed, 8 and 7 rejected, everything else its plain result text
 * (APPROVAL-19…24).
 */
export function businessTone(status: string): Tone {
  if (status === businessStatus.awaiting || status === businessStatus.inApproval) return 'blue';
  if (status === businessStatus.passed) return 'green';
  return status === businessStatus.notPassed || status === businessStatus.sentBack || status === businessStatus.returned
    ? 'red'
    : 'grey';
}

/** Status of an application as a tag, with the node it waits at. */
export function BusinessStatus({
  item,
}: {
  item: Pick<ApprovalItem, 'approvalBusinessStatus' | 'approvalBusinessStatusName'>;
}) {
  const { approvalBusinessStatus: status, approvalBusinessStatusName: name } = item;
  const returned = status === businessStatus.sentBack || status === businessStatus.returned;
  return (
    <StatusTag
      tone={businessTone(status)}
      {...(returned ? { icon: IconCornerUpLeft } : status === businessStatus.voided ? { icon: IconBan } : {})}
    >
      {name}
    </StatusTag>
  );
}

type LogKind = { kind: string; processNodeResult: string | null };

/** Colour and icon of one step of the way. */
export function stepLook({ kind, processNodeResult }: LogKind): { tone: Tone; icon?: Icon } {
  if (kind === 'waiting') return { tone: 'blue' };
  if (kind === 'submitted') return { tone: 'grey', icon: IconSend };
  if (kind === 'skipped') return { tone: 'grey', icon: IconPlayerTrackNext };
  if (kind === 'transferred') return { tone: 'grey', icon: IconUserShare };
  if (kind === 'urged') return { tone: 'grey', icon: IconSpeakerphone };
  if (kind === 'endorsed') return { tone: 'green' };
  if (kind === 'overdue') return { tone: 'orange', icon: IconClockExclamation };
  if (kind === 'revoked' || kind === 'clashed') return { tone: 'red', icon: IconBan };
  if (kind === 'recalled') return { tone: 'grey', icon: IconArrowBackUp };
  if (processNodeResult === nodeResult.passed) return { tone: 'green' };
  return processNodeResult === nodeResult.rejected ? { tone: 'red', icon: IconCornerUpLeft } : { tone: 'red' };
}

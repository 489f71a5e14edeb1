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
import { nodeResult } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import type { Tone } from '../../ui/tokens.ts';

/** Status of an application as a tag, with the node it waits at. */
export function BusinessStatus({
  item,
}: {
  item: Pick<ApprovalItem, 'approvalBusinessStatus' | 'approvalBusinessStatusName'>;
}) {
  const { approvalBusinessStatus: status, approvalBusinessStatusName: name } = item;
  return <ApplicationStatus status={status} name={name} />;
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
  if (kind === 'overdue') return { tone: 'red', icon: IconClockExclamation };
  if (kind === 'revoked' || kind === 'clashed') return { tone: 'red', icon: IconBan };
  if (kind === 'recalled') return { tone: 'grey', icon: IconArrowBackUp };
  if (processNodeResult === nodeResult.passed) return { tone: 'green' };
  return processNodeResult === nodeResult.rejected ? { tone: 'red', icon: IconCornerUpLeft } : { tone: 'red' };
}

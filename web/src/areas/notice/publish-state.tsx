import { publishStatusNames, type PublishStatus, publishStatus } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { StatusTag } from '../../ui/status-tag.tsx';

const tones = {
  [publishStatus.draft]: 'orange',
  [publishStatus.published]: 'green',
  [publishStatus.ended]: 'grey',
} as const satisfies Record<PublishStatus, string>;

/** Where a notice or guide stands (LC-P); `waiting`: published, its time has not come. */
export function PublishState({ status, waiting = false }: { status: PublishStatus; waiting?: boolean }) {
  if (waiting) return <StatusTag tone="blue">待生效</StatusTag>;
  return (
    <StatusTag tone={tones[status]} {...(status === publishStatus.ended ? { icon: null } : {})}>
      {publishStatusNames[status]}
    </StatusTag>
  );
}

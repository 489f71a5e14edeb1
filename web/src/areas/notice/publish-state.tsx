import { publishStatusNames, type PublishStatus } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { StatusTag } from '../../ui/status-tag.tsx';

const tones = { '0': 'grey', '1': 'green', '2': 'grey' } as const satisfies Record<PublishStatus, string>;

/** Where a notice or guide stands (LC-P); `waiting`: published, its time has not come. */
export function PublishState({ status, waiting = false }: { status: PublishStatus; waiting?: boolean }) {
  if (waiting) return <StatusTag tone="blue">待生效</StatusTag>;
  return (
    <StatusTag tone={tones[status]} {...(status === '2' ? { icon: null } : {})}>
      {publishStatusNames[status]}
    </StatusTag>
  );
}

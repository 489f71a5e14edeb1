import { Button } from '@mantine/core';
import { messageDetail } from '@jwxt/contracts/notice/system-message.operations.ts';
import { useOperation } from '../lib/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { QueryFaces } from '../ui/faces.tsx';
import { FactList } from '../ui/page.tsx';

export type SystemMessageDialogProps = { systemMessageEntityId: string; onClose: () => void };

/** One system message whole: title, sending unit, time and text (NOTICE-32), and the way to what it is about. */
export function SystemMessageDialog({ systemMessageEntityId, onClose }: SystemMessageDialogProps) {
  const query = useOperation(messageDetail, { systemMessageEntityId }, { keepPrevious: false });
  const link = query.data?.link ?? '';
  return (
    <Dialog opened onClose={onClose} width={560} title="消息详情" footer={
      <>
        <Button variant={link === '' ? 'filled' : 'default'} onClick={onClose} data-autofocus>关闭</Button>
        {link !== '' && <Button component="a" href={link} target="_blank" rel="noopener">查看相关内容</Button>}
      </>
    }>
      <QueryFaces query={query} compact>
        {(message) => (
          <FactList columns={2} items={[
            { label: '标题', value: message.systemMessageEntityTitle, span: true },
            { label: '发送单位', value: message.departmentName === '' ? '—' : message.departmentName }, { label: '发送时间', value: message.createTime },
            { label: '内容', value: <span style={{ whiteSpace: 'pre-wrap' }}>{message.systemMessageEntityContent}</span>, span: true },
          ]} />
        )}
      </QueryFaces>
    </Dialog>
  );
}

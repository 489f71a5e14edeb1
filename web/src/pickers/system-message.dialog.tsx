import { Button } from '@mantine/core';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { noticeDetail } from '@jwxt/contracts/notice/notice.operations.ts';
import { messageDetail } from '@jwxt/contracts/notice/system-message.operations.ts';
import { Link } from '@tanstack/react-router';
import { parseSearch } from '../lib/page-state.ts';
import { useOperation } from '../lib/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { QueryFaces } from '../ui/faces.tsx';
import { FactList } from '../ui/page.tsx';
import { RichTextView } from '../ui/rich-text/rich-text-view.tsx';

export type SystemMessageDialogProps = { systemMessageEntityId: string; onClose: () => void };

/** One system message whole: title, sending unit, time and text (NOTICE-32), and the way to what it is about. */
export function SystemMessageDialog({ systemMessageEntityId, onClose }: SystemMessageDialogProps) {
  const query = useOperation(messageDetail, { systemMessageEntityId }, { keepPrevious: false });
  const { link = '', noticeId = '' } = query.data ?? {};
  return (
    <Dialog
      opened
      onClose={onClose}
      width={noticeId === '' ? 560 : 760}
      title="消息详情"
      footer={
        <>
          <Button variant={link === '' ? 'filled' : 'default'} onClick={onClose} data-autofocus>
            关闭
          </Button>
          {link !== '' && <Related link={link} window={noticeId !== ''} onClose={onClose} />}
        </>
      }
    >
      <QueryFaces query={query} compact>
        {(message) => (
          <FactList
            columns={2}
            items={[
              { label: '标题', value: message.systemMessageEntityTitle, span: true },
              { label: '发送单位', value: message.departmentName === '' ? NOTHING : message.departmentName },
              { label: '发送时间', value: message.createTime },
              {
                label: '内容',
                value:
                  message.noticeId === '' ? (
                    <PlainText text={message.systemMessageEntityContent} />
                  ) : (
                    <NoticeText noticeId={message.noticeId} excerpt={message.systemMessageEntityContent} />
                  ),
                span: true,
              },
            ]}
          />
        )}
      </QueryFaces>
    </Dialog>
  );
}

/** To what the message is about: in a page tab of this window; a notice has a window of its own (NOTICE-01). */
function Related({ link, window: ownWindow, onClose }: { link: string; window: boolean; onClose: () => void }) {
  if (ownWindow)
    return (
      <Button component="a" href={link} target="_blank" rel="noopener">
        查看相关内容
      </Button>
    );
  const [path = '', search = ''] = link.split(/\?(.*)/s);
  return (
    <Button component={Link} to={path} search={parseSearch(search) as never} onClick={onClose}>
      查看相关内容
    </Button>
  );
}

function PlainText({ text }: { text: string }) {
  return <span style={{ whiteSpace: 'pre-wrap' }}>{text}</span>;
}

/**
 * The notice itself, as it was written; until it is there, and for who may not list notices, the excerpt that the
 * message carries.
 */
function NoticeText({ noticeId, excerpt }: { noticeId: string; excerpt: string }) {
  const { data } = useOperation(noticeDetail, { noticeId }, { keepPrevious: false });
  return data === undefined ? <PlainText text={excerpt} /> : <RichTextView html={data.content} />;
}

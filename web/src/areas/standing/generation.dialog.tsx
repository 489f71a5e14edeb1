import { Button, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { LongJobPanel } from '../../pickers/long-job-panel.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

/** Asks for what is generated, then shows the job as it goes on. `start` begins it and tells its id. */
export function GenerationDialog({
  title,
  lead,
  input,
  pending,
  start,
  children,
  onClose,
  invalidates,
}: {
  title: string;
  lead: string;
  /** What was typed so far. */
  input: unknown;
  pending: boolean;
  start: (started: (jobId: string) => void) => void;
  children: ReactNode;
  onClose: () => void;
  /** What says something else once it is generated. */
  invalidates: readonly string[];
}) {
  const [jobId, setJobId] = useState<string | null>(null);
  if (jobId !== null)
    return (
      <Dialog
        opened
        width={820}
        title={title}
        onClose={onClose}
        footer={
          <Button variant="default" onClick={onClose}>
            关闭
          </Button>
        }
        footerNote="可以关闭此窗口，任务在后台继续；随时在“任务进度”中查看"
      >
        <LongJobPanel jobId={jobId} invalidates={invalidates} />
      </Dialog>
    );
  return (
    <Dialog
      opened
      width={520}
      title={title}
      onClose={onClose}
      input={input}
      footer={
        <>
          <CancelButton />
          <Button
            loading={pending}
            onClick={() => {
              start(setJobId);
            }}
          >
            生成
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <p style={{ margin: 0 }}>{lead}</p>
        {children}
      </Stack>
    </Dialog>
  );
}

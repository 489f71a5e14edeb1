import { Button } from '@mantine/core';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { publishStatus } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { statusWarningScheme } from '@jwxt/contracts/student-status/warning/warning.resource.ts';
import {
  computeWarnings,
  publishWarningSchemeOperation,
} from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useOperationMutation } from '../../../lib/queries.ts';
import { useMayCheck } from '../../../lib/session.ts';
import { LongJobPanel } from '../../../pickers/long-job-panel.tsx';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone, TonesOf } from '../../../ui/tokens.ts';

const tones: Readonly<Record<string, Tone>> = {
  [publishStatus.draft]: 'orange',
  [publishStatus.published]: 'green',
  [publishStatus.ended]: 'grey',
} satisfies TonesOf<typeof publishStatus>;

/** 预警方案 (STUDENT-STATUS-26): published, then computed; its list is one step away. */
export function WarningSchemesPage() {
  const navigate = useNavigate();
  const may = useMayCheck();
  const [jobId, setJobId] = useState<string | null>(null);
  const close = () => {
    setJobId(null);
  };
  const publish = useOperationMutation(publishWarningSchemeOperation, { invalidates: ['statusWarningScheme.'] });
  const compute = useOperationMutation(computeWarnings, {
    invalidates: ['longJob.', 'statusWarningScheme.'],
    onSuccess: (started) => {
      setJobId(started.jobId);
    },
  });
  return (
    <>
      <ResourcePage
        resource={statusWarningScheme}
        actionsWidth={272}
        editable={(row) => row['publishStatus'] === publishStatus.draft}
        cells={{
          publishStatus: (row) => (
            <StatusTag tone={tones[textOf(row['publishStatus'])] ?? 'grey'}>
              {textOf(row['publishStatusName'])}
            </StatusTag>
          ),
        }}
        actions={(row, act) => {
          const key = textOf(row['warningSchemeId']);
          const isDraft = row['publishStatus'] === publishStatus.draft;
          return (
            <>
              {may('statusWarningScheme:publish') &&
                act(isDraft ? '发布' : '撤回', () => {
                  void confirm({
                    message: isDraft
                      ? `发布“${textOf(row['schemeName'])}”后，规则按现在的版本固定。确定发布吗？`
                      : `撤回“${textOf(row['schemeName'])}”后可以修改；已确认和已发出的预警不变。确定撤回吗？`,
                  }).then((yes) => {
                    if (yes)
                      publish.mutate({
                        key,
                        publishStatus: isDraft ? publishStatus.published : publishStatus.draft,
                      });
                  });
                })}
              {!isDraft &&
                may('initialList:compute') &&
                act('计算名单', () => {
                  compute.mutate({ warningSchemeId: key });
                })}
              {may('initialList:query') &&
                act('初始名单', () => {
                  void navigate({ to: modulePath('student', 'initialList'), search: { warningSchemeId: key } });
                })}
            </>
          );
        }}
      />
      {jobId !== null && (
        <Dialog
          opened
          width={820}
          title="计算预警名单"
          onClose={close}
          footer={
            <Button variant="default" onClick={close}>
              关闭
            </Button>
          }
          footerNote="可以关闭此窗口，任务在后台继续；随时在“任务进度”中查看"
        >
          <LongJobPanel jobId={jobId} invalidates={['statusWarningScheme.', 'initialList.']} />
        </Dialog>
      )}
    </>
  );
}

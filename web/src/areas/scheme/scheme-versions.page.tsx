import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { schemeVersion, schemeVersionStatus } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayCheck } from '../../lib/session.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { Tone, TonesOf } from '../../ui/tokens.ts';
import { CopyVersionDialog } from './copy-version.dialog.tsx';

const tones: Readonly<Record<string, Tone>> = {
  [schemeVersionStatus.draft]: 'orange',
  [schemeVersionStatus.published]: 'green',
  [schemeVersionStatus.closed]: 'grey',
} satisfies TonesOf<typeof schemeVersionStatus>;

/** 方案版本 (SCHEME-09), from which its tree and its credits are one step away. */
export function SchemeVersionsPage() {
  const navigate = useNavigate();
  const may = useMayCheck();
  const [copied, setCopied] = useState<{ schemeVersionId: string; name: string } | null>(null);
  return (
    <>
      <ResourcePage
        resource={schemeVersion}
        actionsWidth={300}
        cells={{
          publishStatus: (row) => (
            <StatusTag tone={tones[textOf(row['publishStatus'])] ?? 'grey'}>
              {textOf(row['publishStatusName'])}
            </StatusTag>
          ),
        }}
        actions={(row, act) => {
          const schemeVersionId = textOf(row['schemeVersionId']);
          const open = (page: string) => () => {
            void navigate({ to: modulePath('schemeManage', page), search: { schemeVersionId } });
          };
          return (
            <>
              {act('模块与分类', open('schemeTree'))}
              {may('schemeSystem:query') && act('学分要求', open('creditFrame'))}
              {may('schemeVersion:create') &&
                act('复制', () => {
                  setCopied({ schemeVersionId, name: textOf(row['schemeVersionName']) });
                })}
            </>
          );
        }}
      />
      {copied && (
        <CopyVersionDialog
          {...copied}
          onClose={() => {
            setCopied(null);
          }}
        />
      )}
    </>
  );
}

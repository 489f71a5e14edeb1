import { Button, Drawer } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { loginWays } from '@jwxt/contracts/session/session.vocabulary.ts';
import { z } from 'zod';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FactList } from '../../ui/page.tsx';
import type { RawEvent } from './replay.model.ts';
import classes from './audit.module.css';

const metadataShape = z.object({
  actor: z.object({ userName: z.string(), name: z.string(), permission: z.string().nullable() }),
  signIn: z.object({ way: z.string(), issuedBy: z.string().nullable() }).optional(),
  commandId: z.string(),
  causationId: z.string().nullable(),
  time: z.string(),
  clientAddress: z.string().nullable(),
  schemaVersion: z.number(),
});

/** How the person came in; a temporary link with its issuer. */
function signInText(signIn: { way: string; issuedBy: string | null } | undefined): string {
  if (signIn === undefined) return '未记录';
  const name = (loginWays as Record<string, string>)[signIn.way] ?? signIn.way;
  return signIn.issuedBy === null ? name : `${name}（由 ${signIn.issuedBy} 签发）`;
}

/**
 * The event behind a step, as stored. `event` null: closed; `metadataOf` keeps the last one in view while it closes.
 */
export function RawEventDialog({
  event,
  metadataOf,
  onClose,
}: {
  event: RawEvent | null;
  metadataOf: RawEvent;
  onClose: () => void;
}) {
  const shown = event ?? metadataOf;
  const metadata = metadataShape.safeParse(shown.metadata).data;
  const json = JSON.stringify(shown.data, null, 2);
  return (
    <Drawer opened={event !== null} onClose={onClose} position="right" size={560} title="原始事件">
      <FactList
        columns={1}
        items={[
          { label: '事件', value: `${shown.type}${metadata ? `（第 ${String(metadata.schemaVersion)} 版）` : ''}` },
          { label: '流', value: shown.stream },
          { label: '流内版本', value: String(shown.revision) },
          { label: '全局位置', value: shown.position },
          { label: '写入时间', value: `${toDateTimeText(shown.created)}（北京时间）` },
          ...(metadata
            ? [
                { label: '发生时间', value: `${toDateTimeText(metadata.time)}（北京时间）` },
                { label: '操作人', value: `${metadata.actor.name}（${metadata.actor.userName}）` },
                { label: '使用权限', value: metadata.actor.permission ?? '系统策略' },
                { label: '登录方式', value: signInText(metadata.signIn) },
                { label: '客户端地址', value: metadata.clientAddress ?? NOTHING },
                { label: '命令编号', value: metadata.commandId },
                { label: '起因事件', value: metadata.causationId ?? '直接操作' },
              ]
            : []),
        ]}
      />
      <div className={classes['sectionHead']} style={{ marginTop: 14 }}>
        数据
        <CopyButton value={json}>
          {({ copied, copy }) => (
            <Button variant="subtle" size="compact-sm" leftSection={<IconCopy size={14} />} onClick={copy}>
              {copied ? '已复制' : '复制'}
            </Button>
          )}
        </CopyButton>
      </div>
      <pre className={classes['json']}>{json}</pre>
      {shown.omittedRows > 0 && <p className={classes['note']}>其他学生的 {shown.omittedRows} 处内容未在此显示。</p>}
    </Drawer>
  );
}
